import type { Database } from 'better-sqlite3';
import type { Json, PassRecord } from '../roster/index.ts';
import type { Damage } from './damage.ts';
import { type Join, openJoins } from './joins.ts';
import type { NounLoader } from './load-nouns.ts';
import type { MeshState } from './mesh-state.ts';
import type { PassFacts } from './pass-facts.ts';
import type { FoundPassRow } from './pass-rows.ts';
import type { RowChecks } from './row-checks.ts';
import type { PassRow } from './rows.ts';

/** A pass as it was recorded, what joined it, and the state after it with that. */
export interface RecordedPass {
  readonly row: PassRow;
  readonly facts: PassFacts;
  readonly joins: readonly Join[];
  readonly state: MeshState;
}

/** Reads passes, each checked against the sum that was recorded with it. */
export interface PassRecords {
  /** Throws a StoreError where the disk did not keep it. */
  load(row: PassRow): RecordedPass;
  /** The same; null where the disk did not keep it. */
  find(row: FoundPassRow): RecordedPass | null;
  /** A pass's own facts with those that joined it; of one that the disk did not keep, that it is unreadable. */
  record(row: FoundPassRow, recorded: RecordedPass | null): PassRecord;
  /** Reads what joined anew from here on. */
  forget(): void;
}

/** What is said of what the disk did not keep. */
export const damagedWords = 'damaged in the store';

/** Opens the passes of a store, for rows that are read one after the other. */
export function openPassRecords(database: Database, checks: RowChecks, nouns: NounLoader, damage: Damage): PassRecords {
  const joinRows = openJoins(database, checks, nouns);

  function load(row: PassRow): RecordedPass {
    checks.pass(row);
    const facts = nouns.passFacts(row.facts);
    const joins = joinRows.of(row.pass);
    return { row, facts, joins, state: joinRows.inForce(row.controller, row.pass, nouns.state(row.state)) };
  }

  /** The index keeps the time once more. */
  function timeOf(controller: string, pass: number): number | null {
    const sql = 'SELECT at FROM passes INDEXED BY passes_by_at WHERE controller = ? AND +pass = ?';
    return damage.attempt<number | null>(
      `pass ${pass}`,
      () => (database.prepare(sql).pluck().get(controller, pass) as number | undefined) ?? null,
      () => null,
    );
  }

  function lost({ pass, controller }: FoundPassRow): PassRecord {
    const at = timeOf(controller, pass) ?? 0;
    return {
      number: pass,
      controller,
      key: null,
      at,
      recordedAt: at,
      trigger: null,
      outcome: 'unreadable',
      error: damagedWords,
      source: null,
      problems: [],
      extra: {},
    };
  }

  /** A trigger and unknown keys of the pass's own come before those that joined. */
  function whole({ row, facts, joins }: RecordedPass): PassRecord {
    const trigger = row.trigger ?? joins.find((join) => join.row.trigger !== null)?.row.trigger ?? null;
    return {
      number: row.pass,
      controller: row.controller,
      key: row.key,
      at: row.at,
      recordedAt: row.at + row.lag,
      trigger: trigger === null ? null : (JSON.parse(trigger) as Json),
      outcome: facts.outcome,
      error: facts.error,
      source: row.source === null ? null : nouns.text(row.source),
      problems: joins.length === 0 ? facts.problems : [facts, ...joins].flatMap(({ problems }) => problems),
      extra:
        joins.length === 0
          ? facts.extra
          : Object.fromEntries([facts, ...joins].toReversed().flatMap(({ extra }) => Object.entries(extra))),
    };
  }

  return {
    load,
    forget: joinRows.forget,
    find(row) {
      if (row.facts === null) return damage.note(`pass ${row.pass}`, () => null);
      return damage.attempt<RecordedPass | null>(
        `pass ${row.pass}`,
        () => load(row),
        () => null,
      );
    },
    record(row, recorded) {
      if (recorded === null) return lost(row);
      return damage.attempt(
        `pass ${row.pass}`,
        () => whole(recorded),
        () => lost(row),
      );
    },
  };
}
