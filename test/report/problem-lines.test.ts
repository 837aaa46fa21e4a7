import { expect, test } from 'vitest';
import { problemLines } from '../../src/report/problem-lines.ts';
import { texts } from './builders.ts';

test('problems of one kind are one line: what stood there, where, and what it means', () => {
  expect(
    texts(
      problemLines([
        { code: 'invalid-address', node: 'novox', name: 'db', text: '192.0.2.300' },
        { code: 'clock-went-back' },
        { code: 'invalid-address', node: 'ace', container: 'wiki/wiki.server', name: 'db', text: 'a\nb' },
        { code: 'invalid-name', name: 'a b', text: 'a b' },
      ]),
    ),
  ).toEqual([
    '? invalid-address db "192.0.2.300" on novox; db "a\\nb" wiki/wiki.server on ace · not an address',
    '? clock-went-back · the time of this pass is before the time of the pass recorded before it',
    '? invalid-name a b · not a name that DNS can carry',
  ]);
});

test('many are counted', () => {
  const problems = Array.from({ length: 5 }, (_, index) => ({ code: 'no-address' as const, name: `n${index}` }));

  expect(texts(problemLines(problems))).toEqual([
    '? no-address n0; n1; n2 and 2 more · listed without an address; its last known one stands',
  ]);
});
