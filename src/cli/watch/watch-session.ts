import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { History, StoreError } from '../../history/index.ts';
import { faultText, type Recorded } from '../../recorder/index.ts';
import type { WatchEvent } from '../../recorder/watch/index.ts';
import { flapEventJson, type TimeWriter } from '../../report/index.ts';
import { findLargeLog } from '../large-log.ts';
import { keptWords, observedWords } from '../told-words.ts';
import type { Health } from './health-server.ts';
import { type Metrics, openMetrics } from './metrics.ts';
import { type Notifier, openNotifier } from './notifier.ts';
import type { FollowedPass } from './pass-follower.ts';
import { openPassTeller } from './pass-teller.ts';
import type { WatchOutput } from './watch-output.ts';
import type { WatchPlan } from './watch-plan.ts';

/** What a session is made with. */
export interface SessionSettings {
  readonly history: History;
  readonly output: WatchOutput;
  readonly times: TimeWriter;
  readonly quietGapMs: number;
  /** The notifications of the plan that is in force. */
  readonly notify: () => WatchPlan['notify'];
  readonly env: Readonly<Record<string, string | undefined>>;
  now(): number;
  wait(ms: number): Promise<void>;
  later(run: () => void, ms: number): () => void;
}

/** Tells what happens while sources are watched: on the output, to who is to be notified, and in figures. Nothing of it throws. */
export interface WatchSession {
  readonly metrics: Metrics;
  /** Tells what happened, or keeps it until telling begins. */
  tell(event: WatchEvent): void;
  begin(): void;
  /** Asks whether the store takes what it is given, though no source gives anything. */
  beat(alive: () => StoreError | null): void;
  health(): Health;
  /** The names that flap now. */
  flapping(): number;
  /** Tells what is held back. */
  flush(): void;
  /** Sends what is to be sent. */
  close(): Promise<void>;
}

