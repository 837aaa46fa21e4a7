import { isDeepStrictEqual } from 'node:util';
import { openPruner, type Pruned, type RetentionLimits } from '../history/index.ts';
import { sizeWords } from '../report/index.ts';
import { runSteps } from './prune-steps.ts';

/** What keeps a store within its limits while passes are recorded. */
export interface Retention {
  /**
   * Prunes where something is beyond the limits, at most once an hour unless they are others: in short steps with rests
   * between them, so that no pass waits long. Gives at once; to be called every few seconds. It never throws.
   */
  pruneIfDue(): void;
  /** Ends what is under way, which the next run goes on with; resolves when nothing is. */
  close(): Promise<void>;
}

/** With what a store is kept within its limits. */
export interface RetentionSettings {
  /** The store. */
  readonly file: string;
  /** The limits in force now. */
  limits(): RetentionLimits;
  now(): number;
  /** Told in words what was pruned, or why it could not be. */
  tell(words: string): void;
}

const leastIntervalMs = 3_600_000;
const slackPart = 0.05;
const mostDelayMs = 24 * 3_600_000;
/** After each stretch of steps everything else has so long. */
const restMs = 40;

/** Opens what prunes a store. */
export function openRetention({ file, limits, now, tell }: RetentionSettings): Retention {
  let last: { readonly at: number; readonly limits: RetentionLimits } | null = null;
  let closed = false;
  let running: Promise<void> = Promise.resolve();

  async function prune(): Promise<void> {
    const { overrun, pruned: after } = limitsAround(limits());
    if (closed || Object.values(overrun).every((limit) => limit === null)) return;
    const pruner = openPruner(file);
    try {
      if (!pruner.isDue({ limits: overrun, now: now() })) return;
      const pruned = await runSteps(pruner.prune({ limits: after, now: now() }), () => closed, restMs);
      if (pruned !== null && pruned.passes.length > 0) tell(retentionWords(pruned));
    } finally {
      pruner.close();
    }
  }

  return {
    pruneIfDue() {
      const look = { at: now(), limits: limits() };
      // a clock that went back is no reason to wait for longer than an hour
      const isRecent = last !== null && Math.abs(look.at - last.at) < leastIntervalMs;
      if (closed || (isRecent && isDeepStrictEqual(look.limits, last?.limits))) return;
      last = look;
      // whatever it is, recording goes on
      running = running.then(prune).catch((error: unknown) => tell(`not pruned: ${(error as Error).message}`));
    },
    close() {
      closed = true;
      return running;
    },
  };
}

/**
 * Pruning reads all of a store, whatever goes: so that there is none every hour, passes may become older and more by a part,
 * a day at most, before all that are beyond the limits go, and a store that is too large becomes smaller by a part than it may be.
 */
function limitsAround(limits: RetentionLimits): { overrun: RetentionLimits; pruned: RetentionLimits } {
  const { keepForMs, keepPasses, maxBytes } = limits;
  return {
    overrun: {
      keepForMs: keepForMs === null ? null : keepForMs + Math.min(mostDelayMs, keepForMs * slackPart),
      keepPasses: keepPasses === null ? null : Math.ceil(keepPasses * (1 + slackPart)),
      maxBytes,
    },
    pruned: { ...limits, maxBytes: maxBytes === null ? null : Math.floor(maxBytes * (1 - slackPart)) },
  };
}

function retentionWords({ passes, before, after }: Pruned): string {
  const removed = passes.reduce((sum, one) => sum + one.removed, 0);
  const begins = passes.map(({ horizon }) => horizon.firstPass);
  return `${removed} passes pruned: the history begins at pass ${begins.join(', ')}; ${sizeWords(before.used)} before, ${sizeWords(after.used)} now`;
}
