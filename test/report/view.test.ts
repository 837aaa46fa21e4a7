import { expect, test } from 'vitest';
import { line, span } from '../../src/report/view.ts';

test('a line is made of texts and spans, empty texts left out', () => {
  expect(line('a', '', span('b', 'alarm'))).toEqual([
    { text: 'a', tone: 'plain' },
    { text: 'b', tone: 'alarm' },
  ]);
});
