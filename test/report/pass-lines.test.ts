import { describe, expect, test } from 'vitest';
import { differenceLines, isQuiet, keyWords, passHead, passLines } from '../../src/report/pass-lines.ts';
import { mesh, runs } from '../diff/builders.ts';
import type { PassParts, StateParts } from '../roster/builders.ts';
import { lastOf, passesOf, texts, utc } from './builders.ts';

type Passes = readonly (StateParts | PassParts)[];

/** The head and the lines of the last of these passes. */
function told(...all: Passes): string[] {
  const last = lastOf(passesOf(...all));
  expect(isQuiet(last)).toBe(passLines(last).length === 0);
  return [...texts([passHead(last, utc)]), ...texts(passLines(last))];
}

const [one, two] = [mesh(['db:192.0.2.81', 'git:192.0.2.3']), mesh(['db:192.0.2.82', 'git:192.0.2.3'])];

describe('a pass', () => {
  test('that did nothing is quiet', () => {
    expect(told(one, { state: one, trigger: 'timer' })).toEqual(['pass 2  10:02:00  timer  quiet']);
  });

  test('without one before it is the first', () => {
    expect(told(one)).toEqual(['pass 1  10:01:00  first', 'the first pass recorded: nothing to compare it with']);
  });

  test('that moved names and replaced containers says how many', () => {
    expect(told(one, { state: two, key: '412', trigger: 'assign\nace' })).toEqual([
      'pass 2 (key:412)  10:02:00  assign; ace  1 name moved, 3 replaced',
      '~ db: 192.0.2.81 → 192.0.2.82, in all 3 containers of g14 and novox',
      'replaced 3 for the roster alone: forgejo.server (forgejo) on g14, postgres.server (mesh-store) on novox and ' +
        'gitea.server (gitea) on novox',
    ]);
  });

  test('in which containers came and went says how many', () => {
    expect(told({ nodes: { ace: { containers: [{ id: 'a' }] } } }, { nodes: { ace: runs() } })).toEqual([
      'pass 2  10:02:00  1 came, 1 went',
      '+ 1 container came: web (mesh) on ace',
      '− 1 container went: a on ace',
    ]);
  });

  test('in which a node only fared badly is not quiet, nor has it figures', () => {
    expect(told(one, { state: one, outcomes: [{ node: 'g14', outcome: 'failed', error: 'no store' }] })).toEqual([
      'pass 2  10:02:00',
      '! g14 failed: no store',
    ]);
  });

  test('with nothing but a problem is not quiet', () => {
    expect(told(one, { state: one, problems: [{ code: 'clock-went-back' }] })[0]).toBe('pass 2  10:02:00');
  });

  test("in which a roster's order or spelling changed is not quiet", () => {
    const roster = (...texts_: readonly string[]) => ({ roster: texts_, nodes: {} });

    expect(told(roster('a:192.0.2.1', 'b:192.0.2.2'), roster('b:192.0.2.2', 'A:192.0.2.1'))).toEqual([
      'pass 2  10:02:00',
      'the order and spelling of the roster changed; no name moved',
    ]);
  });

  test('whose roster changed along with a replacement or a move tells only those', () => {
    const roster = (texts_: readonly string[]) => ({ roster: texts_, nodes: { ace: runs(...texts_) } });

    expect(told(roster(['a:192.0.2.1', 'b:192.0.2.2']), roster(['b:192.0.2.2', 'a:192.0.2.1']))).toEqual([
      'pass 2  10:02:00  1 replaced',
      'replaced 1 for order (no name moved): web (mesh) on ace',
    ]);
  });

  test('in which a node is seen for the first time is not quiet', () => {
    expect(told(one, { ...one, nodes: { ...one.nodes, ace: runs(), shanks: runs() } })).toEqual([
      'pass 2  10:02:00',
      'first seen: ace and shanks',
    ]);
  });

  test('in which a container changed and was seen to stay is not quiet', () => {
    const running = (image: string) => ({ nodes: { ace: { containers: [{ spec: { image }, engine: { id: '1' } }] } } });

    expect(told(running('a'), running('b'))).toEqual([
      'pass 2  10:02:00',
      'changed and not replaced 1 for the spec (image): web (mesh) on ace',
    ]);
  });
});

test('the lines of a difference are made once', () => {
  const { difference, sizes } = lastOf(passesOf(one, two));
  if (!difference) throw new Error('no difference');

  expect(differenceLines(difference, sizes)).toBe(differenceLines(difference, sizes));
});

test.each([
  [null, ''],
  ['7', ''],
  ['412', ' (key:412)'],
])('the id %j of pass 7 is told where it is not its number', (key, words) => {
  expect(keyWords({ number: 7, key })).toBe(words);
});
