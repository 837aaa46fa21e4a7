import type { Database } from 'better-sqlite3';
import type { Damage } from './damage.ts';
import type { RowChecks } from './row-checks.ts';
import type { ReportRow } from './rows.ts';

/** The rows of reports, without those that are not what was recorded: such a one may be of any node. */
export interface CheckedReports {
  /** The nodes of a controller that were ever reported, by name. */
  nodes(controller: string): string[];
  /** The last one of a node at or before a pass, not checked. */
  find(controller: string, node: string, upTo: number): ReportRow | null;
  /** The last one of each node at or before a pass. */
  lastOf(controller: string, upTo: number): ReportRow[];
  /** Those that differ from the one before, in a pass. */
  changedIn(pass: number): ReportRow[];
}

/** Each node of a controller, found by hopping over the primary key instead of scanning it. */
const nodesOfController = `
  WITH RECURSIVE hop (node) AS (
    SELECT min(node) FROM reports WHERE controller = :controller
    UNION ALL
    SELECT (SELECT min(node) FROM reports WHERE controller = :controller AND node > hop.node) FROM hop WHERE hop.node IS NOT NULL
  ) SELECT node FROM hop WHERE node IS NOT NULL`;

/** Opens the reports of a store. */
export function openCheckedReports(database: Database, checks: RowChecks, damage: Damage): CheckedReports {
  const last = database.prepare<[string, string, number], ReportRow>(
    'SELECT * FROM reports WHERE controller = ? AND node = ? AND pass <= ? ORDER BY pass DESC LIMIT 1',
  );
  const changed = database.prepare<[number], ReportRow>('SELECT * FROM reports WHERE pass = ?');
  const nodes = (controller: string) => database.prepare(nodesOfController).pluck().all({ controller }) as string[];

  function readable(place: string, read: () => ReportRow[]): ReportRow[] {
    const rows = damage.attempt<ReportRow[]>(place, read, () => []);
    const isWhole = (row: ReportRow) =>
      damage.attempt(
        place,
        () => {
          checks.report(row);
          return true;
        },
        () => false,
      );
    return rows.filter(isWhole);
  }

  return {
    nodes,
    find: (controller, node, upTo) => last.get(controller, node, upTo) ?? null,
    lastOf: (controller, upTo) =>
      damage
        .attempt<string[]>(
          'the names of nodes',
          () => nodes(controller),
          () => [],
        )
        .flatMap((node) =>
          readable(`a report before pass ${upTo + 1}`, () => [last.get(controller, node, upTo) ?? []].flat()),
        ),
    changedIn: (pass) => readable(`a report in pass ${pass}`, () => changed.all(pass)),
  };
}
