import type { Circumstances } from '../../../formats/index.ts';
import type { InputText } from '../../recorder.ts';
import { backoffMs } from '../backoff.ts';
import type { Feed } from '../feed.ts';
import type { EngineApi, EngineApiSettings } from './engine-api.ts';
import type { Burst, TakenBurst } from './engine-burst.ts';
import { EngineFault } from './engine-fault.ts';
import { type EngineListing, listEngine } from './engine-listing.ts';

/** What an engine is called, and what is said of everything that it tells. */
export interface EngineTelling extends EngineApiSettings {
  readonly node: string;
  readonly circumstances?: Circumstances;
}

/** Looks at an engine and hands over what it sees. Everything rejects where nothing can be stored. */
export interface EngineLook {
  readonly label: string;
  /** Hands the events of a burst over. */
  tell(taken: TakenBurst): Promise<void>;
  /** Lists the containers after a burst and hands them over; what failed is tried again in the time of the burst. */
  look(taken: TakenBurst, timeLimitMs: number): Promise<void>;
  /** The engine was away: what it lists next is looked at with doubt. */
  wasAway(): void;
}

/** An empty list after the engine was away is believed when it is still empty after so many more looks: half a minute. */
const emptyTries = 5;

/** Opens the look at an engine. `now` is the clock of the burst. */
export function openEngineLook(
  api: EngineApi,
  telling: EngineTelling,
  { burst, feed, now }: { burst: Burst; feed: Feed; now(): number },
): EngineLook {
  const { engine, socket, node, sizeLimitBytes } = telling;
  const label = `${engine}:${socket}`;
  const circumstances = { ...telling.circumstances, node };
  let failures = 0;
  let lastWords: string | null = null;
  let shown = 0;
  let isDoubtful = false;
  let empties = 0;

  /** An engine that could not load its containers lists none, as one does whose containers were all removed. */
  function doubtWords({ containers }: EngineListing): string | null {
    if (!isDoubtful || containers > 0 || shown === 0 || empties >= emptyTries) return null;
    empties += 1;
    return `${engine} was away and lists no container, where it listed ${shown} before`;
  }

  /** What is known to be wrong is handed over once, and again with what happened since; and it is looked at again before long. */
  async function deliver(taken: TakenBurst, words: string | null, input: InputText): Promise<void> {
    if (words === null || words !== lastWords || taken.since !== null) await feed.deliver(input);
    lastWords = words;
    failures = words === null ? 0 : failures + 1;
    if (words !== null) burst.retryAt(now() + backoffMs(failures));
  }

  async function fail(taken: TakenBurst, fault: EngineFault): Promise<void> {
    if (fault.kind === 'refused') {
      await deliver(taken, fault.message, { label, text: null, error: fault.message, circumstances });
      return;
    }
    feed.away(fault.message);
    failures += 1;
    burst.retryAt(now() + backoffMs(failures));
  }

  return {
    label,
    wasAway() {
      isDoubtful = true;
      empties = 0;
    },
    async tell({ lines }) {
      if (lines.length === 0) return;
      await feed.deliver({ label, text: `${lines.join('\n')}\n`, error: null, format: 'docker-events', circumstances });
    },
    async look(taken, timeLimitMs) {
      let listing: EngineListing;
      try {
        listing = await listEngine(api, { timeLimitMs, sizeLimitBytes });
      } catch (fault) {
        if (!(fault instanceof EngineFault)) throw fault;
        await fail(taken, fault);
        return;
      }
      if (burst.isHalfDone(now()) && !burst.isLate(taken.since, now())) {
        burst.giveBack({ since: taken.since ?? now(), lines: [] });
        return;
      }
      const words = listing.shortfall ?? doubtWords(listing);
      const shortfall = words === null ? {} : { exitStatus: 1, standardError: words };
      await deliver(taken, words, {
        label,
        text: listing.text,
        error: null,
        format: 'docker-inspect',
        circumstances: { ...circumstances, ...shortfall },
      });
      if (words !== null) return;
      shown = listing.containers;
      isDoubtful = false;
    },
  };
}
