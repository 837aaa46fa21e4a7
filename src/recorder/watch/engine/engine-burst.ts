import type { EngineEvent } from './engine-event.ts';

/** How long events are waited for, in milliseconds. */
export interface Settle {
  readonly settleMs: number;
  readonly longestMs: number;
}

/** What gathered until it was time to look. */
export interface TakenBurst {
  /** When the first of it came; null where nothing did. */
  readonly since: number | null;
  readonly lines: readonly string[];
}

/** Events that belong together, and when it is time to look at what they did. Instants in milliseconds of any one clock. */
export interface Burst {
  add(event: EngineEvent, now: number): void;
  /** Something happened that no event tells of. */
  want(now: number): void;
  /** Looks again at an instant whether or not anything happens until then. */
  retryAt(at: number): void;
  /** When it is time to look; null where there is no reason to. */
  dueAt(): number | null;
  /** Whether a container was destroyed a moment ago and not created again yet. */
  isHalfDone(now: number): boolean;
  /** Whether a look at what began at an instant may be put off no longer. */
  isLate(since: number | null, now: number): boolean;
  take(): TakenBurst;
  /** Takes back what was taken: it has not been dealt with. */
  giveBack(taken: TakenBurst): void;
}

/** A replacement destroys a container and creates it again: the second is waited for so many times longer than another event. */
const replacementFactor = 4;

/** Events are held while the store takes none of them; this many at most. */
const mostLines = 10_000;

/**
 * Makes a burst. It is time when nothing more came for `settleMs`, and no container that was destroyed may still be created
 * again: that is waited for four times as long, so that a replacement is seen whole. Where it goes on, the first moment
 * after half of `longestMs` is taken in which none is missing, and at `longestMs` whichever there is: then a container may
 * be shown as removed that the next look shows again.
 */
export function openBurst({ settleMs, longestMs }: Settle, overflow: () => void): Burst {
  const destroyed = new Map<string, number>();
  let since: number | null = null;
  let last = 0;
  let retry: number | null = null;
  let lines: string[] = [];

  const want = (now: number) => {
    since ??= now;
    last = now;
  };
  const wholeAt = () => Math.max(Number.NEGATIVE_INFINITY, ...destroyed.values()) + replacementFactor * settleMs;

  function burstDueAt(): number | null {
    if (since === null) return null;
    const isLong = last - since >= longestMs / 2;
    return Math.min(Math.max(isLong ? last : last + settleMs, wholeAt()), since + longestMs);
  }

  return {
    want,
    add({ action, name, line }, now) {
      want(now);
      for (const [known, at] of destroyed) if (at + replacementFactor * settleMs <= now) destroyed.delete(known);
      if (action === 'destroy' || action === 'remove') destroyed.set(name, now);
      else if (action === 'create' || action === 'rename') destroyed.delete(name);
      if (lines.length < mostLines) lines.push(line);
      else overflow();
    },
    retryAt(at) {
      retry = at;
    },
    dueAt() {
      const due = burstDueAt();
      return retry === null || due === null ? (due ?? retry) : Math.min(due, retry);
    },
    isHalfDone: (now) => wholeAt() > now,
    isLate: (first, now) => first !== null && now >= first + longestMs,
    take() {
      const taken = { since, lines };
      since = null;
      retry = null;
      lines = [];
      return taken;
    },
    giveBack(taken) {
      since = taken.since ?? since;
      lines = [...taken.lines, ...lines].slice(-mostLines);
    },
  };
}
