import { describe, expect, test } from 'vitest';
import { disagreements, type PassGap, stretchGaps } from '../../src/diff/index.ts';
import { disagreementLines, gapLines } from '../../src/report/doubt-lines.ts';
import { recordingGap, runs } from '../diff/builders.ts';
import { type StateParts, state } from '../roster/builders.ts';
import { passesOf, texts, utc } from './builders.ts';

function disagreeing(parts: StateParts): string[] {
  return texts(disagreementLines({ disagreements: disagreements(state(parts)) }));
}

describe('disagreementLines', () => {
  test('who holds which address', () => {
    const nodes = { ace: runs('db:192.0.2.81'), g14: runs('db:192.0.2.82,192.0.2.83'), novox: runs('db:192.0.2.81') };

    expect(disagreeing({ nodes })).toEqual(['db: 192.0.2.81 in ace and novox; 192.0.2.82 192.0.2.83 in g14']);
  });

  test('containers of one node by their labels, many holders counted', () => {
    const containers = [81, 82, 82, 82, 82, 82].map((last, index) => ({
      id: `m/${index}`,
      hosts: [`db:192.0.2.${last}`],
    }));

    expect(disagreeing({ nodes: { ace: runs('db:192.0.2.81'), novox: { containers } } })).toEqual([
      'db: 192.0.2.81 in ace and 0 (m) on novox; 192.0.2.82 in 1 (m) on novox, 2 (m) on novox, 3 (m) on novox and 2 more',
    ]);
  });

  test('many names are counted', () => {
    const names = (last: number) => runs(...['a', 'b', 'c', 'd', 'e'].map((name) => `${name}:192.0.2.${last}`));
    const lines = disagreeing({ nodes: { ace: names(81), g14: names(82) } });

    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toBe('and 1 more name');
  });

  test('none', () => {
    expect(disagreeing({ nodes: { ace: runs('db:192.0.2.81') } })).toEqual([]);
  });
});

describe('gapLines', () => {
  const gap = (parts: Partial<PassGap>): PassGap => ({
    kind: 'unreadable',
    pass: 1,
    node: null,
    text: 'no JSON',
    ...parts,
  });

  test('the same of several passes is said once, errors on one line', () => {
    expect(
      texts(
        gapLines(
          [
            gap({ pass: 3 }),
            gap({ pass: 4, kind: 'partial', node: 'ace', text: 'page 1\nof 2' }),
            gap({ pass: 5, kind: 'partial', node: 'ace', text: 'page 1\nof 2' }),
            gap({ pass: 9, kind: 'missing', text: '2 passes before it not recorded' }),
          ],
          utc,
        ),
      ),
    ).toEqual([
      'unreadable pass 3: no JSON',
      'partial passes 4, 5, ace: page 1; of 2',
      'missing pass 9: 2 passes before it not recorded',
    ]);
  });

  test('what the recorder told of comes first, with when, how long, and before which passes', () => {
    const away = { kind: 'away' as const, source: 'a.json', reason: 'no such\nfile' };
    const stretches = stretchGaps(passesOf({}, {}, {}), [
      recordingGap(1.2, 1.8),
      recordingGap(1.5, 2.5, away),
      recordingGap(60 * 20, null, { reason: 'stopped by SIGTERM' }),
    ]);

    expect(texts(gapLines([gap({ pass: 3 }), ...stretches], utc))).toEqual([
      'not recorded 2026-03-01 10:01:12–10:01:48, 0.6 min, before pass 2: the recorder was not running',
      'not recorded 2026-03-01 10:01:30–10:02:30, 1 min, before pass 3: a.json was away: no such; file',
      'not recorded since 2026-03-02 06:00: the recorder is not running (stopped by SIGTERM)',
      'unreadable pass 3: no JSON',
    ]);
  });

  test('many gaps are counted', () => {
    const lines = texts(
      gapLines(
        Array.from({ length: 6 }, (_, index) => gap({ node: `n${index}` })),
        utc,
      ),
    );

    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toBe('and 2 more gaps');
  });

  test('none', () => {
    expect(gapLines([], utc)).toEqual([]);
  });
});
