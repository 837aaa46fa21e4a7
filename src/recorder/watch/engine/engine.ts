import { setTimeout as delay } from 'node:timers/promises';
import { StoreError } from '../../../history/index.ts';
import { backoffMs } from '../backoff.ts';
import type { Feed, RunningSource } from '../feed.ts';
import { openEngineApi } from './engine-api.ts';
import { openBurst, type Settle, type TakenBurst } from './engine-burst.ts';
import { parseEngineEvent } from './engine-event.ts';
import { linesOf } from './engine-lines.ts';
import { type EngineTelling, openEngineLook } from './engine-look.ts';
import { openPause } from './engine-pause.ts';

export { engineSocket } from './engine-socket.ts';

/** How an engine is watched. */
export interface EngineSettings extends EngineTelling, Settle {}

/** Events that were told for so long were told; those that end before it are asked for again more and more rarely. */
const steadyMs = 10_000;
/** How long a last look may take when the source is closed. */
const closingLimitMs = 5000;

/**
 * Watches the containers of an engine: lists them at the start, after events, and whenever the engine comes back. The events
 * are handed over too, since a list does not tell what happened in between. An engine that is not there is waited for. A
 * container that cannot be inspected removes nothing, nor does an engine that comes back and lists no container at all.
 */
export async function watchEngine(settings: EngineSettings, feed: Feed): Promise<RunningSource> {
  const { engine, timeLimitMs } = settings;
  const api = await openEngineApi(settings);
  const closing = new AbortController();
  const isClosing = () => closing.signal.aborted;
  const waitUnlessClosing = (ms: number) => delay(ms, null, { signal: closing.signal }).catch(() => {});
  const dueTime = openPause();
  const now = () => performance.now();
  const burst = openBurst(settings, () =>
    feed.notice('more events came at once than can be held: some are not recorded'),
  );
  const look = openEngineLook(api, settings, { burst, feed, now });
  let isThere = false;

  async function listen(): Promise<void> {
    let since: number | null = null;
    for (let failures = 0, brief = 0; !isClosing(); ) {
      const begun = now();
      try {
        // what happened before the first list is told by that list
        const sinceMs: number = since ?? Date.now();
        const stream = await api.subscribe(sinceMs, closing.signal);
        if (since !== null) look.wasAway();
        since = sinceMs;
        failures = 0;
        isThere = true;
        burst.want(now());
        dueTime.cut();
        for await (const line of linesOf(stream)) since = hear(line) ?? since;
      } catch (fault) {
        // what had begun and breaks off has ended: whether the engine is away shows when it is asked again
        if (!isThere && !isClosing()) await tellAway((fault as Error).message);
      }
      if (isClosing()) return;
      if (!isThere) failures += 1;
      else brief = now() - begun >= steadyMs ? 0 : brief + 1;
      // what was told until now is asked for again at once, unless it ended early the last time too
      const inRow = isThere ? brief - 1 : failures;
      isThere = false;
      if (inRow > 0) await waitUnlessClosing(backoffMs(inRow));
    }
  }

  /** What happened before is told first: a delivery says that the engine is there. */
  async function tellAway(reason: string): Promise<void> {
    await tellHeld(burst.take()).catch(() => {});
    feed.away(reason);
  }

  /** Gives when it happened, where that is told. */
  function hear(line: string | null): number | null {
    const event = line === null ? null : parseEngineEvent(line);
    if (event === 'other') return null;
    if (event === null) {
      feed.notice(`${engine} told of an event in words that cannot be read; its containers are listed all the same`);
      burst.want(now());
    } else burst.add(event, now());
    dueTime.cut();
    return event?.at ?? null;
  }

  async function tellHeld(taken: TakenBurst): Promise<void> {
    try {
      await look.tell(taken);
    } catch (fault) {
      burst.giveBack(taken);
      throw fault;
    }
  }

  async function handOver(limitMs: number): Promise<void> {
    const taken = burst.take();
    await tellHeld(taken);
    // one that is not there is listed when it comes back
    if (isThere) await look.look(taken, limitMs);
  }

  async function lookWhenDue(): Promise<void> {
    for (let failures = 0; !isClosing(); ) {
      const leftMs = (burst.dueAt() ?? Number.POSITIVE_INFINITY) - now();
      if (leftMs > 0) await dueTime.wait(leftMs);
      else {
        const fault = await handOver(timeLimitMs).catch((error: Error) => error);
        failures = fault ? failures + 1 : 0;
        if (!fault) continue;
        // whoever owns the store tells of its faults
        if (!(fault instanceof StoreError)) feed.notice(fault.message);
        burst.want(now());
        await waitUnlessClosing(backoffMs(failures));
      }
    }
  }

  async function finish(): Promise<void> {
    if (burst.dueAt() === null) return;
    // half a replacement would be read as a removal; whoever watches next lists everything
    if (burst.isHalfDone(now())) isThere = false;
    await handOver(Math.min(timeLimitMs, closingLimitMs)).catch(() => {});
  }

  const running = Promise.all([listen(), lookWhenDue()]);
  return {
    label: look.label,
    async close() {
      closing.abort();
      dueTime.cut();
      await running;
      await finish();
      await api.close();
    },
  };
}
