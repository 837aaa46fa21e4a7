import { join } from 'node:path';
import { timeWriter } from '../../../src/cli/time-writer.ts';
import { watchOutput } from '../../../src/cli/watch/watch-output.ts';
import type { WatchPlan } from '../../../src/cli/watch/watch-plan.ts';
import { openWatchSession, type WatchSession } from '../../../src/cli/watch/watch-session.ts';
import type { History } from '../../../src/history/index.ts';
import type { Recorded } from '../../../src/recorder/index.ts';
import { recorderAtWork } from '../../support/temporary-inputs.ts';

/** How a session of a test is told to write, and what it may be given instead of a real part. */
export interface SessionParts {
  readonly json?: boolean;
  readonly width?: number | null;
  readonly colour?: boolean;
  readonly notify?: Partial<WatchPlan['notify']>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  history?(history: History): History;
}

/** A session on a store of its own, in the zone of Berlin, whose clock is set by hand. */
export async function sessionAtWork(parts: SessionParts = {}) {
  const recorder = recorderAtWork();
  const clock = { now: Date.parse('2026-09-29T20:30:00Z') };
  let printed = '';
  let waiting: (() => void)[] = [];
  const env = { TZ: 'Europe/Berlin', ...parts.env };
  const surroundings = {
    write: (text: string) => {
      printed += text;
    },
    now: () => clock.now,
    env,
    systemZone: () => undefined,
    enterZone: () => {},
    width: parts.width ?? null,
  };
  const times = timeWriter(undefined, surroundings as unknown as Parameters<typeof timeWriter>[1]);
  const outputOf = surroundings as unknown as Parameters<typeof watchOutput>[3];
  const history = parts.history?.(recorder.history) ?? recorder.history;
  const session: WatchSession = await openWatchSession({
    history,
    output: watchOutput(parts.json === true, parts.colour === true, times, outputOf),
    times,
    quietGapMs: 2000,
    notify: () => ({ exec: null, webhook: null, ...parts.notify }),
    env,
    now: () => clock.now,
    wait: async () => {},
    later(run) {
      waiting.push(run);
      return () => {
        waiting = waiting.filter((one) => one !== run);
      };
    },
  });
  return {
    ...recorder,
    session,
    clock,
    /** What was printed, the store by its name alone. */
    printed: () => printed.replaceAll(join(recorder.folder, '/'), ''),
    /** Records an input of one source at the clock's time, and tells the session of it. */
    tell(path: string, source = 'unix:passes.sock'): void {
      for (const recorded of recorder.record(path, { now: () => clock.now }) as Recorded[])
        session.tell({ kind: 'recorded', source, recorded });
    },
    /** Lets the time go by that a pass of lone declarations is waited for. */
    runTimers(): void {
      for (const run of waiting.splice(0)) run();
    },
  };
}
