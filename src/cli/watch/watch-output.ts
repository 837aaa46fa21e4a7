import type { ExplainedPass, FlapEvent } from '../../diff/index.ts';
import {
  dayView,
  flapEventJson,
  flapEventView,
  noticeView,
  renderTerminal,
  type TimeWriter,
  type Tone,
  type View,
  type WatchedPassWords,
  watchedPassJson,
  watchedPassView,
} from '../../report/index.ts';
import type { Surroundings } from '../surroundings.ts';
import { safeJson } from '../write-json.ts';

/** What a notice is about: the `event` of its line of JSON. */
export type WatchNoticeKind =
  | 'watching'
  | 'not-running'
  | 'away'
  | 'back'
  | 'notice'
  | 'unreadable'
  | 'observed'
  | 'store-fault'
  | 'store-back'
  | 'reloaded'
  | 'refused'
  | 'fault'
  | 'stopped';

/** Something about a source, the store or the watch itself that a person should know. */
export interface WatchNotice {
  readonly event: WatchNoticeKind;
  readonly source: string | null;
  readonly words: string;
  readonly hint?: string | null;
}

/** Prints what happens, a line each. */
export interface WatchOutput {
  pass(explained: ExplainedPass, words: WatchedPassWords): void;
  flap(event: FlapEvent, command: string): void;
  notice(notice: WatchNotice): void;
}

const looks: Readonly<Record<WatchNoticeKind, { readonly keyword?: string; readonly tone: Tone }>> = {
  watching: { tone: 'plain' },
  'not-running': { keyword: 'GAP', tone: 'alarm' },
  away: { keyword: 'AWAY', tone: 'alarm' },
  back: { keyword: 'BACK', tone: 'calm' },
  notice: { tone: 'moved' },
  unreadable: { keyword: 'UNREADABLE', tone: 'alarm' },
  observed: { tone: 'plain' },
  'store-fault': { keyword: 'NOT RECORDING', tone: 'alarm' },
  'store-back': { keyword: 'RECORDING AGAIN', tone: 'calm' },
  reloaded: { tone: 'plain' },
  refused: { keyword: 'REFUSED', tone: 'alarm' },
  fault: { keyword: 'FAULT', tone: 'alarm' },
  stopped: { tone: 'plain' },
};

/** Lines for a person, the day before them wherever it is another one; or, with `--json`, an object a line. */
export function watchOutput(
  json: boolean,
  colour: boolean,
  times: TimeWriter,
  surroundings: Surroundings,
): WatchOutput {
  const { write, now } = surroundings;
  if (json) {
    const writeLine = (value: object) => write(`${safeJson(value)}\n`);
    return {
      pass: (explained) => writeLine(watchedPassJson(explained, times)),
      flap: (event, command) => writeLine(flapEventJson(event, command, times)),
      notice: ({ event, source, words, hint }) =>
        writeLine({ event, at: times.instant(now()), source, text: words, ...(hint ? { hint } : {}) }),
    };
  }
  let day = '';
  function show(...views: readonly View[]): void {
    const at = now();
    const isNewDay = times.day(at) !== day;
    day = times.day(at);
    // asked each time: a window may have become another one
    const { width } = surroundings;
    for (const view of isNewDay ? [dayView(at, times), ...views] : views)
      write(renderTerminal(view, { width, colour }));
  }
  return {
    pass: (explained, words) => show(watchedPassView(explained, times, words)),
    flap: (event, command) => show(flapEventView(event, times), [{ kind: 'code', language: 'sh', lines: [command] }]),
    notice({ event, source, words, hint = null }) {
      const { keyword = null, tone } = looks[event];
      show(noticeView({ at: now(), keyword, source, words, hint, tone }, times));
    },
  };
}
