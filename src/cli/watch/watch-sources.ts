import { setTimeout as delay } from 'node:timers/promises';
import { openForRecording } from '../../history/index.ts';
import { defaultQuietGapMs, mapInput } from '../../recorder/index.ts';
import { openGapKeeper, openWatchLoop } from '../../recorder/watch/index.ts';
import type { ProgramOptions } from '../program-options.ts';
import { openRetention } from '../prune-retention.ts';
import { recordCircumstances } from '../record-circumstances.ts';
import { storePath } from '../store-path.ts';
import type { Surroundings } from '../surroundings.ts';
import { timeWriter } from '../time-writer.ts';
import { UserError } from '../user-error.ts';
import type { WatchOptions } from '../watch-command.ts';
import { serveHealth } from './health-server.ts';
import { openPlanInForce } from './plan-in-force.ts';
import { takeRecorderName } from './recorder-name.ts';
import { openRunningSources } from './running-sources.ts';
import { watchOutput } from './watch-output.ts';
import { planWatch } from './watch-plan.ts';
import { openWatchSession } from './watch-session.ts';
import { openWatchSignals } from './watch-signals.ts';
import { changedWords, missedWords, watchedWords } from './watch-words.ts';

/** How often the store is told that the recorder runs. */
const heartbeatMs = 10_000;

/** Watches until a signal ends it. Gives the exit code: what a source delivers never ends it. */
export async function watchSources(
  sources: readonly string[],
  options: WatchOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { now, env } = surroundings;
  const planAgain = () => planWatch(sources, options, program, surroundings);
  const plan = await planAgain();
  const closing = new AbortController();
  const wait = (ms: number) => delay(ms, undefined, { signal: closing.signal }).catch(() => {});
  const times = timeWriter(program.tz, surroundings);
  const output = watchOutput(program.json === true, surroundings.colour && program.color, times, surroundings);
  const say = (event: 'watching' | 'reloaded' | 'stopped', words: string) =>
    output.notice({ event, source: null, words });
  const history = openForRecording(storePath(program.store, surroundings));
  const signals = openWatchSignals(surroundings, (signal) => say('stopped', `${signal} again: ended at once`));
  const inForce = openPlanInForce(plan, () => ({
    loop,
    sources: running,
    serve: (address) => serveHealth(address, session.metrics, session.health),
  }));
  const session = await openWatchSession({
    history,
    output,
    times,
    quietGapMs: defaultQuietGapMs,
    notify: () => inForce.plan().notify,
    env,
    now,
    wait,
    later,
  });
  const recorder = await takeRecorderName(
    history.file,
    plan.controller === null ? 'watch' : `watch ${plan.controller}`,
  );
  const gaps = openGapKeeper(history, { recorder: recorder.name, controller: plan.controller, now });
  const loop = openWatchLoop(history, {
    gaps,
    quietGapMs: defaultQuietGapMs,
    now,
    tell: session.tell,
    map: (input) => mapInput(input, inForce.plan().mappings),
    wait,
  });
  loop.show(plan.show);
  const known = recordCircumstances({}, program, surroundings);
  const circumstances = { ...known, ...(plan.controller === null ? {} : { controller: plan.controller }) };
  const running = openRunningSources(loop, circumstances, surroundings);

  const retention = openRetention({
    file: history.file,
    limits: () => inForce.plan().retention,
    now,
    tell: (words) => output.notice({ event: 'notice', source: null, words }),
  });

  async function reload(): Promise<void> {
    try {
      const changes = await inForce.follow(await planAgain());
      say('reloaded', `config read again: ${changedWords(changes)}`);
      retention.pruneIfDue();
    } catch (error) {
      const hint = error instanceof UserError ? error.hint : null;
      const words = `config not taken, the one before it stays: ${(error as Error).message}`;
      output.notice({ event: 'refused', source: null, words, hint });
    }
  }

  const missed = gaps.start();
  const heart = setInterval(() => {
    session.beat(gaps.alive);
    retention.pruneIfDue();
  }, heartbeatMs);
  let reason = 'it could not start';
  try {
    if (missed !== null)
      output.notice({ event: 'not-running', source: null, words: missedWords(missed, now(), times) });
    await inForce.follow(plan);
    const where = { store: history.file, metrics: inForce.metricsAddress(), flapping: session.flapping() };
    say('watching', watchedWords(running.labels(), where));
    session.begin();
    retention.pruneIfDue();
    signals.onReload(reload);
    const signal = await signals.ended;
    reason = `stopped by ${signal}`;
    say('stopped', `${signal}: finishing what was begun; a second one ends it at once`);
    await signals.stopReloading();
    return 0;
  } finally {
    closing.abort();
    // before the sources are closed: none of them may wait for a store that takes nothing
    const drained = loop.drain();
    await running.close();
    await drained;
    await loop.drain();
    clearInterval(heart);
    await retention.close();
    session.flush();
    gaps.stop(reason);
    await session.close();
    await inForce.close();
    recorder.release();
    history.close();
  }
}

function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
