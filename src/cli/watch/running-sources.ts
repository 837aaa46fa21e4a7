import { isDeepStrictEqual } from 'node:util';
import type { Circumstances } from '../../formats/index.ts';
import { type RunningSource, SourceError, type WatchLoop } from '../../recorder/watch/index.ts';
import type { Surroundings } from '../surroundings.ts';
import { UserError } from '../user-error.ts';
import { startSource } from './start-source.ts';
import type { PlannedSource } from './watch-plan.ts';

/** The sources that run now. */
export interface RunningSources {
  /** Starts what is planned and does not run yet, and closes what runs and is planned no more. Rejects with the first that cannot start. */
  follow(planned: readonly PlannedSource[]): Promise<void>;
  /** What the sources are called, without secrets. */
  labels(): readonly string[];
  close(): Promise<void>;
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
  let running: Running[] = [];

  async function start(planned: PlannedSource): Promise<void> {
    const feed = loop.openFeed(planned.text, planned.address.kind === 'listener' ? 'tells-sender' : 'keeps-trying');
    const source = await startSource(planned, circumstances, feed, surroundings).catch((error: unknown) => {
      feed.close();
      throw error instanceof SourceError ? userErrorOf(error) : error;
    });
    running.push({ planned, label: feed.label, source, closeFeed: () => feed.close() });
  }

  async function stop(stopped: readonly Running[]): Promise<void> {
    running = running.filter((one) => !stopped.includes(one));
    await Promise.all(stopped.map(({ source }) => source.close()));
    for (const { closeFeed } of stopped) closeFeed();
  }

  return {
    async follow(planned) {
      await stop(running.filter((one) => !planned.some((wanted) => isDeepStrictEqual(wanted, one.planned))));
      const missing = planned.filter((wanted) => !running.some((one) => isDeepStrictEqual(wanted, one.planned)));
      const started = await Promise.allSettled(missing.map(start));
      const fault = started.find((result) => result.status === 'rejected');
      if (fault) throw fault.reason;
    },
    labels: () => running.map(({ label }) => label),
    close: () => stop(running),
  };
}

function userErrorOf(error: SourceError): UserError {
  return new UserError(error.message, { ...(error.hint === null ? {} : { hint: error.hint }), cause: error });
}
