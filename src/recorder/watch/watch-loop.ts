import { type History, StoreError } from '../../history/index.ts';
import { type InputText, openRecorder, type Recorded, type RecorderSettings } from '../recorder.ts';
import { backoffMs } from './backoff.ts';
import type { Feed } from './feed.ts';
import type { GapKeeper } from './gap-keeper.ts';

/** What happens while sources are watched. No secret is in it. Instants and lengths in milliseconds. */
export type WatchEvent =
  | { readonly kind: 'recorded'; readonly source: string; readonly recorded: Recorded }
  | { readonly kind: 'away'; readonly source: string; readonly reason: string }
  | { readonly kind: 'back'; readonly source: string; readonly awayMs: number }
  /** A source that was away is not watched any more. */
  | { readonly kind: 'given-up'; readonly source: string }
  | { readonly kind: 'notice'; readonly source: string; readonly words: string }
  | { readonly kind: 'store-fault'; readonly fault: StoreError }
  | { readonly kind: 'store-back' };

/** How a loop records, and whom it tells. */
export interface WatchSettings extends Omit<RecorderSettings, 'show'> {
  readonly gaps: Pick<GapKeeper, 'away'>;
  tell(event: WatchEvent): void;
  /** Makes an input of a foreign shape one of ours. */
  map(input: InputText): Promise<InputText>;
  /** Resolves after so many milliseconds, or at once when the loop is closing. */
  wait(ms: number): Promise<void>;
}

/** What a source may expect of the loop when the store cannot take an input. */
export type Patience =
  /** The input is kept and tried until the store takes it. */
  | 'keeps-trying'
  /** The source is told at once, since whoever sent it will send it again. */
  | 'tells-sender';

/** Records the inputs of many sources, one after the other. */
export interface WatchLoop {
  /** Opens what a source tells by. Its label is the source as it is called, without secrets. */
  openFeed(source: string, patience: Patience): Feed & { readonly label: string; close(): void };
  /** From the next input on, the values of these keys are no secrets; where nothing is said, those that the store knows. */
  show(patterns: readonly string[] | undefined): void;
  /** From now on nothing is waited for; resolves when everything that was handed over has been tried. */
  drain(): Promise<void>;
}

/** Opens a loop on a store that is open for recording. */
export function openWatchLoop(history: History, settings: WatchSettings): WatchLoop {
  const { tell, now } = settings;
  let recorder = openRecorder(history, settings);
  const redact = (text: string) => recorder.redact(text);
  let tail: Promise<unknown> = Promise.resolve();
  let storeFailing = false;
  let draining = false;

  /** Lone declarations are not held back: what comes within the quiet gap joins them in the history. */
  function recordNow(input: InputText, source: string): Recorded[] {
    const recorded: Recorded[] = [];
    try {
      for (const one of recorder.take(input)) recorded.push(one);
      for (const one of recorder.finish()) recorded.push(one);
      if (storeFailing) tell({ kind: 'store-back' });
      storeFailing = false;
    } finally {
      // told even where a later one of them failed: what was recorded is recorded
      for (const one of recorded) tell({ kind: 'recorded', source, recorded: one });
    }
    return recorded;
  }

  function tryOnce(input: InputText, source: string): Promise<Recorded[]> {
    const attempt = tail.then(async () => {
      // a log's times without a date are before the present, which moves on
      const mapped = await settings.map({ ...input, circumstances: { ...input.circumstances, now: now() } });
      try {
        return recordNow(mapped, source);
      } catch (fault) {
        if (fault instanceof StoreError && !storeFailing) tell({ kind: 'store-fault', fault });
        storeFailing ||= fault instanceof StoreError;
        throw fault;
      }
    });
    tail = attempt.catch(() => {});
    return attempt;
  }

  async function keepTrying(input: InputText, source: string): Promise<Recorded[]> {
    let tried = input;
    for (let failures = 1; ; failures += 1) {
      try {
        return await tryOnce(tried, source);
      } catch (fault) {
        if (!(fault instanceof StoreError)) {
          // a fault of ours ends no recorder: what it stumbled over is recorded as unreadable
          if (tried !== input) return [];
          const error = `a fault of roster-history itself: ${redact((fault as Error).message)}`;
          tell({ kind: 'notice', source, words: `${error}; please report it` });
          tried = { ...input, text: null, error };
          continue;
        }
        if (draining) throw fault;
        await settings.wait(backoffMs(failures));
      }
    }
  }

  return {
    openFeed(text, patience) {
      const source = redact(text);
      const said = new Set<string>();
      let away: { readonly since: number; end(): void } | null = null;
      const back = () => {
        if (away === null) return;
        away.end();
        tell({ kind: 'back', source, awayMs: now() - away.since });
        away = null;
      };
      return {
        label: source,
        async deliver(input) {
          back();
          return patience === 'keeps-trying' ? keepTrying(input, source) : tryOnce(input, source);
        },
        away(given) {
          if (away !== null) return;
          const reason = redact(given);
          away = { since: now(), end: settings.gaps.away(source, reason) };
          tell({ kind: 'away', source, reason });
        },
        notice(words) {
          if (said.has(words)) return;
          said.add(words);
          tell({ kind: 'notice', source, words: redact(words) });
        },
        close() {
          if (away === null) return;
          away.end();
          away = null;
          tell({ kind: 'given-up', source });
        },
      };
    },
    show(patterns) {
      recorder = openRecorder(history, patterns === undefined ? settings : { ...settings, show: patterns });
    },
    async drain() {
      draining = true;
      await tail;
    },
  };
}
