import { describe, expect, test } from 'vitest';
import { openBurst } from '../../../../src/recorder/watch/engine/engine-burst.ts';
import type { EngineEvent } from '../../../../src/recorder/watch/engine/engine-event.ts';

const settle = { settleMs: 100, longestMs: 2000 };

const event = (action: EngineEvent['action'], name = 'edge'): EngineEvent => ({ action, name, at: 0, line: action });

function fail(): never {
  throw new Error('more events than can be held');
}

test('nothing is due where nothing happened', () => {
  expect(openBurst(settle, fail).dueAt()).toBeNull();
});

test('it is time when it was quiet for long enough', () => {
  const burst = openBurst(settle, fail);

  burst.want(1000);
  expect(burst.dueAt()).toBe(1100);
  burst.add(event('start'), 1050);
  expect(burst.dueAt()).toBe(1150);
  expect(burst.take()).toEqual({ since: 1000, lines: ['start'] });
  expect(burst.dueAt()).toBeNull();
});

describe('a replacement', () => {
  test.each(['destroy', 'remove'] as const)('is waited for after %s', (action) => {
    const burst = openBurst(settle, fail);

    burst.add(event(action), 1000);

    expect(burst.dueAt()).toBe(1400);
    expect(burst.isHalfDone(1399)).toBe(true);
    expect(burst.isHalfDone(1400)).toBe(false);
  });

  test.each(['create', 'rename'] as const)('is whole after %s', (action) => {
    const burst = openBurst(settle, fail);

    burst.add(event('destroy'), 1000);
    burst.add(event(action), 1250);

    expect(burst.dueAt()).toBe(1350);
    expect(burst.isHalfDone(1250)).toBe(false);
  });

  test('of another container does not make it whole', () => {
    const burst = openBurst(settle, fail);

    burst.add(event('destroy'), 1000);
    burst.add(event('create', 'mail'), 1250);
    burst.add(event('start'), 1260);

    expect(burst.dueAt()).toBe(1400);
  });

  test('that does not come is a removal, which nothing waits for any more', () => {
    const burst = openBurst(settle, fail);

    burst.add(event('destroy'), 1000);
    burst.add(event('start', 'mail'), 1500);

    expect(burst.dueAt()).toBe(1600);
  });
});

describe('events that do not end', () => {
  test('are looked at in the first whole moment after half of the longest time', () => {
    const burst = openBurst(settle, fail);

    for (let at = 1000; at < 2000; at += 50) burst.add(event('start'), at);
    expect(burst.dueAt()).toBe(2050);
    burst.add(event('destroy'), 2000);
    expect(burst.dueAt()).toBe(2400);
    burst.add(event('create'), 2050);
    expect(burst.dueAt()).toBe(2050);
  });

  test('are looked at after the longest time, whole or not', () => {
    const burst = openBurst(settle, fail);

    for (let at = 1000; at <= 2950; at += 50) burst.add(event('destroy', `job-${at}`), at);

    expect(burst.dueAt()).toBe(3000);
    expect(burst.isLate(1000, 2999)).toBe(false);
    expect(burst.isLate(1000, 3000)).toBe(true);
    expect(burst.isLate(null, 3000)).toBe(false);
  });
});

test('what was taken and given back is due as it was, with what came meanwhile', () => {
  const burst = openBurst(settle, fail);

  burst.add(event('create'), 1000);
  const taken = burst.take();
  burst.add(event('start'), 1500);
  burst.giveBack(taken);

  expect(burst.take()).toEqual({ since: 1000, lines: ['create', 'start'] });
});

test('a retry is due once, or with what happens before it', () => {
  const burst = openBurst(settle, fail);

  burst.retryAt(5000);
  expect(burst.dueAt()).toBe(5000);
  burst.want(1000);
  expect(burst.dueAt()).toBe(1100);
  burst.take();
  expect(burst.dueAt()).toBeNull();
});

test('no more than ten thousand events are held', () => {
  let lost = 0;
  const burst = openBurst(settle, () => {
    lost += 1;
  });

  for (let count = 0; count < 10_003; count += 1) burst.add(event('start'), 1000);

  expect(burst.take().lines).toHaveLength(10_000);
  expect(lost).toBe(3);
});
