import { checkJson, checkView, renderTerminal } from '../report/index.ts';
import type { CheckOptions } from './check-command.ts';
import { waitUntilSettled } from './check-wait.ts';
import { type Look, lookAtWindow } from './check-window.ts';
import { lengthOption } from './length-options.ts';
import type { ProgramOptions } from './program-options.ts';
import type { Surroundings } from './surroundings.ts';
import { timeWriter } from './time-writer.ts';
import { UserError } from './user-error.ts';
import { writeJson } from './write-json.ts';

const [defaultTimeLimitMs, defaultEveryMs] = [30 * 60_000, 5000];

/** Answers `check`. Gives the exit code: 0 where the window has settled, 1 where it has not, that of a signal where one ended a wait. */
export async function checkSettled(
  options: CheckOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const quietForMs = lengthOption('--quiet-for', options.quietFor, '30m') ?? null;
  const timeLimitMs = lengthOption('--time-limit', options.timeLimit, '30m');
  const everyMs = lengthOption('--every', options.every, '5s');
  expectWaiting(options);
  const { since, until } = options;
  const window = { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
  if (options.wait !== true) {
    const look = lookAtWindow(window, quietForMs, program, surroundings);
    answer(look, 'not settled', program, surroundings);
    return look.settling.reasons.length === 0 ? 0 : 1;
  }
  const waited = await waitUntilSettled(
    { window, quietForMs, timeLimitMs: timeLimitMs ?? defaultTimeLimitMs, everyMs: everyMs ?? defaultEveryMs },
    program,
    surroundings,
  );
  const lasted = timeWriter(program.tz, surroundings).duration(waited.waitedMs);
  const ended = waited.signal === null ? '' : `${waited.signal}: `;
  answer(waited.look, `${ended}still not settled after ${lasted}`, program, surroundings);
  return waited.exitCode;
}

function expectWaiting({ wait, timeLimit, every, until }: CheckOptions): void {
  if (wait !== true) {
    const given =
      timeLimit !== undefined ? `--time-limit "${timeLimit}"` : every !== undefined ? `--every "${every}"` : null;
    if (given === null) return;
    throw new UserError(`${given} is for a check that waits`, {
      hint: `roster-history check --wait ${given.replaceAll('"', '')}`,
    });
  }
  if (until !== undefined) {
    throw new UserError(`--wait waits for passes to come, and --until "${until}" ends the window before them`, {
      hint: 'roster-history check --wait',
    });
  }
}

function answer({ settling, window }: Look, lead: string, program: ProgramOptions, surroundings: Surroundings): void {
  const { write, width, colour } = surroundings;
  const times = timeWriter(program.tz, surroundings);
  const { since, until, words, range } = window;
  if (program.json) writeJson(checkJson(settling, { since, until, baseline: range?.baseline ?? null }, times), write);
  else write(renderTerminal(checkView(settling, words, times, lead), { width, colour: colour && program.color }));
}
