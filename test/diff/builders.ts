import type { Grounds } from '../../src/diff/state-difference.ts';
import type { Outcome, Pass } from '../../src/roster/index.ts';
import { type DeclarationParts, pass, type StateParts } from '../roster/builders.ts';

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
