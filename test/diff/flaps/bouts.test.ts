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
    expect(facts('ABAB|ABBBBBB')).toMatchObject([{ state: 'settled', confirmed: 10, transitions: 4 }]);
  });

  test('transitions on either side of a break do not add up to a start', () => {
    expect(facts('AB|AB|AB|AB')).toEqual([]);
  });

  test('a flap that is running runs on over many breaks as one', () => {
    expect(facts('ABABAB|ABAB|BABA|BB')).toMatchObject([
      { state: 'flapping', flagged: 3, transitions: 11, quietMissing: 4 },
    ]);
  });

  test('an excursion that a break cut off is over once quiet is seen behind it', () => {
    expect(facts('ABA|AAAAAAA')).toMatchObject([{ state: 'fleeting', confirmed: 8, quietMissing: 0 }]);
    expect(facts('ABA|AA')).toMatchObject([{ state: 'fleeting', confirmed: null, quietMissing: 4 }]);
  });

  test('no cycle runs across a break', () => {
    const [bout] = bouts('ABAB|ABCACB');

    expect(bout?.oscillation).toMatchObject({ cycleLength: 2, cycles: [[1, 3]] });
  });

  test('begins where the value was left that came back, not at a deploy shortly before', () => {
    const [bout] = bouts('XXXAAABABAB');

    expect([bout?.state, bout?.before, bout?.transitions[0]?.place]).toEqual(['flapping', 1, 6]);
  });

  test('an excursion over two values begins with the first of them', () => {
    const [bout] = bouts('XAABCAAAAAA');

    expect([bout?.state, bout?.before, bout?.flagged, bout?.transitions.length]).toEqual(['fleeting', 1, 5, 3]);
  });

  test('two excursions far from each other are told apart, also before a flap', () => {
    const blip = `ABA${'A'.repeat(15)}CDEFGHIJKLMNOPQRST`;

    expect(facts(`${blip}UTTTT`)).toMatchObject([
      { state: 'fleeting', flagged: 2 },
      { state: 'fleeting', flagged: 37 },
    ]);
    expect(facts(`${blip}UTUTU`)).toMatchObject([
      { state: 'fleeting', flagged: 2, confirmed: 7 },
      { state: 'flapping', flagged: 38 },
    ]);
  });

  test('a rotation of three is one flap from the start, however long each value stays', () => {
    const text = 'ABCABCABC'.replaceAll(/./g, (value) => value.repeat(6));

    expect(facts(text)).toMatchObject([{ state: 'flapping', flagged: 24, transitions: 8 }]);
  });

  test('a start that is over before its cycle came round twice settles after two of these cycles', () => {
    const text = 'ABCAB'.replaceAll(/./g, (value) => value.repeat(6));

    expect(facts(text)).toMatchObject([{ state: 'flapping', quietMissing: 31 }]);
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

  test('a flap that settled was quiet for so long, and two flaps do not overlap', () => {
    fc.assert(
      fc.property(sequence, fc.array(fc.nat(90), { maxLength: 3 }), (text, cuts) => {
        let cut = text;
        for (const place of cuts) cut = place < cut.length ? `${cut.slice(0, place)}|${cut.slice(place)}` : cut;
        const flaps = bouts(cut.replaceAll(/\|+/g, '|').replace(/^\||\|$/g, '')).filter(
          ({ state }) => state !== 'fleeting',
        );
        for (const [index, { confirmed, transitions }] of flaps.entries()) {
          const last = transitions.at(-1)?.place ?? 0;
          if (confirmed !== null) expect(confirmed - last).toBeGreaterThanOrEqual(5);
          else expect(index).toBe(flaps.length - 1);
          expect(flaps[index + 1]?.transitions[0]?.place ?? text.length).toBeGreaterThan(confirmed ?? last);
        }
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
