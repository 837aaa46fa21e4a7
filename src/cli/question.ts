import { type History, openForReading } from '../history/index.ts';
import { fullTime, renderTerminal, type TimeWriter, type View } from '../report/index.ts';
import { declaringControllers } from './declaring-controllers.ts';
import { expectNothingLeftOut } from './left-out.ts';
import type { ProgramOptions } from './program-options.ts';
import { storePath } from './store-path.ts';
import { findNear } from './suggestion.ts';
import type { Surroundings } from './surroundings.ts';
import { timeWriter } from './time-writer.ts';
import { UserError } from './user-error.ts';
import { writeJson } from './write-json.ts';

/** What a question about the history is asked with. */
export interface Question {
  readonly history: History;
  readonly controller: string;
  readonly times: TimeWriter;
  readonly now: number;
  readonly json: boolean;
  /** Prints a view, or, where JSON was asked for, the JSON value. */
  answer(view: () => View, json: () => object): void;
  /** Does work when the store is closed. */
  whenClosed(work: () => void): void;
}

/**
 * Opens the store for reading, asks, closes it, and only then prints: whoever reads an answer slowly, such as a pager, holds
 * no view of the store. Throws a StoreError when all is printed where the answer leaves out what the disk did not keep.
 */
export function askHistory<T>(options: ProgramOptions, surroundings: Surroundings, ask: (question: Question) => T): T {
  const times = timeWriter(options.tz, surroundings);
  const history = openForReading(storePath(options.store, surroundings));
  const afterwards: (() => void)[] = [];
  const write = (text: string) => void afterwards.push(() => surroundings.write(text));
  let result: T;
  try {
    const json = options.json === true;
    result = ask({
      history,
      controller: controllerOf(history, options.controller),
      times,
      now: surroundings.now(),
      json,
      answer(view, value) {
        if (json) writeJson(value(), write);
        else write(renderTerminal(view(), { width: surroundings.width, colour: surroundings.colour && options.color }));
      },
      whenClosed: (work) => void afterwards.push(work),
    });
  } finally {
    history.close();
  }
  for (const work of afterwards) work();
  expectNothingLeftOut(history);
  return result;
}

/** The controller that a question is about: the one named, else the only one, or the only one that was not recorded from an engine. Throws {@link UserError}. */
export function controllerOf(history: History, named: string | undefined): string {
  const known = history.controllers();
  if (known.length === 0) {
    throw new UserError(`"${history.file}" holds no pass yet`, {
      hint: `roster-history record --store ${history.file} FILE`,
    });
  }
  if (named === undefined) {
    const declaring = known.length > 1 ? declaringControllers(history) : [];
    if (declaring.length === 1) return declaring[0] as string;
    if (known.length > 1) {
      throw new UserError(
        `the store holds ${known.length} controllers: ${known.map((name) => JSON.stringify(name)).join(', ')}`,
        {
          hint: `--controller ${declaring[0] ?? known[0]}`,
        },
      );
    }
    return known[0] as string;
  }
  if (known.includes(named)) return named;
  const near = findNear(named, known) ?? (known[0] as string);
  throw new UserError(
    `no controller "${named}": the store holds ${known.map((name) => JSON.stringify(name)).join(', ')}`,
    {
      hint: `--controller ${near}`,
    },
  );
}

/** The span of the passes of a controller in words. */
export function spanOfPasses({
  history,
  controller,
  times,
}: Pick<Question, 'history' | 'controller' | 'times'>): string {
  const latest = history.findLatest(controller) as number;
  const pass = history.findPass(latest);
  return pass === null ? '' : `the last pass recorded is ${latest}, at ${fullTime(times, pass.at)}`;
}
