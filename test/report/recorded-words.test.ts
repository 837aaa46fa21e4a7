import { describe, expect, test } from 'vitest';
import { recordedJson, recordedWords } from '../../src/report/recorded-words.ts';
import { mesh } from '../diff/builders.ts';
import { lastOf, passesOf } from './builders.ts';

const [full, short] = [mesh(['db:192.0.2.81', 'git:192.0.2.3']), mesh(['git:192.0.2.3'])];
const recorded = { kind: 'recorded', number: 2 } as const;

describe('recordedWords', () => {
  test('what moved and was replaced', () => {
    expect(recordedWords(recorded, lastOf(passesOf(full, { state: short, key: '412' })))).toBe(
      'pass 2 (key:412): 2 nodes, 1 name moved, 3 replacements',
    );
  });

  test('a first pass', () => {
    expect(recordedWords({ ...recorded, number: 1 }, lastOf(passesOf(full)))).toBe(
      'pass 1: 2 nodes, 3 containers, the first pass',
    );
  });

  test('what is known already', () => {
    expect(recordedWords({ ...recorded, kind: 'known' }, lastOf(passesOf(full, full)))).toBe(
      'pass 2: known already, nothing recorded',
    );
  });

  test('what joined', () => {
    expect(recordedWords({ ...recorded, kind: 'joined', nodes: ['ace', 'g14'] }, lastOf(passesOf(full, full)))).toBe(
      'pass 2: ace and g14 joined, 2 nodes, 0 names moved, 0 replacements',
    );
  });

  test('what went badly', () => {
    const failed = ['ace', 'shanks'].map((node) => ({ node, outcome: 'failed' as const }));
    const problems = [{ code: 'clock-went-back' as const }];

    expect(
      recordedWords(recorded, lastOf(passesOf(full, { state: full, outcome: 'partial', outcomes: failed, problems }))),
    ).toBe('pass 2: 4 nodes, 0 names moved, 0 replacements, partial, ace failed, shanks failed, 1 problem');
  });

  test('many nodes that went badly are counted, and those that were not named are no part', () => {
    const outcomes = ['a', 'b', 'c', 'd'].map((node) => ({ node, outcome: 'failed' as const }));
    const unnamed = { node: 'e', outcome: 'unreported' as const };

    expect(recordedWords(recorded, lastOf(passesOf({}, { state: {}, outcomes: [...outcomes, unnamed] })))).toBe(
      'pass 2: 4 nodes, 0 names moved, 0 replacements, 4 nodes not planned',
    );
    expect(recordedWords(recorded, lastOf(passesOf({}, { state: {}, outcomes: [unnamed] })))).toBe(
      'pass 2: 0 names moved, 0 replacements',
    );
  });
});

test('recordedJson', () => {
  expect(recordedJson(recorded, lastOf(passesOf(full, { state: short, key: '412' })))).toEqual({
    pass: 2,
    key: '412',
    kind: 'recorded',
    nodes: 2,
    moved: 1,
    replaced: 3,
    problems: [],
  });
  expect(recordedJson(recorded, lastOf(passesOf(full)))).toMatchObject({ moved: 0, replaced: 0 });
});
