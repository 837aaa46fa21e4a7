import type { Digest, NodeOutcome, NodeState, Pass, Roster } from '../roster/index.ts';
import type { CheckedReports } from './checked-reports.ts';
import type { Contents } from './contents.ts';
import type { Damage } from './damage.ts';
import type { NounLoader } from './load-nouns.ts';
import { damagedWords, type PassRecords } from './pass-records.ts';
import type { ReadPassRows } from './pass-rows.ts';
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
  readonly reports: CheckedReports;
  readonly rows: ReadPassRows;
  readonly damage: Damage;
}

/**
 * Makes the function that reads passes with the state after each. Where the disk did not keep a pass, or a report, that
 * one is unreadable, and what was in force before it stands.
 */
export function openPassReader(
  contents: Contents,
  { nouns, records, reports, rows, damage }: PassParts,
): (controller: string, first: number, last: number) => Generator<Pass> {
  return function* (controller, first, last) {
    const latest = new Map<string, Latest>();
    let states = new Map<string, NodeState>();
    let roster: Roster | null = null;

    function take(row: ReportRow): void {
      const { node, pass } = row;
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
      latest.set(node, { report, digest: contents.digestOf(row.report) });
    }

    function digestOf(node: string): Digest {
      const known = latest.get(node);
      if (known) return known.digest;
      throw new StoreError(`the report of ${node} is missing`, { damaged: true });
    }

    for (const row of reports.lastOf(controller, first - 1)) take(row);
    for (const row of rows(controller, first, last)) {
      const changes = reports.changedIn(row.pass);
      if (changes.length > 0) states = new Map(states);
      for (const change of changes) take(change);
      const facts = records.read(row, digestOf, () => {
        states = new Map(states);
        for (const report of reports.lastOf(controller, row.pass)) take(report);
      });
      const standing: Roster | null = roster;
      const lost = damage.attempt(
        `the roster of pass ${row.pass}`,
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
