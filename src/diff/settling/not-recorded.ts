import type { PassFacts } from '../flaps/flap-bout.ts';
import type { Gap } from '../gaps.ts';
import type { QuietStretch } from './quiet-stretch.ts';
import type { NotRecorded } from './unsettled.ts';

/** The gaps that lie in the stretch that must be quiet, or behind all passes. What could not be read is told as a failure. */
export function notRecorded(gaps: readonly Gap[], passes: readonly PassFacts[], stretch: QuietStretch): NotRecorded[] {
  return gaps.flatMap((gap): NotRecorded[] => {
    if (gap.kind === 'pruned' || gap.kind === 'unreadable' || gap.kind === 'partial') return [];
    const place = lastPlace(gap, passes);
    if (place === null) {
      const goesOn = 'until' in gap && gap.until === null;
      return [{ code: 'gap', gap, before: null, ends: goesOn ? null : stretch.endOfNext }];
    }
    if (place === 0 || !stretch.holds(place)) return [];
    return [{ code: 'gap', gap, before: passes[place] as PassFacts, ends: stretch.endOf(place) }];
  });
}

/** The place of the last pass before which a gap lies; null where it lies behind them all. */
export function lastPlace(gap: Gap, passes: readonly PassFacts[]): number | null {
  if (!('breaks' in gap)) return passes.findIndex(({ number }) => number === gap.pass);
  const last = gap.breaks.at(-1);
  return last === undefined ? null : passes.findIndex(({ number }) => number === last);
}
