import type { Database } from 'better-sqlite3';
import type { Findings } from './finding.ts';
import { type GapEndRow, type GapRow, gapEndRowDigest, gapRowDigest } from './gaps.ts';
import { rowsOrLost } from './lost-rows.ts';
import { type ObservationRow, observationRowDigest } from './observations.ts';
import { lastPrunedGap } from './prune-times.ts';
import { type RecorderRow, recorderRowDigest } from './recorders.ts';
import { findSetting, type SettingRow, settingDigest } from './settings.ts';

/** Each has an index in which the numbers of its rows stand once more. */
const observations = {
  table: 'observations',
  number: 'observation',
  numbers: 'SELECT observation FROM observations INDEXED BY observations_by_at',
};
const gaps = { table: 'gaps', number: 'gap', numbers: 'SELECT gap FROM gaps INDEXED BY gaps_by_recorder' };
const gapEnds = { table: 'gap_ends', number: 'gap', numbers: gaps.numbers };

/** Checks the rows that stand beside the passes: observations, gaps, recorders, settings. */
export function verifyTimes(database: Database, findings: Findings): void {
  verifyObservations(database, findings);
  verifyGaps(database, findings);
  verifyNotes(database, findings);
}

function verifyObservations(database: Database, findings: Findings): void {
  for (const found of rowsOrLost<ObservationRow>(database, observations)) {
    if ('row' in found) {
      const { row } = found;
      const time = new Date(row.at);
      const at = Number.isNaN(time.getTime()) ? row.at : time.toISOString();
      const place = `observation of ${row.container} on ${row.node} at ${at}`;
      findings.row('observation', place, row, () => observationRowDigest(row));
    } else {
      const place = found.lost === null ? 'the table of observations' : `observation ${found.lost}`;
      findings.lost('observation', place, found.error);
    }
  }
}

function verifyGaps(database: Database, findings: Findings): void {
  let next = 1;
  let pruned = 0;
  findings.check('setting', `the setting ${lastPrunedGap}`, () => {
    pruned = Number(findSetting(database, lastPrunedGap) ?? 0);
    return null;
  });
  for (const found of rowsOrLost<GapRow>(database, gaps)) {
    const gap = 'row' in found ? found.row.gap : found.lost;
    if (gap !== null && gap !== next && gap > pruned + 1) {
      const last = gap - 1;
      if (next === last) findings.add('gap', `gap ${next}`, 'is missing');
      else findings.add('gap', `gaps ${next} to ${last}`, 'are missing');
    }
    next = (gap ?? 0) + 1;
    if ('row' in found) findings.row('gap', `gap ${gap}`, found.row, () => gapRowDigest(found.row));
    else findings.lost('gap', gap === null ? 'the table of gaps' : `gap ${gap}`, found.error);
  }
  for (const found of rowsOrLost<GapEndRow>(database, gapEnds)) {
    if ('row' in found)
      findings.row('gap', `the end of gap ${found.row.gap}`, found.row, () => gapEndRowDigest(found.row));
    // a gap that goes on has no end
    else if (!(found.lost !== null && (found.error as Error).message === 'is missing from its table'))
      findings.lost('gap', found.lost === null ? 'the ends of gaps' : `the end of gap ${found.lost}`, found.error);
  }
}

/** Rows that were written before there were digests of them have none. */
function verifyNotes(database: Database, findings: Findings): void {
  findings.check('recorder', 'the table of recorders', () => {
    for (const row of database.prepare<[], RecorderRow>('SELECT * FROM recorders').all()) {
      const { digest } = row;
      if (digest !== null)
        findings.row('recorder', `the recorder ${row.recorder}`, { digest }, () => recorderRowDigest(row));
    }
    return null;
  });
  findings.check('setting', 'the table of settings', () => {
    for (const row of database.prepare<[], SettingRow>('SELECT * FROM settings').all()) {
      const { digest } = row;
      if (digest !== null) findings.row('setting', `the setting ${row.name}`, { digest }, () => settingDigest(row));
    }
    return null;
  });
}
