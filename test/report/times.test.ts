import { expect, test } from 'vitest';
import { fullTime } from '../../src/report/times.ts';
import { utc } from './builders.ts';

const at = Date.UTC(2026, 8, 29, 20, 46, 3);

test('an instant has its day, its clock and its offset', () => {
  const berlin = { ...utc, instant: () => '2026-09-29T22:46:03+02:00', clock: () => '22:46:03' };

  expect(fullTime(berlin, at)).toBe('2026-09-29 22:46:03 +02:00');
  expect(fullTime(utc, at)).toBe('2026-09-29 20:46:03 UTC');
});
