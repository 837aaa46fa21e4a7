import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyDelta, deltaOf } from '../../src/history/delta.ts';

const names = (count: number, moved = -1) =>
  Buffer.from(
    Array.from(
      { length: count },
      (_, at) => `service-${at}.mesh.example:192.0.2.${at === moved ? 250 : at % 250}`,
    ).join(','),
  );

describe('a difference', () => {
  test('of a list in which one name moved is a few bytes', () => {
    expect(deltaOf(names(150), names(150, 70)).length).toBeLessThan(30);
    expect(applyDelta(names(150), deltaOf(names(150), names(150, 70)))).toEqual(names(150, 70));
  });

  test('is taken back to what it stands for, whatever its base', () => {
    const pieces = fc.array(fc.constantFrom('192.0.2.1', 'service', '\u00e9\u{1f600}', ',', 'a', '0'.repeat(40)));
    const text = fc.oneof(
      pieces.map((some) => some.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, text, text, (common, before, after) => {
        const [base, bytes] = [Buffer.from(before + common), Buffer.from(common + after + common)];
        expect(applyDelta(base, deltaOf(base, bytes))).toEqual(bytes);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['breaks off', Buffer.from([0x81])],
    ['goes beyond its base', Buffer.from([21, 200, 1])],
    ['goes beyond its base', Buffer.from([20, 1])],
  ])('that was damaged says that it %s', (fault, delta) => {
    expect(() => applyDelta(Buffer.from('short'), delta)).toThrow(`the difference ${fault}`);
  });
});
