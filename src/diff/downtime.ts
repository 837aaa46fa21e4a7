import type { Observation } from '../roster/index.ts';
import { placeKey } from './replacements.ts';

/** How long one container was away, once. `until` is null while nobody saw it start again. */
export interface Absence {
  readonly node: string;
  readonly container: string;
  readonly from: number;
  readonly until: number | null;
}

/** The stretches from a container's end to its next start, as an engine told them, for the containers that are asked for. */
export function absencesOf(observations: readonly Observation[], isAsked: (container: string) => boolean): Absence[] {
  const sorted = observations.filter(({ container }) => isAsked(container)).sort((a, b) => a.at - b.at);
  const away = new Map<string, Absence>();
  const absences: Absence[] = [];
  for (const { node, container, kind, at } of sorted) {
    const key = placeKey({ node, container });
    const absence = away.get(key);
    if ((kind === 'died' || kind === 'destroyed') && !absence)
      away.set(key, { node, container, from: at, until: null });
    if (kind !== 'started' || !absence) continue;
    absences.push({ ...absence, until: at });
    away.delete(key);
  }
  return [...absences, ...away.values()].sort((a, b) => a.from - b.from);
}

const minuteMs = 60_000;

/** How many replacements fell into each minute, in the order of time; minutes without any in between are told too. */
export function perMinute(instants: readonly number[]): { readonly minute: number; readonly count: number }[] {
  const counts = new Map<number, number>();
  for (const at of instants) {
    const minute = Math.floor(at / minuteMs);
    counts.set(minute, (counts.get(minute) ?? 0) + 1);
  }
  const minutes = [...counts.keys()].sort((a, b) => a - b);
  const first = minutes[0] ?? 0;
  const span = (minutes.at(-1) ?? 0) - first;
  // a long silence between two bursts is not told minute by minute
  const told =
    counts.size > 0 && span <= 24 * 60 ? Array.from({ length: span + 1 }, (_, index) => first + index) : minutes;
  return told.map((minute) => ({ minute: minute * minuteMs, count: counts.get(minute) ?? 0 }));
}
