import {
  type ExplainedPass,
  type ExplainedStep,
  explainPasses,
  type FlapEvent,
  type FlapsNow,
  type FlapWatcher,
  openFlapWatcher,
} from '../../diff/index.ts';
import type { History } from '../../history/index.ts';
import type { Pass } from '../../roster/index.ts';
import { explainOne } from '../explain-one.ts';

/** A pass as it happened: what it did, and what began to flap or settled with it. */
export interface FollowedPass {
  readonly explained: ExplainedPass;
  readonly flaps: readonly FlapEvent[];
}

/** Follows the passes of one controller as they are recorded. */
export interface PassFollower {
  /** The passes up to this one that were not followed yet, each explained; those of other recorders are among them. */
  follow(number: number): FollowedPass[];
  /** The number of names that flap now. */
  flapping(): number;
}

/** So many passes before the first are looked at, so that what flaps already is known. */
const lookedBack = 300;
/** After so many passes the look back begins anew: nothing that a follower holds grows with the history. */
const longest = 1000;

interface Run {
  readonly watcher: FlapWatcher;
  /** When the first pass that the watcher took was recorded; null before it. */
  since: number | null;
  /** The last pass that was followed; null before the first. */
  last: number | null;
  followed: number;
  flapping: FlapsNow['flapping'];
  explain(pass: Pass): ExplainedPass;
}

/** Opens a follower at the end of what is recorded so far, or just before a pass that was recorded already. */
export function openPassFollower(history: History, controller: string, before: number | null = null): PassFollower {
  let [run] = openRun(history, controller, before);

  function followOne(pass: Pass): FollowedPass {
    const explained = run.explain(pass);
    run.watcher.take(pass);
    run.last = pass.number;
    run.followed += 1;
    run.since ??= pass.recordedAt;
    // nothing begins to flap or settles in a pass that moves nothing, unless something flaps already
    if (run.flapping.size === 0 && (explained.difference?.moves.length ?? 0) === 0) return { explained, flaps: [] };
    const { flapping, events } = run.watcher.look(run.flapping, history.gaps(controller, run.since, pass.recordedAt));
    run.flapping = flapping;
    return { explained, flaps: events };
  }

  return {
    follow(number) {
      if (run.last !== null && number <= run.last) {
        // a declaration that came late belongs to a pass that was told already
        const { flapping } = run;
        const [next, flaps] = openRun(history, controller, null, flapping);
        run = next;
        return [{ explained: explainOne(history, controller, number), flaps }];
      }
      const first = run.last === null ? 1 : run.last + 1;
      const followed = [...history.passes(controller, first, number)].map(followOne);
      if (run.followed > longest) {
        const { flapping } = run;
        run = { ...openRun(history, controller, null)[0], flapping };
      }
      return followed;
    },
    flapping: () => run.flapping.size,
  };
}

/** Looks back from a pass, and gives what began to flap and what settled since so many names flapped. */
function openRun(
  history: History,
  controller: string,
  end: number | null,
  flapped: FlapsNow['flapping'] = new Set(),
): [Run, readonly FlapEvent[]] {
  const watcher = openFlapWatcher();
  const latest = end === null ? history.findLatest(controller) : history.findBefore(controller, end, 1);
  let before: Pass | null = null;
  let since: number | null = null;
  if (latest !== null) {
    const first =
      history.findBefore(controller, latest, lookedBack) ??
      history.findFirstSince(controller, Number.MIN_SAFE_INTEGER) ??
      latest;
    for (const pass of history.passes(controller, first, latest)) {
      watcher.take(pass);
      since ??= pass.recordedAt;
      before = pass;
    }
  }
  const gaps = before === null || since === null ? [] : history.gaps(controller, since, (before as Pass).recordedAt);
  const { flapping, events } = watcher.look(flapped, gaps);
  return [{ watcher, since, last: latest, followed: 0, flapping, explain: pushedExplainer(before) }, events];
}

/** {@link explainPasses} for passes that come one by one: what it remembers of earlier ones serves the later ones. */
function pushedExplainer(baseline: Pass | null): (pass: Pass) => ExplainedPass {
  let next: Pass | undefined;
  function* pushed(): Generator<Pass> {
    for (;;) yield next as Pass;
  }
  const steps = explainPasses(pushed(), baseline);
  return (pass) => {
    next = pass;
    return (steps.next().value as ExplainedStep).explained;
  };
}
