import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diagnose } from '../../src/diff/index.ts';
import { checkBlocks } from '../../src/report/check-blocks.ts';
import type { Block } from '../../src/report/view.ts';
import { diagnosisOf, passesOf, utc } from './builders.ts';
import { hostileText } from './hostile.ts';
import { incident } from './incident-passes.ts';

function commands(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.kind === 'code' ? block.lines : []));
}

describe('checkBlocks', () => {
  test('has the commands for each claim, with absolute times', () => {
    const diagnosis = diagnosisOf(incident('+-+', { controller: 'mesh' }), { controlPlane: ['postgres*'] });
    const window = '--since 2026-03-01T10:02:00Z --until 2026-03-01T10:03:00Z';
    const program = "--tz UTC --store '/var/my store.db' --controller mesh";

    expect(commands(checkBlocks(diagnosis, { store: '/var/my store.db' }, utc))).toEqual([
      `roster-history diff ${window} ${program}`,
      `roster-history flaps ${window} ${program}`,
      `roster-history explain ${window} --control-plane 'postgres*' ${program}`,
      `roster-history name books.g14.example ${window} ${program}`,
      `roster-history show 2 ${program}`,
      `roster-history diff 1 2 --text ${program}`,
      "roster-history verify --store '/var/my store.db'",
    ]);
  });

  test('has the window as it was asked for', () => {
    const asked = { since: 0, until: 60_000 };

    expect(commands(checkBlocks(diagnosisOf(incident('++')), asked, utc))).toEqual([
      'roster-history diff --since 1970-01-01T00:00:00Z --until 1970-01-01T00:01:00Z --tz UTC',
      'roster-history flaps --since 1970-01-01T00:00:00Z --until 1970-01-01T00:01:00Z --tz UTC',
      'roster-history explain --since 1970-01-01T00:00:00Z --until 1970-01-01T00:01:00Z --tz UTC',
      'roster-history verify',
    ]);
  });

  test('has passes for the window where the clock went back', () => {
    const passes = incident('+++').map((one) => ({ ...one, at: -one.at }));

    expect(commands(checkBlocks(diagnosisOf(passes), {}, utc))[1]).toBe(
      'roster-history flaps --since 2 --until 3 --tz UTC',
    );
  });

  test('has the first change where no name moved, and none where there is nothing before it', () => {
    const spec = (image: string) => ({ nodes: { ace: { containers: [{ spec: { image } }] } } });
    const passes = passesOf(spec('a'), spec('b'));

    expect(commands(checkBlocks(diagnosisOf(passes), {}, utc))).toContain('roster-history diff 1 2 --text --tz UTC');
    expect(
      checkBlocks(diagnose({ baseline: null, passes: () => [] }, { observations: [], controlPlane: [] }), {}, utc),
    ).toEqual([]);
  });

  test('a shell takes any text as the word that it is', () => {
    fc.assert(
      fc.property(
        hostileText.filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text)),
        (store) => {
          const last = commands(checkBlocks(diagnosisOf(incident('++')), { store }, utc)).at(-1) as string;

          expect(
            execFileSync('sh', ['-c', last.replace('roster-history', "printf '%s\\n'")], { encoding: 'utf8' }),
          ).toBe(`verify\n--store\n${store}\n`);
        },
      ),
      { numRuns: 60 },
    );
  });
});
