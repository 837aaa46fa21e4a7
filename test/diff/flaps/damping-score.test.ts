import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dampingScore } from '../../../src/diff/flaps/damping-score.ts';

const minute = 60_000;

describe('the score of RFC 2439', () => {
  test('adds penalties, and halves in fifteen minutes', () => {
    expect(dampingScore([{ at: 0, weight: 1000 }], 0)).toBe(1000);
    expect(dampingScore([{ at: 0, weight: 1000 }], 15 * minute)).toBe(500);
    const twice = [
      { at: 0, weight: 1000 },
      { at: 15 * minute, weight: 500 },
    ];
    expect(dampingScore(twice, 30 * minute)).toBe(500);
  });

  test('is nothing without penalties', () => {
    expect(dampingScore([], 5)).toBe(0);
  });

  test('a clock that went back fades nothing', () => {
    const back = [
      { at: 10 * minute, weight: 1000 },
      { at: 0, weight: 1000 },
    ];

    expect(dampingScore(back, 10 * minute)).toBe(2000);
  });

  test('never passes the ceiling', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ at: fc.nat(), weight: fc.constantFrom(0, 500, 1000) })),
        fc.nat(),
        (all, now) => {
          const score = dampingScore(all, now);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(12_000);
        },
      ),
    );
    expect(dampingScore(Array(20).fill({ at: 0, weight: 1000 }), 0)).toBe(12_000);
  });
});
