import type { Circumstances } from '../../../formats/index.ts';
import { StoreError } from '../../../history/index.ts';
import { openAlarm } from '../alarm.ts';
import type { Feed, RunningSource } from '../feed.ts';
import { nextDueAt } from './command-interval.ts';
import { type CommandLine, longestTimerMs, runCommand } from './command-run.ts';

/** Which command is run, how often and within which limits. Lengths of time in milliseconds. */
export interface CommandSettings extends CommandLine {
  /** From start to start. */
  readonly everyMs: number;
  readonly circumstances?: Circumstances;
  readonly format?: string;
}

/**
 * Runs a command again and again, the first time at once, and hands over what each run printed and how it ended. A run that
 * takes longer than the interval lets those times go by that it covers; two never run at once. The label is the command as it
 * was given: whoever shows it redacts it.
 */
export async function watchCommand(settings: CommandSettings, feed: Feed): Promise<RunningSource> {
  const { command, everyMs, circumstances, format } = settings;
  const label = `exec:${command}`;
  const stop = new AbortController();
  const alarm = openAlarm();

  async function runOnce(): Promise<void> {
    const ran = await runCommand(settings, stop.signal);
    if (ran.kind === 'not-started') feed.away(ran.reason);
    if (ran.kind !== 'ended') return;
    try {
      await feed.deliver({
        label,
        ...ran.source,
        ...(circumstances ? { circumstances } : {}),
        ...(format ? { format } : {}),
      });
    } catch (error) {
      // the feed tells it, and the next run shows the state as it is then
      if (!(error instanceof StoreError)) throw error;
    }
  }

  async function follow(): Promise<void> {
    let dueAt = performance.now();
    while (!stop.signal.aborted) {
      await runOnce();
      dueAt = nextDueAt(dueAt, everyMs, performance.now());
      await waitUntil(dueAt);
    }
  }

  async function waitUntil(at: number): Promise<void> {
    for (let leftMs = at - performance.now(); leftMs > 0 && !stop.signal.aborted; leftMs = at - performance.now()) {
      await alarm.wait(0, Math.min(leftMs, longestTimerMs));
    }
  }

  const following = follow();
  return {
    label,
    async close() {
      stop.abort();
      alarm.stop();
      await following;
    },
  };
}
