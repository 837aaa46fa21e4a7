import { describe, expect, test } from 'vitest';
import { diagnose } from '../../src/diff/index.ts';
import { timelineTable } from '../../src/report/timeline-table.ts';
import type { Pass } from '../../src/roster/index.ts';
import { mesh, recordingGap } from '../diff/builders.ts';
import { diagnosisOf, passesOf, plain, utc } from './builders.ts';
import { incident } from './incident-passes.ts';

function rows(passes: readonly Pass[]): string[] {
  return plain(timelineTable(diagnosisOf(passes), utc))
    .trimEnd()
    .split('\n')
    .map((row) => row.trim().replace(/ {2,}/g, ' | '));
}

describe('timelineTable', () => {
  test('has a row for each pass, and one for a run of quiet ones', () => {
    expect(rows(incident('++-+!+++++'))).toEqual([
      'PASS | TIME | TRIGGER | MOVED | REPLACED',
      '2 | 2026-03-01 10:02:00 | assign gitea | nothing | –',
      '3 | 2026-03-01 10:03:00 | timer | − 2 names of g14 lost | 3',
      '4 | 2026-03-01 10:04:00 | assign gitea | + 2 names of g14 returned | 3',
      '5 | 2026-03-01 10:05:00 | timer | g14 failed; − 2 names of g14 lost | 3',
      '6 | 2026-03-01 10:06:00 | assign gitea | + 2 names of g14 returned, as in pass 4 | 3',
      '7–10 | 2026-03-01 10:07:00 to 2026-03-01 10:10:00 | 4 quiet passes',
    ]);
  });

  test('has a row for what is not recorded, and no run goes on across it', () => {
    const [baseline, ...rest] = incident('+++++++++') as [Pass, ...Pass[]];
    const recordingGaps = [recordingGap(5.2, 5.8), recordingGap(9, 25)];
    const diagnosis = diagnose({ baseline, recordingGaps, passes: () => rest }, { observations: [], controlPlane: [] });

    expect(
      plain(timelineTable(diagnosis, utc))
        .split('\n')
        .map((row) => row.trim().replace(/ {2,}/g, ' | ')),
    ).toEqual([
      'PASS | TIME | TRIGGER | MOVED | REPLACED',
      '2–5 | 2026-03-01 10:02:00 to 2026-03-01 10:05:00 | 4 quiet passes',
      '– | 2026-03-01 10:05:12–10:05:48, 0.6 min | not recorded: the recorder was not running',
      '6–9 | 2026-03-01 10:06:00 to 2026-03-01 10:09:00 | 4 quiet passes',
      '– | 2026-03-01 10:09–10:25, 16 min | not recorded: the recorder was not running',
      '',
    ]);
  });

  test('tells what came and went without a name, and a first pass', () => {
    const run = (...ids: string[]) => ({ nodes: { ace: { containers: ids.map((id) => ({ id })) } } });
    const passes = passesOf(run('a/a'), run('a/a', 'b/b'), run('a/a'));

    expect(rows(passes).slice(1)).toEqual([
      '2 | 2026-03-01 10:02:00 | no name, 1 container came | –',
      '3 | 2026-03-01 10:03:00 | no name, 1 container went | –',
    ]);
    const { window, ...rest } = diagnosisOf(passes);
    const first = { ...window, passes: window.passes.map((one) => ({ ...one, difference: null })) };
    expect(plain(timelineTable({ ...rest, window: first }, utc))).toContain('the first pass');
  });

  test('counts the moves and the rows that are too many', () => {
    const names = (last: number) => Array.from({ length: 6 }, (_, index) => `n${index}:192.0.2.${last + index}`);
    const letters = Array.from({ length: 70 }, (_, index) => mesh([`db:198.51.100.${index + 1}`]));

    expect(rows(passesOf(mesh(names(100)), mesh(names(200)))).at(-1)).toBe(
      '2 | 2026-03-01 10:02:00 | ~ n0, ~ n1, ~ n2, ~ n3 and 2 more | 3',
    );
    expect(rows(passesOf(...letters)).at(-1)).toBe('and 9 more rows');
  });
});
