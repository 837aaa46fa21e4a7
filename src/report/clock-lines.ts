import type { Absence, CostInTime } from '../diff/index.ts';
import { containerLabel } from '../roster/index.ts';
import type { TimeWriter } from './times.ts';
import { type Line, line, span } from './view.ts';
import { count } from './words.ts';

const shownContainers = 4;

/** How fast containers were replaced, where it was observed: how many, and how many in the fastest minute. */
export function rateLines({ minutes, minutesAre }: CostInTime, times: TimeWriter): Line[] {
  const [first, ...rest] = minutes;
  if (!first || minutesAre !== 'observed') return [];
  const total = minutes.reduce((sum, one) => sum + one.count, 0);
  const fastest = rest.reduce((most, one) => (one.count > most.count ? one : most), first);
  const busy = minutes.filter((one) => one.count > 0).length;
  const when = times.clock(fastest.minute).slice(0, 5);
  return [line(`${total} observed in ${count(busy, 'minute')}, at most ${fastest.count} a minute (${when})`)];
}

/** How long each container of the control plane was away. */
export function awayLines({ absences }: CostInTime, times: TimeWriter): Line[] {
  const byContainer = new Map<string, Absence[]>();
  for (const absence of absences) {
    const place = `${containerLabel(absence.container)} on ${absence.node}`;
    const same = byContainer.get(place);
    if (same) same.push(absence);
    else byContainer.set(place, [absence]);
  }
  const lines = [...byContainer].map(([place, own]) => {
    const spans = own.flatMap(({ from, until }) => (until === null ? [] : [until - from]));
    const together = spans.reduce((sum, one) => sum + one, 0);
    const words = own.length === 1 ? 'once' : `${own.length} times`;
    const longest = spans.length > 1 ? `, the longest ${times.duration(Math.max(...spans))}` : '';
    const open = spans.length < own.length ? span('; not seen to start again', 'alarm') : '';
    return line(span(place, 'strong'), ` away ${words}, ${times.duration(together)} in all${longest}`, open);
  });
  const more = lines.length - shownContainers;
  return more > 1 ? [...lines.slice(0, shownContainers), line(span(`and ${more} more`, 'muted'))] : lines;
}
