import { describe, expect, it } from 'vitest';
import { parseInstant, wholeInstant } from '../../src/formats/parse-instant.ts';
import type { Problem } from '../../src/roster/index.ts';

describe('parseInstant', () => {
  it.each([
    ['2026-09-29T22:46:03+02:00', '2026-09-29T20:46:03.000Z'],
    ['2026-09-29T20:46:03Z', '2026-09-29T20:46:03.000Z'],
    ['2026-09-29t20:46:03z', '2026-09-29T20:46:03.000Z'],
    ['2026-09-29 20:46:03Z', '2026-09-29T20:46:03.000Z'],
    ['2026-09-29T20:46:03.482193006Z', '2026-09-29T20:46:03.482Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2026-12-31T23:00:00-05:00', '2027-01-01T04:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    const problems: Problem[] = [];

    const parsed = parseInstant(text, problems);

    expect({ parsed, problems }).toEqual({ parsed: Date.parse(instant), problems: [] });
  });

  it.each([undefined, null])('%s is no time and no problem', (value) => {
    const problems: Problem[] = [];

    expect([parseInstant(value, problems), problems]).toEqual([null, []]);
  });

  it.each([
    '',
    'yesterday',
    '2026-09-29',
    '2026-09-29T22:46:03',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-09-29T24:00:00Z',
    '2026-09-29T22:60:00Z',
    '2026-09-29T22:46:03+24:00',
  ])('"%s" is a problem', (text) => {
    const problems: Problem[] = [];

    const parsed = parseInstant(text, problems);

    expect({ parsed, problems }).toEqual({ parsed: null, problems: [{ code: 'invalid-time', text }] });
  });

  it('a number is a problem, told as JSON', () => {
    const problems: Problem[] = [];

    const parsed = parseInstant(1_790_000_000, problems);

    expect({ parsed, problems }).toEqual({ parsed: null, problems: [{ code: 'invalid-time', text: '1790000000' }] });
  });
});

describe('wholeInstant', () => {
  it.each([
    [0, 0],
    [-0.4, 0],
    [1.5, 2],
    [Date.parse('9999-12-31T23:59:59.999Z'), 253_402_300_799_999],
    [Date.parse('0000-01-01T00:00:00Z'), -62_167_219_200_000],
    [253_402_300_800_000, null],
    [-62_167_219_200_001, null],
    [Number.POSITIVE_INFINITY, null],
    [Number.NaN, null],
  ])('%d ms is %j', (ms, instant) => {
    expect(wholeInstant(ms)).toBe(instant);
  });
});
