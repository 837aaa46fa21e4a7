import { expect, test } from 'vitest';
import { parseLengthOfTime } from '../../src/cli/length-of-time.ts';

test.each([
  ['30s', 30_000],
  ['200ms', 200],
  ['1h 30m', 5_400_000],
  ['2 days', 172_800_000],
  ['1.5h', 5_400_000],
  ['1y', 31_536_000_000],
])('%s is a length of time', (text, ms) => {
  expect(parseLengthOfTime(text)).toEqual({ ms });
});

test('a unit that is none is named', () => {
  expect(parseLengthOfTime('3 fortnights')).toEqual({ fault: { unit: 'fortnights' } });
});

test.each(['30', '', 'soon', '-5s'])('"%s" is none', (text) => {
  expect(parseLengthOfTime(text)).toEqual({ fault: 'not-a-length' });
});
