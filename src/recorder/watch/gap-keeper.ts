import { type History, StoreError } from '../../history/index.ts';
import type { RecordingGap } from '../../roster/index.ts';

/** Keeps the history told of when the recorder runs and which sources are away. What the store cannot take now is let go: the heartbeat tells it later. */
export interface GapKeeper {
  /** To be called before any source runs; gives the stretch in which the recorder was not running, if it ran before. */
  start(): RecordingGap | null;
  /** To be called every few seconds. Gives why the store did not take it; null where it did, or where nothing was due. */
  alive(): StoreError | null;
  /** A source is away from now on; gives what ends that. Neither text may hold a secret. */
  away(source: string, reason: string): () => void;
  stop(reason: string): void;
}

/** How a recorder is known from run to run, and of which controller it records passes (null: of any). */
export interface GapKeeperSettings {
  readonly recorder: string;
  readonly controller: string | null;
  now(): number;
}

/** Opens a keeper. */
export function openGapKeeper(history: History, { recorder, controller, now }: GapKeeperSettings): GapKeeper {
  const ifTaken = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (error instanceof StoreError) return null;
      throw error;
    }
  };
  return {
    start: () => history.noteStart(recorder, controller, now()),
    alive() {
      try {
        history.noteAlive(recorder, now());
        return null;
      } catch (error) {
        if (error instanceof StoreError) return error;
        throw error;
      }
    },
    away(source, reason) {
      const from = now();
      const begin = () => history.beginGap({ recorder, controller, kind: 'away', from, source, reason });
      const begun = ifTaken(begin);
      return () => {
        // one that could not be begun on the disk is written when the store takes things again
        const gap = begun ?? ifTaken(begin);
        if (gap !== null) ifTaken(() => history.endGap(gap, now()));
      };
    },
    stop: (reason) => ifTaken(() => history.noteStop(recorder, now(), reason)),
  };
}
