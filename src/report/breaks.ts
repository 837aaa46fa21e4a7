import type { Gap } from '../diff/index.ts';
import { stretchWords } from './stretch-words.ts';
import type { TimeWriter } from './times.ts';
import { type Line, line, span } from './view.ts';

/** A gap that lies between passes, where the sequence breaks. */
export type Break = Exclude<Gap, { readonly kind: 'unreadable' | 'partial' }>;

/** By the number of the pass that it comes before, among those that are listed; null is behind them all. */
export type Breaks = ReadonlyMap<number | null, readonly Break[]>;

/** Where gaps between passes go in a list of passes: once, before the first one that rests on it. */
export function breaksAmong(gaps: readonly Gap[], passes: readonly number[]): Breaks {
  const breaks = new Map<number | null, Break[]>();
  for (const gap of gaps) {
    if (gap.kind === 'unreadable' || gap.kind === 'partial') continue;
    const first = 'breaks' in gap ? (gap.breaks[0] ?? null) : gap.pass;
    const place = first === null ? null : (passes.find((number) => number >= first) ?? null);
    breaks.set(place, [...(breaks.get(place) ?? []), gap]);
  }
  return breaks;
}

/** A gap as a line of its own in a list of passes. `day` is the one that has been told by then. */
export function breakLine(gap: Break, times: TimeWriter, day: string): Line {
  return line(span(`— ${breakWords(gap, times, day)} —`, 'alarm'));
}

/** A gap between passes in words. */
export function breakWords(gap: Break, times: TimeWriter, day = ''): string {
  return 'breaks' in gap ? stretchWords(gap, times, day) : gap.text;
}
