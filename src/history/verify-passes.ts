import type { Database } from 'better-sqlite3';
import type { Digest } from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';
import type { Findings } from './finding.ts';
import { horizonRowDigest, horizonRows, standingReports } from './horizon.ts';
import { rowsOrLost } from './lost-rows.ts';
import { nodeNames } from './row-checks.ts';
import { type JoinRow, joinRowDigest, type PassRow, passRowDigest, type ReportRow, reportRowDigest } from './rows.ts';

/** In the index of times the numbers of passes stand once more. */
const numbered = {
  table: 'passes',
  number: 'pass',
  numbers: 'SELECT pass FROM passes INDEXED BY passes_by_at',
};

/** Checks the rows of passes, of the reports and joins in them, and of horizons, and that no pass is missing but those that were pruned. */
export function verifyPasses(database: Database, contents: Contents, findings: Findings): void {
  const digestAt = (content: ContentId) => contents.digestOf(content);
  const latest = new Map<string, ContentId>();
  const reportAt = (controller: string, node: string): Digest => {
    const report = latest.get(JSON.stringify([controller, node]));
    if (report === undefined) throw new Error(`the report of ${node} is missing`);
    return digestAt(report);
  };
  const reportsIn = openReportsIn(database, findings);
  const joinsOf = database.prepare<[number], JoinRow>('SELECT * FROM joins WHERE pass = ? ORDER BY node');

  function takeReports(place: string, read: () => ReportRow[]): void {
    findings.check('report', place, () => {
      for (const row of read()) {
        latest.set(JSON.stringify([row.controller, row.node]), row.report);
        findings.row('report', `report of ${row.node} in pass ${row.pass}`, row, () => reportRowDigest(row, digestAt));
      }
      return null;
    });
  }

  function verifyPass(row: PassRow): void {
    const { pass, controller } = row;
    takeReports(`the reports in pass ${pass}`, () => reportsIn(pass));
    findings.row('pass', `pass ${pass}`, row, () => {
      const nodes = nodeNames(JSON.parse(contents.load(row.nodes).text));
      return passRowDigest(
        row,
        nodes.map((node) => reportAt(controller, node)),
        digestAt,
      );
    });
    findings.check('join', `the joins of pass ${pass}`, () => {
      for (const join of joinsOf.all(pass)) {
        findings.row('join', `join of ${join.node || 'the roster'} in pass ${pass}`, join, () =>
          joinRowDigest(join, join.roster_given === null ? reportAt(controller, join.node) : null, digestAt),
        );
      }
      return null;
    });
  }

  const horizons = horizonRows(database);
  for (const row of horizons) {
    findings.check('horizon', `horizon of ${row.controller}`, () => {
      // the passes of these reports are gone, and later ones rest on them
      const standing = standingReports(database, row.controller, row.first_pass);
      findings.row('horizon', `horizon of ${row.controller}`, row, () => horizonRowDigest(row, standing, digestAt));
      takeReports('the reports that stand for what was pruned', () => standing);
      return null;
    });
  }
  const prunedBefore = Math.max(0, ...horizons.map(({ first_pass }) => first_pass));
  let expected = 1;
  let gone = 0;
  for (const found of rowsOrLost<PassRow>(database, numbered)) {
    const number = 'row' in found ? found.row.pass : found.lost;
    if (number === null) {
      findings.lost('pass', 'the table of passes', (found as { error: unknown }).error);
      return;
    }
    gone += Math.max(0, Math.min(number, prunedBefore) - expected);
    const next = Math.max(expected, prunedBefore);
    if (number > next) addMissing(findings, next, number - 1);
    expected = number + 1;
    if ('row' in found) verifyPass(found.row);
    else {
      findings.lost('pass', `pass ${number}`, found.error);
      takeReports(`the reports in pass ${number}`, () => reportsIn(number));
    }
  }
  const pruned = horizons.reduce((sum, { removed }) => sum + removed, 0);
  if (gone !== pruned) {
    findings.add('sequence', `passes before ${prunedBefore}`, `${gone} are missing, and ${pruned} were pruned`);
  }
}

function addMissing(findings: Findings, first: number, last: number): void {
  if (first === last) findings.add('sequence', `pass ${first}`, 'is missing');
  else findings.add('sequence', `passes ${first} to ${last}`, 'are missing');
}

/** The reports in a pass. Where the index is damaged by which they are found, the table is read whole. */
function openReportsIn(database: Database, { list }: Findings): (pass: number) => ReportRow[] {
  if (!list.some(({ place }) => place === 'the index reports_by_pass')) {
    const rows = database.prepare<[number], ReportRow>('SELECT * FROM reports WHERE pass = ?');
    return (pass) => rows.all(pass);
  }
  const byPass = new Map<number, ReportRow[]>();
  for (const row of database.prepare<[], ReportRow>('SELECT * FROM reports ORDER BY controller, node, pass').all())
    byPass.set(row.pass, [...(byPass.get(row.pass) ?? []), row]);
  return (pass) => byPass.get(pass) ?? [];
}
