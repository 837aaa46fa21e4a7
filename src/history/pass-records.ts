import type { Database } from 'better-sqlite3';
import type { Json, PassRecord } from '../roster/index.ts';
import type { Damage } from './damage.ts';
import { type Join, openJoins } from './joins.ts';
import { latestLoads } from './latest-loads.ts';
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

const asLost = { outcome: 'unreadable', error: damagedWords, problems: [], extra: {} } as const;
const lostFacts: PassFacts = { ...asLost, lone: false };

/** Opens the passes of a store, for rows that are read one after the other. */
export function openPassRecords(database: Database, checks: RowChecks, nouns: NounLoader, damage: Damage): PassRecords {
  const joinRows = openJoins(database, checks, nouns, damage);
  const facts = latestLoads(nouns.passFacts);
  const states = latestLoads(nouns.state);
  const texts = latestLoads(nouns.text);

  function load(row: PassRow): RecordedPass {
    checks.pass(row);
    const joins = joinRows.of(row.pass);
    const state = joinRows.inForce(row.controller, row.pass, joins, states.load(row.state));
    return { row, facts: facts.find(row.facts) ?? factsOf(row), joins, state };
  }

  /** Passes that fared alike share them: what else is known of each is told without. */
  function factsOf(row: PassRow): PassFacts {
    return damage.attempt(
      `pass ${row.pass}`,
      () => facts.load(row.facts),
      () => lostFacts,
    );
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

  /** The row of a pass whose state, or what joined it, is lost; null where it is lost itself. */
  function wholeRow(row: FoundPassRow): PassRow | null {
    if (row.facts === null) return null;
    return damage.attempt<PassRow | null>(
      null,
      () => {
        checks.pass(row);
        return row;
      },
      () => null,
    );
  }

  function lost(found: FoundPassRow): PassRecord {
    const row = wholeRow(found);
    const at = row?.at ?? timeOf(found.controller, found.pass) ?? 0;
    return {
      number: found.pass,
      controller: found.controller,
      key: row?.key ?? null,
      at,
      recordedAt: at + (row?.lag ?? 0),
      trigger: row === null ? null : triggerOf(row.trigger),
      source: row === null ? null : sourceOf(row),
      ...asLost,
    };
  }

  function sourceOf({ pass, source }: PassRow): string | null {
    if (source === null) return null;
    return (
      texts.find(source) ??
      damage.attempt<string | null>(
        `the source of pass ${pass}`,
        () => texts.load(source),
        () => null,
      )
    );
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
      trigger: triggerOf(trigger),
      outcome: facts.outcome,
      error: facts.error,
      source: sourceOf(row),
      problems: joins.length === 0 ? facts.problems : [facts, ...joins].flatMap(({ problems }) => problems),
      extra:
        joins.length === 0
          ? facts.extra
          : Object.fromEntries([facts, ...joins].toReversed().flatMap(({ extra }) => Object.entries(extra))),
    };
  }

  return {
    load,
    forget() {
      joinRows.forget();
      for (const one of [facts, states, texts]) one.forget();
    },
    find(row) {
      if (row.facts === null) return damage.note(`pass ${row.pass}`, () => null);
      try {
        return load(row);
      } catch (error) {
        return damage.passOver(`pass ${row.pass}`, error, null);
      }
    },
    record(row, recorded) {
      if (recorded === null) return lost(row);
      try {
        return whole(recorded);
      } catch (error) {
        return damage.passOver(`pass ${row.pass}`, error, lost(row));
      }
    },
  };
}

function triggerOf(trigger: string | null): Json {
  return trigger === null ? null : (JSON.parse(trigger) as Json);
}
