import type { Database } from 'better-sqlite3';
import type { Digest, Json, JsonObject, PassRecord, Problem } from '../roster/index.ts';
import type { ContentId } from './contents.ts';
import type { Damage } from './damage.ts';
import type { NounLoader } from './load-nouns.ts';
import type { FoundPassRow } from './pass-rows.ts';
import type { RowChecks } from './row-checks.ts';
import { type JoinRow, type PassRow, rosterAfter } from './rows.ts';

/** A pass's own facts, the nodes that reported in it, and the roster in force after it. */
export interface RecordedFacts {
  readonly record: PassRecord;
  readonly named: ReadonlySet<string>;
  /** Undefined where it is not known, so that the last one stands. */
  readonly roster: ContentId | null | undefined;
  readonly joins: readonly JoinRow[];
}

/** Reads the facts of passes, each checked against the digest that was recorded with them. */
export interface PassRecords {
  /**
   * Of a pass that the disk did not keep: that it is unreadable. `reportOf` may throw; `again` finds reports another way, in
   * case that an index misled it.
   */
  read(row: FoundPassRow, reportOf: (node: string) => Digest, again?: () => void): RecordedFacts;
  joinsOf(pass: number): JoinRow[];
}

/** What is said of what the disk did not keep. */
export const damagedWords = 'damaged in the store';

/** Opens the facts of the passes of a store. */
export function openPassRecords(database: Database, checks: RowChecks, nouns: NounLoader, damage: Damage): PassRecords {
  const joinRows = database.prepare<[number], JoinRow>('SELECT * FROM joins WHERE pass = ? ORDER BY recorded_at, node');

  function whole(row: PassRow, reportOf: (node: string) => Digest): RecordedFacts {
    const joins = joinRows.all(row.pass);
    checks.pass(row, nouns.json(row.nodes), joins, reportOf);
    const record = recordOf(row, joins, nouns);
    return { record, named: namedIn(row, joins, nouns), roster: rosterAfter(row, joins), joins };
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

  function lost(row: FoundPassRow): RecordedFacts {
    const { pass: number, controller } = row;
    const at = timeOf(controller, number) ?? (row.digest === null ? 0 : row.at);
    const record: PassRecord = {
      number,
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
    return { record, named: new Set(), roster: undefined, joins: [] };
  }

  return {
    joinsOf: (pass) => joinRows.all(pass),
    read(row, reportOf, again) {
      if (row.digest === null) return damage.note(`pass ${row.pass}`, () => lost(row));
      const asFound = () => whole(row, reportOf);
      return damage.attempt(null, asFound, () => {
        again?.();
        return damage.attempt(`pass ${row.pass}`, asFound, () => lost(row));
      });
    },
  };
}

/** The nodes that reported in a pass, those included whose report joined it. */
export function namedIn(row: PassRow, joins: readonly JoinRow[], nouns: NounLoader): ReadonlySet<string> {
  return new Set([
    ...(nouns.json(row.nodes) as string[]),
    ...joins.filter(({ roster_given }) => roster_given === null).map(({ node }) => node),
  ]);
}

/** A pass with what joined it: a trigger and unknown keys of its own come before those that joined. */
function recordOf(row: PassRow, joins: readonly JoinRow[], nouns: NounLoader): PassRecord {
  const parts = [row, ...joins];
  const trigger = parts.find((part) => part.trigger !== null)?.trigger ?? null;
  return {
    number: row.pass,
    controller: row.controller,
    key: row.key,
    at: row.at,
    recordedAt: row.recorded_at,
    trigger: trigger === null ? null : (JSON.parse(trigger) as Json),
    outcome: row.outcome,
    error: row.error,
    source: row.source,
    problems: parts.flatMap(({ problems }) => (problems === null ? [] : (nouns.json(problems) as Problem[]))),
    extra: Object.fromEntries(
      parts
        .toReversed()
        .flatMap(({ extra }) => (extra === null ? [] : Object.entries(nouns.json(extra) as JsonObject))),
    ),
  };
}
