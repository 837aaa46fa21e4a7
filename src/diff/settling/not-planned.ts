import type { NodeOutcome } from '../../roster/index.ts';
import type { PassFacts } from '../flaps/flap-bout.ts';
import { isFailedPlan } from '../reasons.ts';
import type { QuietStretch } from './quiet-stretch.ts';
import type { NotPlanned, PassNotPlanned } from './unsettled.ts';

/** The failures that are too young to be over, and those after which a node has not reported again. */
export function notPlanned(passes: readonly PassFacts[], stretch: QuietStretch): (NotPlanned | PassNotPlanned)[] {
  return [...wholePasses(passes, stretch), ...nodes(passes, stretch)];
}

function wholePasses(passes: readonly PassFacts[], stretch: QuietStretch): PassNotPlanned[] {
  const failing = [...passes.keys()].filter((place) => passes[place]?.outcome !== 'planned' && stretch.holds(place));
  const last = failing.at(-1);
  if (last === undefined) return [];
  const pass = passes[last] as PassFacts;
  return [{ code: 'pass-not-planned', pass, times: failing.length, ends: stretch.endOf(last) }];
}

/** How one node fared, pass by pass in which it reported. */
interface Course {
  /** The place of its last failure, and how it fared there. */
  readonly place: number;
  readonly fared: NodeOutcome;
  /** Failures in the stretch. */
  readonly times: number;
  readonly isOver: boolean;
}

function nodes(passes: readonly PassFacts[], stretch: QuietStretch): NotPlanned[] {
  const courses = new Map<string, Course>();
  for (const [place, pass] of passes.entries()) {
    for (const fared of pass.outcomes) {
      const before = courses.get(fared.node);
      if (isFailedPlan(fared.outcome)) {
        // where the whole pass fared so, that is said
        if (fared.outcome === pass.outcome && fared.error === pass.error) continue;
        const times = (before?.times ?? 0) + (stretch.holds(place) ? 1 : 0);
        courses.set(fared.node, { place, fared, times, isOver: false });
      } else if (before && fared.outcome === 'planned') courses.set(fared.node, { ...before, isOver: true });
    }
  }
  const alike = new Map<string, NotPlanned & { nodes: string[] }>();
  for (const [node, { place, fared, times, isOver }] of courses) {
    if (isOver && !stretch.holds(place)) continue;
    const { outcome, error } = fared;
    const key = JSON.stringify([place, outcome, error, times, isOver]);
    // who has not reported since cannot be waited for: only a report ends it
    const ends = stretch.holds(place) ? stretch.endOf(place) : null;
    const same = alike.get(key) ?? {
      code: 'not-planned',
      nodes: [],
      outcome,
      error,
      pass: passes[place] as PassFacts,
      times,
      isOver,
      ends,
    };
    alike.set(key, same);
    same.nodes.push(node);
  }
  return [...alike.values()].map((one) => ({ ...one, nodes: one.nodes.sort() }));
}
