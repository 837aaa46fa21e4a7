import type { History } from '../../history/index.ts';
import type { Recorded } from '../../recorder/index.ts';
import type { Pass } from '../../roster/index.ts';
import { type FollowedPass, openPassFollower, type PassFollower } from './pass-follower.ts';

/** Tells of passes when they are whole: one that lone declarations make is told when no more of them may come. */
export interface PassTeller {
  take(recorded: Extract<Recorded, { kind: 'appended' | 'unreadable' }>): void;
  /** Tells what is held back. */
  flush(): void;
  flapping(): number;
  /** Of so many controllers passes are known. */
  controllers(): number;
}

/** Opens a teller. `later` runs a function after so many milliseconds, and gives what cancels it. */
export function openPassTeller(
  history: History,
  quietGapMs: number,
  later: (run: () => void, ms: number) => () => void,
  tell: (pass: FollowedPass) => void,
): PassTeller {
  const followers = new Map<string, PassFollower>();
  let held: { controller: string; number: number; cancel: () => void } | null = null;

  for (const controller of history.controllers()) followers.set(controller, openPassFollower(history, controller));

  function follow(controller: string, number: number): void {
    let follower = followers.get(controller);
    if (!follower) {
      follower = openPassFollower(history, controller, number);
      followers.set(controller, follower);
    }
    for (const followed of follower.follow(number)) tell(followed);
  }

  /** Of a pass that could not be read as a whole it says so itself; otherwise it is one node's, which others may join. */
  function unreadableOf(number: number): { controller: string; lone: boolean } {
    const { controller, outcome } = history.findPass(number) as Pass;
    return { controller, lone: outcome === 'planned' };
  }

  function flush(): void {
    if (held === null) return;
    const { controller, number, cancel } = held;
    cancel();
    held = null;
    follow(controller, number);
  }

  return {
    take(recorded) {
      const { appended } = recorded;
      if (appended === null || appended.kind === 'known') return;
      const { controller, lone } = recorded.kind === 'appended' ? recorded.draft : unreadableOf(appended.number);
      if (held !== null && (held.controller !== controller || held.number !== appended.number)) flush();
      held?.cancel();
      if (lone) held = { controller, number: appended.number, cancel: later(flush, quietGapMs) };
      else {
        held = null;
        follow(controller, appended.number);
      }
    },
    flush,
    controllers: () => followers.size,
    flapping: () => [...followers.values()].reduce((sum, follower) => sum + follower.flapping(), 0),
  };
}
