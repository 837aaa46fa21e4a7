import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bout, findBouts } from '../../../src/diff/flaps/bouts.ts';
import { defaultFlapRules } from '../../../src/diff/flaps/flap-rules.ts';

/** The bouts of a value written pass by pass, a letter each; `|` is a stretch that was not recorded. */
function bouts(text: string): Bout[] {
  const values = text.replaceAll('|', '');
  const breaks = [...text.matchAll(/\|/g)].map(({ index }, before) => index - before);
  const numbers = new Map<string, number>();
  for (const value of values) if (!numbers.has(value)) numbers.set(value, numbers.size);
  const transitions = [...values].flatMap((value, place) =>
    place > 0 && value !== values[place - 1] ? [{ place, value: numbers.get(value) as number }] : [],
  );
  return findBouts({ transitions, last: values.length - 1, breaks }, defaultFlapRules);
}

function facts(text: string) {
  return bouts(text).map(({ state, flagged, confirmed, quietMissing, transitions, reversions }) => ({
    state,
    flagged,
    confirmed,
    quietMissing,
    transitions: transitions.length,
    reversions,
  }));
}

describe('a flap', () => {
  test('A, B, A, B is flagged at its third transition', () => {
    expect(facts('AABAB')).toEqual([
      { state: 'flapping', flagged: 4, confirmed: null, quietMissing: 5, transitions: 3, reversions: 2 },
    ]);
  });

  test.each([2, 3, 5, 8])('is flagged at the third transition when each value stays for %i passes', (dwell) => {
    const text = ['A', 'B', 'A', 'B'].map((value) => value.repeat(dwell)).join('');

    const [bout] = bouts(text);

    expect([bout?.state, bout?.flagged, bout?.oscillation?.cycleLength, bout?.oscillation?.periodPasses]).toEqual([
      'flapping',
      3 * dwell,
      2,
      2 * dwell,
    ]);
  });

  test('runs on while each value stays for 8 passes: within a cycle it is quiet too', () => {
    const text = 'ABABABAB'
      .split('')
      .map((value) => value.repeat(8))
      .join('');

    expect(facts(text)).toHaveLength(1);
    expect(facts(text)[0]).toMatchObject({ state: 'flapping', transitions: 7, quietMissing: 25 });
  });

  test('A, B, C, D is none', () => {
    expect(facts('ABCDEFGHIJKLMNOPQRSTUVWXYZ')).toEqual([]);
    expect(facts('AABBCCDD')).toEqual([]);
  });

  test('A, B, A alone is fleeting, and confirmed by five quiet passes', () => {
    expect(facts('AAABA')).toEqual([
      { state: 'fleeting', flagged: 4, confirmed: null, quietMissing: 5, transitions: 2, reversions: 1 },
    ]);
    expect(facts(`AAABA${'A'.repeat(7)}`)).toMatchObject([{ state: 'fleeting', confirmed: 9, quietMissing: 0 }]);
  });

  test('a deploy and its rollback two hundred passes later are none', () => {
    expect(facts(`${'A'.repeat(10)}${'B'.repeat(200)}${'A'.repeat(10)}`)).toEqual([]);
  });

  test('a rotation of three values has cycle length 3', () => {
    const [bout] = bouts('ABCABCABC');

    expect(bout?.state).toBe('flapping');
    expect(bout?.oscillation).toMatchObject({ cycleLength: 3, periodPasses: 3, shortest: 3, longest: 3 });
  });

  test('values that come back in no order are aperiodic', () => {
    const [bout] = bouts('ABABCACBACAAB');

    expect(bout?.state).toBe('flapping');
    expect(bout?.oscillation).toBeNull();
  });

  test('two bouts give two starts and two settles', () => {
    const bout = 'ABAB';
    const quiet = 'B'.repeat(12);

    expect(facts(`${bout}${quiet}AB${'A'}B${quiet}`)).toMatchObject([
      { state: 'settled', flagged: 3, confirmed: 8 },
      { state: 'settled', flagged: 18, confirmed: 24 },
    ]);
  });

  test('is settled five quiet passes after its last transition, and not before', () => {
    expect(facts('ABABBBBB')).toMatchObject([{ state: 'flapping', quietMissing: 1 }]);
    expect(facts('ABABBBBBB')).toMatchObject([{ state: 'settled', confirmed: 8, quietMissing: 0 }]);
  });

  test('old transitions do not start it again on a quiet pass', () => {
    const text = `ABAB${'B'.repeat(10)}A${'A'.repeat(10)}`;

    expect(facts(text)).toMatchObject([{ state: 'settled', transitions: 3 }]);
  });

  test('a stretch that was not recorded breaks the sequence', () => {
    expect(facts('ABA|BAA')).toMatchObject([{ state: 'fleeting' }]);
    expect(facts('ABAB|BB')).toMatchObject([{ state: 'flapping', quietMissing: 4 }]);
    expect(facts('ABAB|BBBBBB')).toMatchObject([{ state: 'settled', confirmed: 9 }]);
    expect(facts('ABAB|ABBBBB')).toMatchObject([{ state: 'flapping', quietMissing: 1 }]);
    expect(facts('ABAB|ABBBBBB')).toMatchObject([{ state: 'settled', confirmed: 10, transitions: 3 }]);
  });
});

describe('whatever the sequence', () => {
  const sequence = fc
    .array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 80 })
    .map((values) => values.join(''));

  test('a flap has three transitions and two reversions, and its places are in order', () => {
    fc.assert(
      fc.property(sequence, (text) => {
        for (const bout of bouts(text)) {
          const places = bout.transitions.map(({ place }) => place);
          expect(places).toEqual([...places].sort((a, b) => a - b));
          if (bout.state === 'fleeting') continue;
          expect(bout.transitions.length).toBeGreaterThanOrEqual(3);
          expect(bout.reversions).toBeGreaterThanOrEqual(2);
          expect(places).toContain(bout.flagged);
          expect(bout.confirmed === null).toBe(bout.state === 'flapping');
        }
      }),
    );
  });

  test('passes that come later do not change what was flagged before', () => {
    fc.assert(
      fc.property(sequence, sequence, (text, more) => {
        const flagged = (all: Bout[]) => all.filter(({ state }) => state !== 'fleeting').map((bout) => bout.flagged);
        const before = flagged(bouts(text));

        expect(flagged(bouts(text + more)).slice(0, before.length)).toEqual(before);
      }),
    );
  });

  test('a value that only moves on to new ones never flaps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }), (dwells) => {
        const text = dwells.map((dwell, index) => String.fromCharCode(65 + index).repeat(dwell)).join('');

        expect(bouts(text)).toEqual([]);
      }),
    );
  });
});
