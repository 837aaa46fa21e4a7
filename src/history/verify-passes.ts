import type { Database } from 'better-sqlite3';
import type { ContentId, Contents } from './contents.ts';
import type { Findings } from './finding.ts';
import { type HorizonRow, horizonRowDigest, horizonRows } from './horizon.ts';
import { rowsOrLost } from './lost-rows.ts';
import { type PassRow, passChecksum } from './rows.ts';
import { verifyJoins } from './verify-joins.ts';

/** In the index of times the numbers of passes stand once more. */
export const numberedPasses = {
  table: 'passes',
  number: 'pass',
  numbers: 'SELECT pass FROM passes INDEXED BY passes_by_at',
};

/** Checks the rows of passes, of what joined them, and of horizons, and that no pass is missing but those that were pruned. */
export function verifyPasses(database: Database, contents: Contents, findings: Findings): void {
  const digestAt = (content: ContentId) => contents.digestOf(content);
  const horizons = verifyHorizons(database, findings);
  // where it is not known which passes were pruned, none is missed
  const prunedBefore = horizons === null ? Infinity : Math.max(0, ...horizons.map(({ first_pass }) => first_pass));
  let expected = 1;
  let gone = 0;
  for (const found of rowsOrLost<PassRow>(database, numberedPasses)) {
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
  const pruned = horizons?.reduce((sum, { removed }) => sum + removed, 0) ?? gone;
  if (gone !== pruned) {
    findings.add('sequence', `passes before ${prunedBefore}`, `${gone} are missing, and ${pruned} were pruned`);
  }
  verifyJoins(database, findings, digestAt, horizons);
}

/** The rows of horizons; null where they cannot be read. */
function verifyHorizons(database: Database, findings: Findings): HorizonRow[] | null {
  let found: HorizonRow[] | null = null;
  findings.check('horizon', 'the table of horizons', () => {
    const rows = horizonRows(database);
    for (const row of rows) findings.row('horizon', `horizon of ${row.controller}`, row, () => horizonRowDigest(row));
    found = rows;
    return null;
  });
  return found;
}

function addMissing(findings: Findings, first: number, last: number): void {
  if (first === last) findings.add('sequence', `pass ${first}`, 'is missing');
  else findings.add('sequence', `passes ${first} to ${last}`, 'are missing');
}
