import { describe, expect, test } from 'vitest';
import { gapsOf, skippedPasses } from '../../src/diff/gaps.ts';
import { pass } from '../roster/builders.ts';

describe('gapsOf', () => {
  test('a node that could not be read, or was known not to show everything, is a gap', () => {
    const outcomes = [
      { node: 'ace', outcome: 'unreadable' as const, error: 'half a document' },
      { node: 'g14', outcome: 'partial' as const },
      { node: 'novox', outcome: 'failed' as const, error: 'plan: no route' },
      { node: 'shanks', outcome: 'unreported' as const },
    ];

    expect(gapsOf([pass({ number: 7, outcomes })])).toEqual([
      { kind: 'unreadable', pass: 7, node: 'ace', text: 'half a document' },
      { kind: 'partial', pass: 7, node: 'g14', text: 'partial' },
    ]);
  });

  test('a pass that could not be read is one gap, whatever is said of its nodes', () => {
    const outcomes = [{ node: 'ace', outcome: 'unreadable' as const, error: 'no JSON' }];

    expect(gapsOf([pass({ outcome: 'unreadable', error: 'no JSON', outcomes })])).toEqual([
      { kind: 'unreadable', pass: 1, node: null, text: 'no JSON' },
    ]);
  });

  test('a partial pass is a gap beside those of its nodes', () => {
    const outcomes = [{ node: 'ace', outcome: 'partial' as const, error: 'names without an address' }];

    expect(gapsOf([pass({ outcome: 'partial', error: 'a page of more', outcomes })])).toEqual([
      { kind: 'partial', pass: 1, node: null, text: 'a page of more' },
      { kind: 'partial', pass: 1, node: 'ace', text: 'names without an address' },
    ]);
  });

  test('passes that were read whole have none', () => {
    expect(gapsOf([pass(), pass({ number: 2, outcome: 'failed', error: 'no store' })])).toEqual([]);
  });
});

/** The gaps between passes with these ids, as pass number and text. */
function skipped(...keys: readonly (string | null)[]) {
  return skippedPasses(keys.map((key, index) => ({ number: index + 1, key }))).map(({ pass: at, text }) => [at, text]);
}

describe('skippedPasses', () => {
  test('ids that went up by one and then jumped tell how many passes are missing', () => {
    expect(skippedPasses(['7', '8', '10', '14'].map((key, index) => ({ number: index + 1, key })))).toEqual([
      { kind: 'missing', pass: 3, node: null, text: "1 pass before it (by the controller's ids) not recorded" },
      { kind: 'missing', pass: 4, node: null, text: "3 passes before it (by the controller's ids) not recorded" },
    ]);
  });

  test.each([
    ['ids that never count by ones', ['1000', '2000', '3000']],
    ['a counter that starts again', ['8', '9', '1', '2']],
    ['a counter that starts again and is not known to count yet', ['8', '9', '1', '3']],
    ['an id that is given twice', ['8', '9', '9', '11']],
    ['ids that are no numbers', ['7', '8', 'b', '10']],
    ['passes without ids', ['7', '8', null, '10']],
  ])('%s tell nothing', (_, keys) => {
    expect(skipped(...keys)).toEqual([]);
  });
});
