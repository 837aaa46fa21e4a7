import type { Database } from 'better-sqlite3';
import { addText, type Contents } from './contents.ts';
import { addState, type MeshState } from './mesh-state.ts';
import { addPassFacts, type PassFacts } from './pass-facts.ts';
import { type PassRow, parameters, passChecksum, passColumns } from './rows.ts';

/** A pass to write. Instants in milliseconds since the epoch. What its state names is there already. */
export interface PassToWrite extends PassFacts, Pick<PassRow, 'pass' | 'controller' | 'key' | 'at' | 'trigger'> {
  readonly recordedAt: number;
  readonly source: string | null;
  readonly state: MeshState;
}

/** Writes passes. */
export interface PassWriter {
  /** One more than the last. Where the history begins later than that, the first number there, or the wanted one before it. */
  nextNumber(wanted?: number): number;
  /** Writes a pass. `before` is the row of the one before it, which it may be much like. */
  write(pass: PassToWrite, before: PassRow | null): void;
}

/** Opens the table of passes for writing. */
export function openPassWriter(database: Database, contents: Contents): PassWriter {
  const insert = database.prepare(`INSERT INTO passes (${passColumns}) VALUES (${parameters(passColumns)})`);
  const numbers = database.prepare<[], { last: number; begin: number }>(
    `SELECT (SELECT coalesce(max(pass), 0) FROM passes) AS last, (SELECT coalesce(max(first_pass), 0) FROM horizons) AS begin`,
  );
  return {
    nextNumber(wanted = 0) {
      const { last, begin } = numbers.get() as { last: number; begin: number };
      return wanted > last && wanted < begin ? wanted : Math.max(last + 1, begin);
    },
    write({ pass, controller, key, at, recordedAt, trigger, source, state, ...facts }, before) {
      const row: Omit<PassRow, 'checksum'> = {
        pass,
        controller,
        at,
        lag: recordedAt - at,
        key,
        trigger,
        source: source === null ? null : addText(contents, 'source', source),
        facts: addPassFacts(contents, facts, before?.facts ?? null),
        state: addState(contents, state, before?.state ?? null),
      };
      insert.run({ ...row, checksum: passChecksum(row, contents.digestOf) });
    },
  };
}
