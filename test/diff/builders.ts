import type { Grounds } from '../../src/diff/state-difference.ts';
import type { Outcome, Pass, RecordingGap } from '../../src/roster/index.ts';
import { type DeclarationParts, pass, type StateParts, startMs } from '../roster/builders.ts';

/** The nodes of the tests: novox runs two containers and g14 one, each with the whole roster. */
export function mesh(hosts: readonly string[], parts: StateParts = {}): StateParts {
  return {
    ...parts,
    nodes: {
      g14: { address: '192.0.2.2', containers: [{ id: 'forgejo/forgejo.server', hosts }] },
      novox: {
        address: '192.0.2.3',
        containers: [
          { id: 'mesh-store/postgres.server', hosts },
          { id: 'gitea/gitea.server', hosts },
        ],
      },
      ...parts.nodes,
    },
  };
}

/** A declaration of one container with these host entries. */
export function runs(...hosts: readonly string[]): DeclarationParts {
  return { containers: [{ hosts }] };
}

/** What a comparison rests on where every node planned but those that are named, and nothing was held before. */
export function grounds(outcomes: Readonly<Record<string, Outcome>> = {}, parts: Partial<Grounds> = {}): Grounds {
  const planned = { ace: 'planned', g14: 'planned', novox: 'planned' } as const;
  return {
    outcomes: new Map(Object.entries({ ...planned, ...outcomes })),
    heldBefore: () => false,
    observing: true,
    ...parts,
  };
}

/** Passes numbered from 1, one for each state. */
export function passesOf(...states: readonly StateParts[]): Pass[] {
  return states.map((state, index) => pass({ number: index + 1, key: String(index + 1), state }));
}

/**
 * A gap that the recorder told of, its ends in minutes after the instant of pass 0: pass 3 of {@link passesOf} was recorded at
 * minute 3. Without more, the recorder was not running.
 */
export function recordingGap(from: number, until: number | null, parts: Partial<RecordingGap> = {}): RecordingGap {
  const at = (minutes: number) => startMs + minutes * 60_000;
  return {
    controller: null,
    kind: 'not-running',
    from: at(from),
    until: until === null ? null : at(until),
    source: null,
    reason: '',
    ...parts,
  };
}
