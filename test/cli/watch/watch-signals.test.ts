import { describe, expect, test } from 'vitest';
import { openWatchSignals } from '../../../src/cli/watch/watch-signals.ts';

/** Signals that a test gives. */
function signalsAtWork() {
  const listeners = new Map<string, () => void>();
  const ends: (string | number)[] = [];
  const signals = openWatchSignals(
    {
      onSignal: (signal, listener) => void listeners.set(signal, listener),
      endNow: (code) => void ends.push(code),
    },
    (signal) => void ends.push(signal),
  );
  return { ...signals, ends, give: (signal: string) => listeners.get(signal)?.() };
}

describe('a signal', () => {
  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('%s ends the watch, and a second one the process', async (signal, code) => {
    const { ended, ends, give } = signalsAtWork();

    give(signal);
    expect(await ended).toBe(signal);
    expect(ends).toEqual([]);
    give(signal);

    expect(ends).toEqual([signal, code]);
  });

  test('SIGHUP that came before there was anything to reload is not forgotten, and several are one', async () => {
    const { give, onReload, stopReloading } = signalsAtWork();
    let reloads = 0;
    give('SIGHUP');
    give('SIGHUP');

    onReload(async () => {
      reloads += 1;
    });
    await stopReloading();

    expect(reloads).toBe(1);
  });

  test('SIGHUP while it reloads makes it reload again, one after the other, and none once it ends', async () => {
    const { give, onReload, stopReloading } = signalsAtWork();
    const told: string[] = [];
    onReload(async () => {
      told.push('begun');
      await new Promise(setImmediate);
      told.push('done');
    });

    give('SIGHUP');
    give('SIGHUP');
    await stopReloading();
    give('SIGHUP');
    await new Promise(setImmediate);

    expect(told).toEqual(['begun', 'done', 'begun', 'done']);
  });
});
