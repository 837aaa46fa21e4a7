import type { Database } from 'better-sqlite3';
import type { Findings } from './finding.ts';
import type { HorizonRow } from './horizon.ts';
import { findNumbers } from './lost-rows.ts';
import { type JoinRow, joinChecksum } from './rows.ts';

/** What joined a pass that was pruned stays for as long as later passes rest on it. Where horizons are null, it is not known which were. */
export function verifyJoins(
  database: Database,
  findings: Findings,
  digestAt: Parameters<typeof joinChecksum>[1],
  horizons: readonly HorizonRow[] | null,
): void {
  const firstKept = new Map(horizons?.map((row) => [row.controller, row.first_pass]));
  const hasPass = database.prepare('SELECT 1 FROM passes WHERE pass = ?').pluck();
  for (const row of readJoins(database, findings)) {
    const place = `join of ${row.node || 'the roster'} in pass ${row.pass}`;
    findings.sum('join', place, row, () => joinChecksum(row, digestAt));
    if (horizons === null || row.pass < (firstKept.get(row.controller) ?? 0)) continue;
    if (isMissing(() => hasPass.get(row.pass))) findings.add('reference', place, 'is without its pass');
  }
}

/** Every join; pass by pass where reading meets damage. */
function readJoins(database: Database, findings: Findings): JoinRow[] {
  try {
    return database.prepare<[], JoinRow>('SELECT * FROM joins ORDER BY pass, node').all();
  } catch (error) {
    const passes = findNumbers(database, 'SELECT pass FROM passes INDEXED BY passes_by_at');
    if (passes === null) {
      findings.lost('join', 'the table of joins', error);
      return [];
    }
    return joinsOneByOne(database, passes, findings);
  }
}

function joinsOneByOne(database: Database, passes: readonly number[], findings: Findings): JoinRow[] {
  const ofPass = database.prepare<[number], JoinRow>('SELECT * FROM joins WHERE pass = ? ORDER BY node');
  const found: JoinRow[] = [];
  const lost: { readonly first: number; last: number; readonly error: unknown }[] = [];
  let isLost = false;
  for (const pass of passes) {
    try {
      found.push(...ofPass.all(pass));
      isLost = false;
    } catch (error) {
      const stretch = isLost ? lost.at(-1) : undefined;
      if (stretch) stretch.last = pass;
      else lost.push({ first: pass, last: pass, error });
      isLost = true;
    }
  }
  for (const { first, last, error } of lost)
    findings.lost(
      'join',
      first === last ? `what joined pass ${first}` : `what joined passes ${first} to ${last}`,
      error,
    );
  return found;
}

/** Whether nothing is found; what cannot be read is said elsewhere. */
function isMissing(find: () => unknown): boolean {
  try {
    return find() === undefined;
  } catch {
    return false;
  }
}
