import { statSync } from 'node:fs';
import type { History } from '../../history/index.ts';
import { faultText, type Recorded } from '../../recorder/index.ts';
import type { WatchEvent } from '../../recorder/watch/index.ts';
import { flapEventJson, type TimeWriter } from '../../report/index.ts';
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

/** Tells what happens while sources are watched: on the output, to who is to be notified, and in figures. */
export interface WatchSession {
  readonly metrics: Metrics;
  tell(event: WatchEvent): void;
  health(): Health;
  /** The names that flap now. */
  flapping(): number;
  /** Tells what is held back and sends what is to be sent. */
  close(): Promise<void>;
}

/** Opens a session. */
export async function openWatchSession(settings: SessionSettings): Promise<WatchSession> {
  const { history, output, times, now } = settings;
  const away = new Set<string>();
  let storeFault: string | null = null;
  let lastPass: { number: number; recordedAt: number } | null = lastRecorded(history);
  const teller = openPassTeller(history, settings.quietGapMs, settings.later, tellPass);
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

  function commandFor(pass: number): string {
    return `roster-history --store ${quoted(history.file)} flaps --since ${pass}`;
  }

  function tellPass(followed: FollowedPass): void {
    const { pass } = followed.explained;
    lastPass = { number: pass.number, recordedAt: pass.recordedAt };
    metrics.followed(followed);
    output.pass(followed.explained);
    for (const event of followed.flaps) {
      const command = commandFor(event.bout.started.number);
      output.flap(event, command);
      notifier.send({ ...flapEventJson(event, command, times), store: history.file });
    }
  }

  function tellRecorded(source: string, recorded: Recorded): void {
    if (recorded.kind === 'observed') {
      if (recorded.observed.added > 0)
        output.notice({ event: 'observed', source: null, words: observedWords(recorded, times) });
      return;
    }
    if (recorded.kind === 'unreadable') {
      metrics.unreadable();
      // where it made a pass, the line of that pass tells the same
      if (recorded.appended === null) {
        const label = recorded.label === source ? '' : `${recorded.label}: `;
        const words = `${label}${faultText(recorded.fault)}; ${keptWords(recorded)}`;
        output.notice({ event: 'unreadable', source, words, hint: recorded.fault.hint });
      }
    }
    teller.take(recorded);
  }

  return {
    metrics,
    tell(event) {
      switch (event.kind) {
        case 'recorded':
          return tellRecorded(event.source, event.recorded);
        case 'away':
          away.add(event.source);
          return output.notice({ event: 'away', source: event.source, words: `away: ${event.reason}; trying again` });
        case 'back':
          away.delete(event.source);
          return output.notice({
            event: 'back',
            source: event.source,
            words: `back after ${times.duration(event.awayMs)}; what happened meanwhile is not recorded`,
          });
        case 'notice':
          return output.notice({ event: 'notice', source: event.source, words: event.words });
        case 'store-fault':
          storeFault = event.fault.message;
          return output.notice({
            event: 'store-fault',
            source: null,
            words: `nothing can be recorded: ${event.fault.message}; trying again`,
            hint: event.fault.hint,
          });
        case 'store-back':
          storeFault = null;
          return output.notice({ event: 'store-back', source: null, words: 'recording again' });
      }
    },
    health: () => ({
      ok: storeFault === null,
      lastPass: lastPass && { number: lastPass.number, recordedAt: times.instant(lastPass.recordedAt) },
      away: [...away],
      store: storeFault,
    }),
    flapping: teller.flapping,
    async close() {
      teller.flush();
      await notifier.settle();
    },
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
