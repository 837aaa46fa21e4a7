import type { ExplainedPass, FlapEvent } from '../../diff/index.ts';
import {
  flapEventJson,
  flapEventView,
  noticeView,
  renderTerminal,
  type TimeWriter,
  type Tone,
  type View,
  watchedPassJson,
  watchedPassView,
} from '../../report/index.ts';
import type { Surroundings } from '../surroundings.ts';

/** Something about a source, the store or the watch itself that a person should know. */
export interface WatchNotice {
  readonly event:
    | 'watching'
    | 'away'
    | 'back'
    | 'notice'
    | 'unreadable'
    | 'observed'
    | 'store-fault'
    | 'store-back'
    | 'reloaded'
    | 'stopped';
  readonly source: string | null;
  readonly words: string;
  readonly hint?: string | null;
}

/** Prints what happens, a line each. */
export interface WatchOutput {
  pass(explained: ExplainedPass): void;
  flap(event: FlapEvent, command: string): void;
  notice(notice: WatchNotice): void;
}

const tones: Readonly<Record<WatchNotice['event'], Tone>> = {
  watching: 'plain',
  away: 'alarm',
  back: 'calm',
  notice: 'moved',
  unreadable: 'alarm',
  observed: 'plain',
  'store-fault': 'alarm',
  'store-back': 'calm',
  reloaded: 'plain',
  stopped: 'plain',
};

/** Lines for a person, or, with `--json`, an object a line. */
export function watchOutput(
  json: boolean,
  colour: boolean,
  times: TimeWriter,
  surroundings: Surroundings,
): WatchOutput {
  const { write, width, now } = surroundings;
  if (json) {
    const writeLine = (value: object) => write(`${JSON.stringify(value)}\n`);
    return {
      pass: (explained) => writeLine(watchedPassJson(explained, times)),
      flap: (event, command) => writeLine(flapEventJson(event, command, times)),
      notice: ({ event, source, words, hint }) =>
        writeLine({ event, at: times.instant(now()), source, text: words, ...(hint ? { hint } : {}) }),
    };
  }
  const show = (view: View) => write(renderTerminal(view, { width, colour }));
  return {
    pass: (explained) => show(watchedPassView(explained, times)),
    flap: (event, command) => show(flapEventView(event, command, times)),
    notice: ({ event, source, words, hint }) =>
      show(noticeView(now(), source, hint ? `${words} (${hint})` : words, tones[event], times)),
  };
}
