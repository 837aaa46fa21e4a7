import { describe, expect, test } from 'vitest';
import type { Diagnosis } from '../../src/diff/index.ts';
import { costBlocks } from '../../src/report/cost-blocks.ts';
import { startMs } from '../roster/builders.ts';
import { diagnosisOf, plain, utc } from './builders.ts';
import { incident, told } from './incident-passes.ts';

const quiet = diagnosisOf(incident('++'));

function text(parts: Partial<Diagnosis> = {}): string {
  return plain(costBlocks({ ...quiet, ...parts }, utc));
}

function minutes(...counts: readonly (readonly [minute: number, count: number])[]): Diagnosis['minutes'] {
  return counts.map(([minute, count]) => ({ minute: startMs + minute * 60_000, count }));
}

describe('what it cost', () => {
  test('is told pass by pass, minute by minute, and with the control plane', () => {
    const observations = [told(2, 3, 'died'), told(2, 5), told(2, 63, 'started'), told(3, 4)];
    const diagnosis = diagnosisOf(incident('+-+'), { observations, controlPlane: ['postgres*'] });

    const answer = plain(costBlocks(diagnosis, utc));

    expect(answer).toContain(
      'PASS  PREDICTED  OBSERVED  UNEXPLAINED  MISSING\n   2          2         1            0        1\n',
    );
    expect(answer).toContain(' all          4         2            0        2\n');
    expect(answer).toContain(
      'MINUTE            REPLACEMENTS\n2026-03-01 10:02             1\n2026-03-01 10:03             1\n',
    );
    expect(answer).toContain('Replacements, observed (per minute)\n10:02  ████');
    expect(answer).toContain('Away 1 time, 1 min together.');
    expect(answer).toContain(
      'postgres.server (mesh-store) on novox  2026-03-01 10:02:03 UTC  2026-03-01 10:03:03 UTC  1 min\n',
    );
  });

  test('is predicted where nothing was observed', () => {
    const answer = plain(costBlocks(diagnosisOf(incident('+-'), { controlPlane: ['postgres*'] }), utc));

    expect(answer).toContain('Every figure is predicted from declarations');
    expect(answer).toContain('Predicted, at the time of their pass.');
    expect(answer).toContain('Not told: no host log and no engine event of this window is recorded.');
  });

  test('has neither table nor chart where nothing was replaced', () => {
    expect(text()).not.toContain('per minute');
    expect(text()).toContain('Not told: no container was named that the control plane runs on.');
  });

  test('says that the observations tell of no absence', () => {
    expect(text({ controlPlane: ['x'], minutesAre: 'observed' })).toContain('no observation says when a container');
  });

  test('tells an absence that did not end, and counts those that are too many', () => {
    const absence = { node: 'novox', container: 'mesh-store/postgres.server', from: startMs };
    const absences = Array.from({ length: 25 }, (_, index) => ({
      ...absence,
      until: index === 0 ? null : startMs + 60_000,
    }));
    const answer = text({ controlPlane: ['x'], absences });

    expect(answer).toContain('Away 25 times, 24 min together; 1 not seen to start again.');
    expect(answer).toMatch(/10:00:00 UTC {2}not seen to start +–\n/);
    expect(answer).toContain('and 5 more absences\n');
  });

  test('counts the passes and the minutes that are too many', () => {
    const tallies = Array.from({ length: 42 }, (_, pass) => ({
      pass,
      predicted: 1,
      observed: 1,
      unexplained: 0,
      missing: 0,
    }));
    const answer = text({
      tallies,
      minutes: minutes(...Array.from({ length: 45 }, (_, index) => [index, 1] as const)),
    });

    expect(answer).toContain('and 2 more passes\n');
    expect(answer).toContain('and 5 more minutes\n');
  });

  test.each([
    [[0, 59], 'per minute', 60],
    [[0, 60], 'per 2 min', 31],
    [[0, 60 * 24], 'per 30 min', 49],
    [[0, 60 * 24 * 40], 'per 1440 min', 41],
    [[0, 60 * 24 * 400], 'per 10080 min', 58],
  ] as const)('a chart of minutes %j is drawn %s', (ends, unit, bars) => {
    const blocks = costBlocks({ ...quiet, minutes: minutes(...ends.map((one) => [one, 2] as const)) }, utc);
    const chart = blocks.find(({ kind }) => kind === 'chart');

    expect(chart).toMatchObject({ unit });
    expect(chart?.kind === 'chart' && chart.bars.length).toBe(bars);
    expect(chart?.kind === 'chart' && chart.bars.reduce((sum, { value }) => sum + value, 0)).toBe(4);
  });
});
