import type { InputText } from '../../../src/recorder/recorder.ts';
import type { Feed } from '../../../src/recorder/watch/feed.ts';

/** A feed that keeps what a source told it, in the order in which it was told. */
export interface TestFeed {
  readonly feed: Feed;
  readonly deliveries: readonly InputText[];
  readonly aways: readonly string[];
  readonly notices: readonly string[];
  /** The first delivery that was not asked for yet. Rejects with what came instead where none comes in time. */
  next(withinMs?: number): Promise<InputText>;
}

/** Opens a {@link TestFeed}. Like the real one, it hears the same away once until something is delivered, and the same notice once. */
export function openTestFeed(): TestFeed {
  const deliveries: InputText[] = [];
  const aways: string[] = [];
  const notices: string[] = [];
  const waiting: (() => void)[] = [];
  let isAway = false;
  let asked = 0;

  const feed: Feed = {
    async deliver(input) {
      isAway = false;
      deliveries.push(input);
      for (const wake of waiting.splice(0)) wake();
      return [];
    },
    away(reason) {
      if (!isAway) aways.push(reason);
      isAway = true;
    },
    notice(words) {
      if (!notices.includes(words)) notices.push(words);
    },
  };

  async function next(withinMs = 5000): Promise<InputText> {
    const index = asked;
    asked += 1;
    const deadline = Date.now() + withinMs;
    for (;;) {
      const input = deliveries[index];
      if (input) return input;
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) {
        const instead = JSON.stringify({ before: deliveries.slice(-3), aways, notices });
        throw new Error(`no delivery ${index + 1} within ${withinMs} ms, found ${instead}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  return { feed, deliveries, aways, notices, next };
}