/** Opens a session. */
export async function openWatchSession(settings: SessionSettings): Promise<WatchSession> {
  const { history, output, times, now } = settings;
  const store = resolve(history.file);
  const away = new Set<string>();
  let storeFault: { readonly message: string; readonly foundBy: 'input' | 'heartbeat' } | null = null;
  let early: WatchEvent[] | null = [];
  let lastPass: { number: number; recordedAt: number } | null = lastRecorded(history);
  let logIsLarge = false;
  /** What to do about what could not be read, by the pass that it made. */
  const hints = new Map<number, string>();
  const teller = openPassTeller(history, settings.quietGapMs, laterSafely, tellPass);
  const metrics = await openMetrics({
    flapping: teller.flapping,
    away: () => away.size,
    storeFailing: () => storeFault !== null,
    lastPassAt: () => lastPass?.recordedAt ?? null,
    storeBytes: () => ['', '-wal'].reduce((sum, end) => sum + sizeOf(history.file + end), 0),
    now,
  });
  const notifier: Notifier = openNotifier({
    notify: settings.notify,
    env: settings.env,
    wait: settings.wait,
    sent(target, error) {
      metrics.notified(error === null);
      if (error !== null)
        output.notice({ event: 'notice', source: null, words: `notification by ${target} failed: ${error}` });
    },
  });

  /** A fault in the telling must not reach who records: what was recorded would be taken for refused. */
  function safely(work: () => void): void {
    try {
      work();
    } catch (fault) {
      const words = `what happened could not be told: ${(fault as Error).message}`;
      output.notice({ event: 'fault', source: null, words, hint: 'roster-history verify' });
    }
  }

  function laterSafely(run: () => void, ms: number): () => void {
    return settings.later(() => safely(run), ms);
  }

  function commandFor(pass: number, controller: string): string {
    const named = history.controllers().length > 1 ? ` --controller ${quoted(controller)}` : '';
    return `roster-history --store ${quoted(store)}${named} flaps --since ${pass}`;
  }

  function tellPass(followed: FollowedPass): void {
    const { pass } = followed.explained;
    lastPass = { number: pass.number, recordedAt: pass.recordedAt };
    metrics.followed(followed);
    output.pass(followed.explained, {
      withController: teller.controllers() > 1,
      hint: hints.get(pass.number) ?? null,
    });
    hints.delete(pass.number);
    for (const event of followed.flaps) {
      const command = commandFor(event.bout.started.number, event.bout.started.controller);
      output.flap(event, command);
      notifier.send({ ...flapEventJson(event, command, times), store });
    }
    tellLargeLog();
  }

  /** Once each time that it has grown large. */
  function tellLargeLog(): void {
    const large = findLargeLog(history.file);
    if (large !== null && !logIsLarge) output.notice({ event: 'notice', source: null, ...large });
    logIsLarge = large !== null;
  }

  function tellRecorded(source: string, recorded: Recorded): void {
    if (recorded.kind === 'observed') {
      if (recorded.observed.added > 0)
        output.notice({ event: 'observed', source: null, words: observedWords(recorded, times) });
      return;
    }
    if (recorded.kind === 'unreadable') {
      metrics.unreadable();
      const { appended, fault } = recorded;
      if (appended !== null && appended.kind !== 'known' && fault.hint !== null) hints.set(appended.number, fault.hint);
      // where it made a pass, the line of that pass tells the same
      if (recorded.appended === null) {
        const label = recorded.label === source ? '' : `${recorded.label}: `;
        const words = `${label}${faultText(recorded.fault)}; ${keptWords(recorded)}`;
        output.notice({ event: 'unreadable', source, words, hint: recorded.fault.hint });
      }
    }
    teller.take(recorded);
  }

  function begin(): void {
    const events = early ?? [];
    early = null;
    for (const event of events) safely(() => tellEvent(event));
  }

  function tellEvent(event: WatchEvent): void {
    switch (event.kind) {
      case 'recorded':
        tellRecorded(event.source, event.recorded);
        break;
      case 'away': {
        away.add(event.source);
        const words = `${event.reason}; what it told last stands, and it is tried again`;
        output.notice({ event: 'away', source: event.source, words });
        break;
      }
      case 'back': {
        away.delete(event.source);
        const words = `it was away for ${times.duration(event.awayMs)}; what happened meanwhile is not recorded`;
        output.notice({ event: 'back', source: event.source, words });
        break;
      }
      case 'given-up':
        away.delete(event.source);
        break;
      case 'notice':
        output.notice({ event: 'notice', source: event.source, words: event.words });
        break;
      case 'store-fault':
        tellStoreFault(event.fault, 'input');
        break;
      case 'store-back':
        tellStoreBack();
        break;
    }
  }

  function tellStoreFault({ message, hint }: StoreError, foundBy: 'input' | 'heartbeat'): void {
    const isNews = storeFault === null;
    storeFault = { message, foundBy };
    if (isNews) output.notice({ event: 'store-fault', source: null, words: `${message}; tried again`, hint });
  }

  function tellStoreBack(): void {
    if (storeFault === null) return;
    storeFault = null;
    output.notice({ event: 'store-back', source: null, words: 'the store takes what it is given' });
  }

  return {
    metrics,
    tell(event) {
      if (early !== null) early.push(event);
      else safely(() => tellEvent(event));
    },
    begin,
    beat(alive) {
      safely(() => {
        const fault = alive();
        if (fault !== null) {
          if (storeFault === null) tellStoreFault(fault, 'heartbeat');
        } else if (storeFault?.foundBy === 'heartbeat') tellStoreBack();
      });
    },
    health: () => ({
      ok: storeFault === null,
      lastPass: lastPass && { number: lastPass.number, recordedAt: times.instant(lastPass.recordedAt) },
      away: [...away],
      store: storeFault?.message ?? null,
    }),
    flapping: teller.flapping,
    flush() {
      begin();
      safely(teller.flush);
    },
    close: () => notifier.settle(),
  };
}

function lastRecorded(history: History): { number: number; recordedAt: number } | null {
  const latest = history.controllers().map((controller) => history.findLatest(controller) ?? 0);
  const pass = latest.length === 0 ? null : history.findPass(Math.max(...latest));
  return pass && { number: pass.number, recordedAt: pass.recordedAt };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** A word as a shell takes it. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
