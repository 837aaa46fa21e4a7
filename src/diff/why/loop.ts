import type { HistoryGap, Name } from '../../roster/index.ts';
import type { ExplainedPass } from '../explained-pass.ts';
import { anyContainerMatcher } from '../filter.ts';
import { type ContainerPlace, placeKey } from '../replacements.ts';
import { brokenPasses } from '../window-gaps.ts';
import { replacedIn } from './untold.ts';

/** Passes that were followed by a failure or a loss, out of so many. */
export interface Followed {
  readonly failed: number;
  readonly of: number;
}

/** Whether failures follow the passes that replaced something that the control plane runs on. */
export interface Loop {
  /** The control-plane containers that were replaced: the first is the one that the loop closes through, as far as the table tells. */
  readonly containers: readonly (ContainerPlace & { readonly after: Followed; readonly others: Followed })[];
  /** After passes that replaced one of them. */
  readonly after: Followed;
  /** After the passes that replaced none. */
  readonly others: Followed;
  /** It held each time, at least twice, and no failure followed another pass. */
  readonly selfReinforcing: boolean;
  /** The passes that replaced one of them, and those in which a failure or a loss followed. */
  readonly passes: readonly number[];
  readonly failures: readonly number[];
  /** The passes of which it is known what followed. */
  readonly tested: readonly number[];
}

/**
 * Looks for the loop: passes that replaced a control-plane container, against what the pass after them shows. Null where
 * no container is one of the control plane's, or none of these was replaced. A pass tells nothing where what follows it is
 * not known: the last one, one before a pass that could not be read or is missing, and one before a gap in the recording.
 */
export function findLoop(
  passes: readonly ExplainedPass[],
  patterns: readonly string[],
  recordingGaps: readonly HistoryGap[] = [],
): Loop | null {
  const isControlPlane = anyContainerMatcher(patterns);
  const broken = brokenPasses(
    passes.map(({ pass }) => pass),
    recordingGaps,
  );
  const failures = failuresAmong(passes);
  const steps = passes.slice(0, -1).flatMap((one, index) => {
    const next = passes[index + 1] as ExplainedPass;
    if (one.difference === null || next.pass.outcome === 'unreadable' || broken.has(next.pass.number)) return [];
    const replaced = new Map(
      replacedIn(one)
        .filter(({ container }) => isControlPlane(container))
        .map(({ node, container }): [string, ContainerPlace] => [placeKey({ node, container }), { node, container }]),
    );
    return [{ pass: one.pass.number, next: next.pass.number, replaced, failed: failures.has(next) }];
  });
  const places = new Map(steps.flatMap(({ replaced }) => [...replaced]));
  if (places.size === 0) return null;
  const tableOf = (isAfter: (step: (typeof steps)[number]) => boolean) => ({
    after: followed(steps.filter(isAfter)),
    others: followed(steps.filter((step) => !isAfter(step))),
  });
  const whole = tableOf(({ replaced }) => replaced.size > 0);
  const containers = [...places].map(([key, place]) => ({
    ...place,
    ...tableOf(({ replaced }) => replaced.has(key)),
  }));
  const matches = patterns.map((pattern) => anyContainerMatcher([pattern]));
  const order = (container: string) => matches.findIndex((isOf) => isOf(container));
  return {
    ...whole,
    // the one whose table separates best; where several cannot be told apart, in the order in which the user named them
    containers: containers.sort((a, b) => separation(b) - separation(a) || order(a.container) - order(b.container)),
    selfReinforcing:
      whole.after.of >= 2 && whole.after.failed === whole.after.of && whole.others.of > 0 && whole.others.failed === 0,
    passes: steps.filter(({ replaced }) => replaced.size > 0).map(({ pass }) => pass),
    failures: steps.filter(({ failed }) => failed).map(({ next }) => next),
    tested: steps.map(({ pass }) => pass),
  };
}

/** The passes that show a failure: the pass or a node of it failed, names were lost, or names that were lost are not back yet. */
function failuresAmong(passes: readonly ExplainedPass[]): ReadonlySet<ExplainedPass> {
  const lost = new Set<Name>();
  return new Set(
    passes.filter(({ pass, difference }) => {
      for (const { name, reason, kind } of difference?.moves ?? []) {
        if (reason === 'lost') lost.add(name);
        else if (kind !== 'removed') lost.delete(name);
      }
      return pass.outcome === 'failed' || pass.outcomes.some(({ outcome }) => outcome === 'failed') || lost.size > 0;
    }),
  );
}

function followed(steps: readonly { failed: boolean }[]): Followed {
  return { failed: steps.filter(({ failed }) => failed).length, of: steps.length };
}

function separation({ after, others }: { after: Followed; others: Followed }): number {
  return rate(after) - rate(others);
}

function rate({ failed, of }: Followed): number {
  return of === 0 ? 0 : failed / of;
}
