import { expect, test } from 'vitest';
import { eventEnvironment } from '../../../src/cli/notify/event-environment.ts';

test('the main fields of an event are variables; what is deeper is not', () => {
  expect(
    eventEnvironment({
      event: 'flap',
      names: ['a.example', 'b.example'],
      since: '2026-09-29T22:46:03Z',
      lastPass: 412,
      store: '/var/lib/roster-history/history.db',
      isOngoing: true,
      settledAt: null,
      net: { moves: [] },
      groups: [{ names: [] }],
      'not a name': 1,
    }),
  ).toEqual({
    ROSTER_HISTORY_EVENT: 'flap',
    ROSTER_HISTORY_NAMES: 'a.example b.example',
    ROSTER_HISTORY_SINCE: '2026-09-29T22:46:03Z',
    ROSTER_HISTORY_LAST_PASS: '412',
    ROSTER_HISTORY_STORE: '/var/lib/roster-history/history.db',
    ROSTER_HISTORY_IS_ONGOING: 'true',
  });
});

test('a name from outside stays one word, and holds no control character', () => {
  expect(eventEnvironment({ names: ['a b', '*', 'x\ny\0z'], words: 'one\n\u001b[31mtwo\0' })).toEqual({
    ROSTER_HISTORY_NAMES: 'a_b _ x_y_z',
    ROSTER_HISTORY_WORDS: 'one [31mtwo ',
  });
});

test('a long list ends with a whole name', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `n${index}.example`);

  const words = eventEnvironment({ names }).ROSTER_HISTORY_NAMES?.split(' ') ?? [];

  expect(words).toEqual(names.slice(0, words.length));
  expect(words.length).toBeGreaterThan(2000);
});
