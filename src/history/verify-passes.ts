import type { Database } from 'better-sqlite3';
import type { ContentId, Contents } from './contents.ts';
import type { Findings } from './finding.ts';
import { horizonRowDigest, horizonRows } from './horizon.ts';
import { rowsOrLost } from './lost-rows.ts';
import { type JoinRow, joinChecksum, type PassRow, passChecksum } from './rows.ts';

/** In the index of times the numbers of passes stand once more. */
const numbered = {
  table: 'passes',
  number: 'pass',
  numbers: 'SELECT pass FROM passes INDEXED BY passes_by_at',
};

/** Checks the rows of passes, of what joined them, and of horizons, and that no pass is missing but those that were pruned. */
export function verifyPasses(database: Database, contents: Contents, findings: Findings): void {
  const digestAt = (content: ContentId) => contents.digestOf(content);
  const horizons = horizonRows(database);
  for (const row of horizons) findings.row('horizon', `horizon of ${row.controller}`, row, () => horizonRowDigest(row));
  const prunedBefore = Math.max(0, ...horizons.map(({ first_pass }) => first_pass));
  let expected = 1;
  let gone = 0;
  for (const found of rowsOrLost<PassRow>(database, numbered)) {
    const number = 'row' in found ? found.row.pass : found.lost;
    if (number === null) {
      findings.lost('pass', 'the table of passes', (found as { error: unknown }).error);
      break;
    }
    gone += Math.max(0, Math.min(number, prunedBefore) - expected);
    const next = Math.max(expected, prunedBefore);
    if (number > next) addMissing(findings, next, number - 1);
    expected = number + 1;
    if ('row' in found) findings.sum('pass', `pass ${number}`, found.row, () => passChecksum(found.row, digestAt));
    else findings.lost('pass', `pass ${number}`, found.error);
  }
  const pruned = horizons.reduce((sum, { removed }) => sum + removed, 0);
  if (gone !== pruned) {
    findings.add('sequence', `passes before ${prunedBefore}`, `${gone} are missing, and ${pruned} were pruned`);
  }
  verifyJoins(database, findings, digestAt, new Map(horizons.map((row) => [row.controller, row.first_pass])));
}

/** What joined a pass that was pruned stays for as long as later passes rest on it. */
function verifyJoins(
  database: Database,
  findings: Findings,
  digestAt: Parameters<typeof joinChecksum>[1],
  firstKept: ReadonlyMap<string, number>,
): void {
  findings.check('join', 'the table of joins', () => {
    const hasPass = database.prepare('SELECT 1 FROM passes WHERE pass = ?').pluck();
    for (const row of database.prepare<[], JoinRow>('SELECT * FROM joins ORDER BY pass, node').all()) {
      const place = `join of ${row.node || 'the roster'} in pass ${row.pass}`;
      findings.sum('join', place, row, () => joinChecksum(row, digestAt));
      if (row.pass >= (firstKept.get(row.controller) ?? 0) && hasPass.get(row.pass) === undefined)
        findings.add('reference', place, 'is without its pass');
    }
    return null;
  });
}

function addMissing(findings: Findings, first: number, last: number): void {
  if (first === last) findings.add('sequence', `pass ${first}`, 'is missing');
  else findings.add('sequence', `passes ${first} to ${last}`, 'are missing');
}
