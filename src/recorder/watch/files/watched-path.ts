import type { Circumstances } from '../../../formats/index.ts';
import { openAlarm } from '../alarm.ts';
import type { Feed, RunningSource } from '../feed.ts';
import { openDirectoryEvents } from './watched-directories.ts';
import { watchInputs } from './watched-inputs.ts';
import { limitWords } from './watched-limit.ts';
import { placesOf } from './watched-places.ts';

const defaultPatienceMs = 2000;
const defaultGraceMs = 3000;
const defaultRecheckMs = 30_000;
const defaultPollMs = 1000;
/** Where much else happens, there is this long between two looks, or as long as a look takes where that is longer. */
const shortestGapMs = 50;
const longestGapMs = 500;
/** Directories that are swapped at every look are as good as watched: the next look is due before long. */
const mostTries = 5;

/** Which path is watched, and how. Lengths of time in milliseconds. */
export interface WatchedPathSettings {
  /** A file or a directory; it need not exist yet. */
  readonly path: string;
  /** As long as this nothing may have changed about a version that is handed over. */
  readonly settleMs: number;
  readonly circumstances?: Circumstances;
  readonly format?: string;
  /** What is larger is handed over without its text; 64 MiB unless said otherwise. */
  readonly sizeLimitBytes?: number;
  /** Looks so often instead of waiting for events, which network file systems do not send. */
  readonly pollMs?: number;
  /** How much longer one that looks half written may take; 2000 unless said otherwise. */
  readonly patienceMs?: number;
  /** How long the path may be missing until it is away; 3000 unless said otherwise. */
  readonly graceMs?: number;
  /** Looks so often though no event came, in case one was lost; 30000 unless said otherwise. */
  readonly recheckMs?: number;
}

/**
 * Watches a file, or the inputs of a directory: hands over what is there, then each version that settles. At a restart what
 * is there is handed over once more, for a file does not tell whether it was recorded: it is a look at the present state.
 *
 * An event says that it is time to look, and no more. What a look compares is the file that the path leads to: its inode,
 * its time, be it older or newer, and its content. So it does not matter how a file is replaced, and polling differs from
 * watching only in how often it looks; chokidar's own polling takes a version with an older time for the same one.
 */
export async function watchPath(settings: WatchedPathSettings, feed: Feed): Promise<RunningSource> {
  const { path, pollMs, settleMs, patienceMs = defaultPatienceMs, graceMs = defaultGraceMs } = settings;
  let isPolling = pollMs !== undefined;
  let isClosed = false;
  const alarm = openAlarm();
  const inputs = watchInputs({ ...settings, patienceMs, graceMs }, feed);
  const events = await openDirectoryEvents({
    onEvent: alarm.ring,
    onFault(error) {
      isPolling = true;
      feed.notice(`${limitWords(error)}; looking every ${defaultPollMs} ms instead`);
    },
  });

  /** Places may change while the watches are opened, so that it is done when none had to be opened. */
  async function watchPlaces(): Promise<void> {
    for (let tries = 0; tries < mostTries && !isPolling; tries += 1) {
      if (!(await events.watch(placesOf(path)))) return;
    }
    if (isPolling) await events.close();
  }

  async function follow(): Promise<void> {
    while (!isClosed) {
      const startedAt = performance.now();
      const dueMs = await inputs.look();
      const gapMs = Math.min(performance.now() - startedAt, longestGapMs);
      const longestMs = isPolling ? (pollMs ?? defaultPollMs) : (settings.recheckMs ?? defaultRecheckMs);
      await alarm.wait(Math.max(gapMs, Math.min(settleMs, shortestGapMs)), Math.min(dueMs, longestMs));
      if (!isClosed) await watchPlaces();
    }
    await events.close();
  }

  await watchPlaces();
  const following = follow();
  return {
    label: path,
    async close() {
      isClosed = true;
      inputs.stop();
      alarm.stop();
      await following;
    },
  };
}
