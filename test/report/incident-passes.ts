import type { Observation, ObservationKind, Outcome, Pass } from '../../src/roster/index.ts';
import { mesh } from '../diff/builders.ts';
import { pass, type StateParts, startMs } from '../roster/builders.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3'];
const [whole, short] = [mesh([...own, 'books.g14.example:192.0.2.2', 'chat.g14.example:192.0.2.2']), mesh(own)];

/**
 * A small incident: passes from 1, one a minute, in which both names of g14 are there (`+`), are not (`-`), or are not
 * because its plan failed as recorded (`!`).
 */
export function incident(told: string, parts: Partial<Pass> = {}): Pass[] {
  return [...told].map((one, index) =>
    pass({
      number: index + 1,
      key: String(index + 1),
      trigger: index % 2 === 0 ? 'timer' : 'assign gitea',
      state: (one === '+' ? whole : short) as StateParts,
      outcomes: one === '!' ? [{ node: 'g14', outcome: 'failed' as Outcome, error: 'dial tcp: refused' }] : [],
      ...parts,
    }),
  );
}

/** What was told of the postgres of novox, so many seconds after the pass of this number. */
export function told(number: number, seconds: number, kind: ObservationKind = 'replaced'): Observation {
  return {
    node: 'novox',
    container: 'mesh-store/postgres.server',
    kind,
    at: startMs + number * 60_000 + seconds * 1000,
  };
}
