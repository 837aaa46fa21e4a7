import { describe, expect, test } from 'vitest';
import { explainWindow } from '../../src/diff/index.ts';
import { betweenLines, netLines, nowLines } from '../../src/report/net-lines.ts';
import type { Pass } from '../../src/roster/index.ts';
import { mesh, recordingGap } from '../diff/builders.ts';
import type { PassParts, StateParts } from '../roster/builders.ts';
import { passesOf, texts, utc, windowOf } from './builders.ts';

type Passes = readonly (StateParts | PassParts)[];

function net(...all: Passes): string[] {
  return texts(netLines(windowOf(passesOf(...all))));
}

const [one, two] = [mesh(['db:192.0.2.81', 'git:192.0.2.3']), mesh(['db:192.0.2.82', 'git:192.0.2.3'])];
const spec = (image: string): StateParts => ({ nodes: { ace: { containers: [{ spec: { image } }] } } });

describe('netLines', () => {
  test('a window that moved something and left nothing of it says so loudly', () => {
    expect(net(one, two, one)).toEqual(['NOTHING from pass 1 to pass 3: every name that moved is back where it was']);
    expect(net(spec('a'), spec('b'), spec('a'))).toEqual([
      'NOTHING from pass 1 to pass 3: every container that changed is declared as it was',
    ]);
  });

  test('a quiet window', () => {
    expect(net(one, one)).toEqual(['nothing changed from pass 1 to pass 2']);
  });

  test('what moved and changed, came and went', () => {
    const before = mesh(['db:192.0.2.81'], { nodes: { ace: { containers: [{ id: 'a' }, { id: 'b' }] } } });
    const after = mesh(['db:192.0.2.82'], { nodes: { ace: { containers: [{ id: 'c' }] } } });

    expect(net(before, after)).toEqual([
      'from pass 1 to pass 2: 1 name moved, 3 containers changed, 1 container came and 2 containers went',
    ]);
  });

  test('the names, where others moved and are back', () => {
    expect(net(one, mesh([]), two)).toEqual(['from pass 1 to pass 3: 1 name moved and 3 containers changed', 'db']);
  });

  test('a window of its first pass alone has no net', () => {
    expect(texts(netLines(explainWindow(passesOf(one), null)))).toEqual([]);
    expect(texts(netLines(explainWindow([], null)))).toEqual([]);
  });
});

describe('nowLines', () => {
  const now = (latest: boolean, ...all: Passes) => texts(nowLines(windowOf(passesOf(...all)), latest, utc));

  test('nothing moved: nothing to say', () => {
    expect(now(true, one, one)).toEqual([]);
  });

  test('not over', () => {
    expect(now(true, one, two)).toEqual([
      'not over: names moved in the last pass recorded (pass 2, 2026-03-01 10:02:00 UTC)',
    ]);
    expect(now(true, spec('a'), spec('b'))).toEqual([
      'not over: containers changed in the last pass recorded (pass 2, 2026-03-01 10:02:00 UTC)',
    ]);
  });

  test('quiet since', () => {
    expect(now(true, one, two, two)).toEqual(['1 quiet pass since the last move (pass 2, 2026-03-01 10:02:00 UTC)']);
    expect(now(true, spec('a'), spec('b'), spec('b'), spec('b'))).toEqual([
      '2 quiet passes since the last change (pass 2, 2026-03-01 10:02:00 UTC)',
    ]);
  });

  test('quiet passes with a gap among them say so', () => {
    const [baseline, ...rest] = passesOf(one, two, two, two);
    const told = (from: number, until: number | null) =>
      texts(nowLines(explainWindow(rest, baseline as Pass, {}, [recordingGap(from, until)]), true, utc));
    const quiet = '2 quiet passes since the last move (pass 2, 2026-03-01 10:02:00 UTC)';

    expect(told(1.2, 1.8)).toEqual([quiet]);
    expect(told(3.2, 3.8)).toEqual([`${quiet}; not all that came after it is recorded`]);
    expect(told(4.5, null)).toEqual([`${quiet}; not all that came after it is recorded`]);
  });

  test('a window that does not reach to the last pass says so', () => {
    const later = '; later passes are recorded, and are not in this window';

    expect(now(false, one, two)).toEqual([
      `names moved in the last pass of this window (pass 2, 2026-03-01 10:02:00 UTC)${later}`,
    ]);
    expect(now(false, one, two, two)).toEqual([
      `1 quiet pass since the last move (pass 2, 2026-03-01 10:02:00 UTC)${later}`,
    ]);
  });
});

describe('betweenLines', () => {
  const { passes } = windowOf(passesOf(one, { number: 9, state: two }));

  test('neighbours leave nothing out', () => {
    expect(betweenLines([], passes)).toEqual([]);
  });

  test('passes in between, and how to walk them', () => {
    expect(texts(betweenLines([4, 5, 6], passes))).toEqual([
      '3 passes lie between, of which this comparison says nothing: roster-history diff --since 4 --until 9',
    ]);
    expect(texts(betweenLines([4], passes))).toEqual([
      '1 pass lies between, of which this comparison says nothing: roster-history diff --since 4 --until 9',
    ]);
  });
});
