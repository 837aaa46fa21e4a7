import { constants } from 'node:os';
import { checkBrief, checkProgressView, checkView, renderTerminal, type View } from '../report/index.ts';
import { type Look, lookAtWindow } from './check-window.ts';
import type { ProgramOptions } from './program-options.ts';
import type { Surroundings } from './surroundings.ts';
import { timeWriter } from './time-writer.ts';
import type { WindowOptions } from './window.ts';

/** What is waited for, how long at most, and how often it is looked for. Lengths in milliseconds. */
export interface WaitSettings {
  readonly window: WindowOptions;
  readonly quietForMs: number | null;
  readonly timeLimitMs: number;
  readonly everyMs: number;
}

/** How a wait ended, with the last look. */
export interface Waited {
  readonly look: Look;
  readonly exitCode: number;
  readonly signal: WaitSignal | null;
  readonly waitedMs: number;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type WaitSignal = (typeof signals)[number];

/**
 * Looks at the history until it has settled, a time limit or a signal ends it. What is wrong goes to standard error: whole at
 * first, and then in a line whenever it is something else.
 */
export async function waitUntilSettled(
  settings: WaitSettings,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<Waited> {
  const { now, onSignal, sleep, writeError } = surroundings;
  const { quietForMs, timeLimitMs, everyMs } = settings;
  const times = timeWriter(program.tz, surroundings);
  const ending = new AbortController();
  let signal: WaitSignal | null = null;
  for (const each of signals) {
    onSignal(each, () => {
      signal ??= each;
      ending.abort();
    });
  }
  const say = (view: View) => writeError(renderTerminal(view, { width: null, colour: false }));

  const startedAt = now();
  let { window } = settings;
  let told: string | null = null;
  for (;;) {
    const look = lookAtWindow(window, quietForMs, program, surroundings);
    window = look.pinned;
    const waitedMs = now() - startedAt;
    const { settling } = look;
    if (settling.reasons.length === 0) return { look, exitCode: 0, signal: null, waitedMs };
    if (signal !== null) return { look, exitCode: 128 + constants.signals[signal], signal, waitedMs };
    if (waitedMs >= timeLimitMs) return { look, exitCode: 1, signal: null, waitedMs };
    const brief = checkBrief(settling, times);
    if (told === null) say(checkView(settling, look.window.words, times, 'waiting: not settled'));
    else if (brief !== told) say(checkProgressView(settling, times));
    told = brief;
    await sleep(Math.min(everyMs, timeLimitMs - waitedMs), ending.signal);
  }
}
