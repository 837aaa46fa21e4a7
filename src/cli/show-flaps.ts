import { type FlapRules, flapsOf } from '../diff/index.ts';
import { flapsJson, flapsView } from '../report/index.ts';
import type { FlapsOptions } from './flaps-command.ts';
import { passSource } from './pass-source.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory } from './question.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';
import { resolveWindow } from './window.ts';

/** Answers `flaps`. Gives the exit code: 1 where it was asked for and something is flapping now. */
export function showFlaps(options: FlapsOptions, program: ProgramOptions, surroundings: Surroundings): number {
  const rules: FlapRules = {
    window: passesOption('--window', options.window),
    transitions: passesOption('--transitions', options.transitions),
    reversions: passesOption('--reversions', options.reversions),
    quiet: passesOption('--quiet', options.quiet),
  };
  return askHistory(program, surroundings, (question) => {
    const window = resolveWindow(options, question, Number.MAX_SAFE_INTEGER);
    const { range, words, since, until } = window;
    const { source, gaps } = passSource(window, question);
    const flaps = flapsOf(source, rules);
    question.answer(
      () => flapsView(flaps, gaps(), words, question.times),
      () => flapsJson(flaps, gaps(), { since, until, baseline: range?.baseline ?? null }, question.times),
    );
    return options.exitCode && flaps.flaps.some(({ bouts }) => bouts.at(-1)?.state === 'flapping') ? 1 : 0;
  });
}

function passesOption(flag: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UserError(`${flag} "${text}" is no count: expected a whole number from 1`, { hint: `${flag} 5` });
}
