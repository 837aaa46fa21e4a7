import { setTimeout as delay } from 'node:timers/promises';
import { openForRecording } from '../../history/index.ts';
import { defaultQuietGapMs, mapInput } from '../../recorder/index.ts';
import { openGapKeeper, openWatchLoop } from '../../recorder/watch/index.ts';
import type { ProgramOptions } from '../program-options.ts';
import { recordCircumstances } from '../record-circumstances.ts';
import { storePath } from '../store-path.ts';
import type { Surroundings } from '../surroundings.ts';
import { timeWriter } from '../time-writer.ts';
import { UserError } from '../user-error.ts';
import type { WatchOptions } from '../watch-command.ts';
import { serveHealth } from './health-server.ts';
import { openRunningSources } from './running-sources.ts';
import { watchOutput } from './watch-output.ts';
import { planWatch, type WatchPlan } from './watch-plan.ts';
import { openWatchSession } from './watch-session.ts';

/** How often the store is told that the recorder runs. */
const heartbeatMs = 10_000;

/** Watches until a signal ends it. Gives the exit code: what a source delivers never ends it. */
export async function watchSources(
  sources: readonly string[],
  options: WatchOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { now, env, onSignal } = surroundings;
  let plan: WatchPlan = planWatch(sources, options, program, surroundings);
  const closing = new AbortController();
  const wait = (ms: number) => delay(ms, undefined, { signal: closing.signal }).catch(() => {});
  const times = timeWriter(program.tz, surroundings);
  const output = watchOutput(program.json === true, surroundings.colour && program.color, times, surroundings);
  const history = openForRecording(storePath(program.store, surroundings));
  const session = await openWatchSession({
    history,
    output,
    times,
    quietGapMs: defaultQuietGapMs,
    notify: () => plan.notify,
    env,
    now,
    wait,
    later,
  });
  const recorder = plan.controller === null ? 'watch' : `watch ${plan.controller}`;
  const gaps = openGapKeeper(history, { recorder, controller: plan.controller, now });
  const loop = openWatchLoop(history, {
    gaps,
    quietGapMs: defaultQuietGapMs,
    now,
    tell: session.tell,
    map: (input) => mapInput(input, plan.mappings),
    wait,
  });
  loop.show(plan.show);
  const known = recordCircumstances({}, program, surroundings);
  const running = openRunningSources(
    loop,
    { ...known, ...(plan.controller === null ? {} : { controller: plan.controller }) },
    surroundings,
  );
  const ended = new Promise<string>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) onSignal(signal, () => resolve(signal));
  });
  let health: { readonly address: string; close(): Promise<void> } | null = null;

  async function reload(): Promise<void> {
    try {
      plan = planWatch(sources, options, program, surroundings);
      loop.show(plan.show);
      await running.follow(plan.sources);
      output.notice({ event: 'reloaded', source: null, words: `config read again: ${watchedWords(running.labels())}` });
    } catch (error) {
      const hint = error instanceof UserError ? error.hint : null;
      output.notice({ event: 'notice', source: null, words: `config not taken: ${(error as Error).message}`, hint });
    }
  }

  const missed = gaps.start();
  const heart = setInterval(gaps.alive, heartbeatMs);
  let reason = 'it could not start';
  try {
    if (missed !== null) {
      const length = times.duration((missed.until ?? now()) - missed.from);
      output.notice({
        event: 'notice',
        source: null,
        words: `not recorded for ${length} before this: ${missed.reason || 'the recorder was not running'}`,
      });
    }
    if (plan.metrics !== null) health = await serveHealth(plan.metrics, session.metrics, session.health);
    await running.follow(plan.sources);
    const where = health === null ? '' : `, metrics at ${health.address}/metrics`;
    const flapping = session.flapping();
    output.notice({
      event: 'watching',
      source: null,
      words: `watching ${watchedWords(running.labels())} into ${history.file}${where}${flapping > 0 ? `; ${flapping} names flap now` : ''}`,
    });
    let reloading = Promise.resolve();
    onSignal('SIGHUP', () => {
      reloading = reloading.then(reload);
    });
    const signal = await ended;
    reason = `stopped by ${signal}`;
    await reloading;
    output.notice({ event: 'stopped', source: null, words: `${signal}: finishing what was begun` });
    return 0;
  } finally {
    await running.close();
    closing.abort();
    await loop.drain();
    clearInterval(heart);
    await session.close();
    gaps.stop(reason);
    await health?.close();
    history.close();
  }
}

function watchedWords(labels: readonly string[]): string {
  const shown = labels.length <= 4 ? labels : [...labels.slice(0, 3), `${labels.length - 3} more`];
  return shown.join(', ');
}

function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
