import type { Database } from 'better-sqlite3';
import type { Digest, NodeOutcome, NodeState, Pass, Roster } from '../roster/index.ts';
import type { Contents } from './contents.ts';
import type { Damage } from './damage.ts';
import type { NounLoader } from './load-nouns.ts';
import { damagedWords, type PassRecords } from './pass-records.ts';
import { openPassRows } from './pass-rows.ts';
import { decodeReport, type StoredReport } from './report-content.ts';
import type { ReportRow } from './rows.ts';
import { StoreError } from './store-error.ts';

/** A node's latest report, and its digest, by which the passes that rest on it are checked. */
interface Latest {
  readonly report: Pick<StoredReport, 'outcome' | 'error'>;
  readonly digest: Digest;
}

/** What the passes of a store are read with. */
export interface PassParts {
  readonly nouns: NounLoader;
  readonly records: PassRecords;
  readonly damage: Damage;
  /** The row of each node's last report at or before a pass. */
  lastReports(controller: string, upTo: number): Iterable<ReportRow>;
}

/**
 * Makes the function that reads passes with the state after each. Where the disk did not keep a pass, or a report, that
 * one is unreadable, and what was in force before it stands.
 */
export function openPassReader(
  database: Database,
  contents: Contents,
  { nouns, records, damage, lastReports }: PassParts,
): (controller: string, first: number, last: number) => Generator<Pass> {
  const rowsOf = openPassRows(database, damage);
  const changedIn = database.prepare<[number], ReportRow>('SELECT * FROM reports WHERE pass = ?');

  return function* (controller, first, last) {
    const latest = new Map<string, Latest>();
    let states = new Map<string, NodeState>();
    let roster: Roster | null = null;

    function take(row: ReportRow): void {
      const { node, pass } = row;
      // a row that is not what was recorded may be of any node
      const digest = damage.attempt<Digest | null>(
        `a report in pass ${pass}`,
        () => records.checks.report(row),
        () => null,
      );
      if (digest === null) return;
      const report = damage.attempt<Latest['report']>(
        `the report of ${node} in pass ${pass}`,
        () => {
          const given = decodeReport(contents.load(row.report).text);
          // a declaration that joined an earlier pass afterwards does not speak for this one
          if (given.inForce === null) states.delete(node);
          else states.set(node, nouns.nodeState(node, given.inForce));
          return given;
        },
        () => ({ outcome: 'unreadable', error: damagedWords }),
      );
      latest.set(node, { report, digest });
    }

    function digestOf(node: string): Digest {
      const known = latest.get(node);
      if (known) return known.digest;
      throw new StoreError(`the report of ${node} is missing`, { damaged: true });
    }

    for (const row of lastReports(controller, first - 1)) take(row);
    for (const row of rowsOf(controller, first, last)) {
      const number = typeof row === 'number' ? row : row.pass;
      const changes = damage.attempt<ReportRow[]>(
        `the reports in pass ${number}`,
        () => changedIn.all(number),
        () => [],
      );
      if (changes.length > 0) states = new Map(states);
      for (const change of changes) take(change);
      const facts = records.read(controller, row, digestOf);
      const standing: Roster | null = roster;
      const lost = damage.attempt(
        `the roster of pass ${number}`,
        () => {
          if (facts.roster !== undefined) roster = facts.roster === null ? null : nouns.roster(facts.roster);
          return {};
        },
        () => {
          roster = standing;
          return { outcome: 'unreadable', error: `its roster is ${damagedWords}` } as const;
        },
      );
      const state = { roster, nodes: states };
      yield { ...facts.record, ...lost, outcomes: outcomesOf(latest, facts.named), state };
    }
  };
}

function outcomesOf(latest: ReadonlyMap<string, Latest>, named: ReadonlySet<string>): NodeOutcome[] {
  return [...latest]
    .map(([node, { report }]): NodeOutcome => {
      const { outcome, error } = report;
      return named.has(node) ? { node, outcome, error } : { node, outcome: 'unreported', error: null };
    })
    .sort((a, b) => (a.node < b.node ? -1 : 1));
}
