import { isDeepStrictEqual } from 'node:util';
import type { Circumstances } from '../../formats/index.ts';
import { type RunningSource, SourceError, type WatchLoop } from '../../recorder/watch/index.ts';
import type { Surroundings } from '../surroundings.ts';
import { UserError } from '../user-error.ts';
import type { PlannedSource } from './planned-source.ts';
import { sourceLabel } from './source-label.ts';
import { startSource } from './start-source.ts';

/** The sources that run now. */
export interface RunningSources {
  /**
   * Starts what is planned and does not run yet, and closes what runs and is planned no more; what runs as it is planned is
   * left alone. Where one cannot start, everything is as it was before, and it rejects with that one's fault.
   */
  follow(planned: readonly PlannedSource[]): Promise<SourceChanges>;
  /** What the sources are called, without secrets. */
  labels(): readonly string[];
  close(): Promise<void>;
}

/** What became of the sources, by their labels. */
export interface SourceChanges {
  readonly unchanged: number;
  readonly started: readonly string[];
  readonly stopped: readonly string[];
}

interface Running {
  readonly planned: PlannedSource;
  readonly label: string;
  readonly source: RunningSource;
  readonly closeFeed: () => void;
}

/** Opens an empty set of sources. */
export function openRunningSources(
  loop: WatchLoop,
  circumstances: Circumstances,
  surroundings: Pick<Surroundings, 'env' | 'isRoot'>,
): RunningSources {
  let running: readonly Running[] = [];

  async function start(planned: PlannedSource): Promise<Running> {
    const isListener = planned.address.kind === 'listener';
    const feed = loop.openFeed(sourceLabel(planned, surroundings), isListener ? 'tells-sender' : 'keeps-trying');
    const source = await startSource(planned, circumstances, feed, surroundings).catch((error: unknown) => {
      feed.close();
      throw error instanceof SourceError ? userErrorOf(error) : error;
    });
    // where the port was left to the system, a listener alone knows it
    return { planned, label: isListener ? source.label : feed.label, source, closeFeed: () => feed.close() };
  }

  /** All of them or none. */
  async function startAll(planned: readonly PlannedSource[]): Promise<Running[]> {
    const tried = await Promise.allSettled(planned.map(start));
    const started = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const fault = tried.find((one) => one.status === 'rejected');
    if (!fault) return started;
    await stop(started);
    throw fault.reason;
  }

  async function stop(stopped: readonly Running[]): Promise<void> {
    await Promise.all(stopped.map(({ source }) => source.close()));
    for (const { closeFeed } of stopped) closeFeed();
  }

  /** Two cannot listen at one address, nor need the same be looked at twice: the one that goes is closed before. */
  async function replace(leaving: readonly Running[], coming: readonly PlannedSource[]): Promise<Running[]> {
    await stop(leaving);
    try {
      return await startAll(coming);
    } catch (fault) {
      const again = await startAll(leaving.map(({ planned }) => planned)).catch(() => []);
      running = [...running.filter((one) => !leaving.includes(one)), ...again];
      throw fault;
    }
  }

  return {
    async follow(planned) {
      const staying = running.filter((one) => planned.some((wanted) => isDeepStrictEqual(wanted, one.planned)));
      const leaving = running.filter((one) => !staying.includes(one));
      const coming = planned.filter((wanted) => !staying.some((one) => isDeepStrictEqual(wanted, one.planned)));
      const isTaken = ({ address }: PlannedSource) =>
        coming.some((wanted) => isDeepStrictEqual(wanted.address, address));
      const replaced = leaving.filter((one) => isTaken(one.planned));
      const started = await replace(replaced, coming);
      running = [...staying, ...started];
      await stop(leaving.filter((one) => !replaced.includes(one)));
      return {
        unchanged: staying.length,
        started: started.map(({ label }) => label),
        stopped: leaving.map(({ label }) => label),
      };
    },
    labels: () => running.map(({ label }) => label),
    async close() {
      const stopped = running;
      running = [];
      await stop(stopped);
    },
  };
}

function userErrorOf(error: SourceError): UserError {
  return new UserError(error.message, { ...(error.hint === null ? {} : { hint: error.hint }), cause: error });
}
