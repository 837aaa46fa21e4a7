import type { Name, NameMap } from '../../roster/index.ts';
import { damping as penalties } from '../flaps/damping-score.ts';
import { nameMoves } from '../name-moves.ts';
import type { Damping } from './policy.ts';
import type { OpenRule } from './roster-rule.ts';

/** A penalty that faded so far makes no difference to any threshold, and is not kept: names come and go for years. */
const forgottenBelow = 1e-3;

/**
 * Opens route flap damping (RFC 2439 §4.2 and §4.4.3) for names: each removal and each move adds a penalty that fades with
 * the half-life; a name above the one threshold is left out, whatever the roster says, until it is below the other. It is
 * looked at with each pass, since nothing is baked in between.
 */
export function openDamped({ suppressAbove, reuseBelow, halfLifeMs, ceiling }: Damping): OpenRule {
  const scores = new Map<Name, { score: number; at: number; isLeftOut: boolean }>();
  let before: NameMap | null = null;

  function faded(name: Name, at: number): number {
    const known = scores.get(name);
    if (known === undefined) return 0;
    // a clock that went back fades nothing
    return known.score * 2 ** (-Math.max(0, at - known.at) / halfLifeMs);
  }

  return ({ names, at }) => {
    for (const { name, kind } of before === null ? [] : nameMoves(before, names)) {
      if (kind === 'added') continue;
      const penalty = kind === 'removed' ? penalties.removed : penalties.moved;
      const score = Math.min(ceiling, faded(name, at) + penalty);
      scores.set(name, { score, at, isLeftOut: scores.get(name)?.isLeftOut ?? false });
    }
    before = names;
    const leftOut = new Set<Name>();
    for (const [name, known] of scores) {
      const score = faded(name, at);
      known.isLeftOut = known.isLeftOut ? score >= reuseBelow : score > suppressAbove;
      if (score < forgottenBelow) scores.delete(name);
      if (known.isLeftOut && names.has(name)) leftOut.add(name);
    }
    return leftOut.size === 0 ? names : new Map([...names].filter(([name]) => !leftOut.has(name)));
  };
}
