import { expect, test } from 'vitest';
import { nextDueAt } from '../../../../src/recorder/watch/commands/command-interval.ts';

test.each([
  ['ended at once', 1000, 1500],
  ['took a part of the interval', 1300, 1500],
  ['took as long as the interval', 1500, 1500],
  ['took longer than the interval', 1501, 2000],
  ['took several intervals', 3200, 3500],
])('a command that was due at 1000, every 500, and %s is due again at a start of an interval', (_what, now, dueAt) => {
  expect(nextDueAt(1000, 500, now)).toBe(dueAt);
});
