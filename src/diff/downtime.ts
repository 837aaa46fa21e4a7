import type { Observation } from '../roster/index.ts';

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
  const away = new Map<string, number>();
  const absences: Absence[] = [];
  for (const { node, container, kind, at } of sorted) {
    const key = `${node} ${container}`;
    const from = away.get(key);
    if ((kind === 'died' || kind === 'destroyed') && from === undefined) away.set(key, at);
    if (kind !== 'started' || from === undefined) continue;
    absences.push({ node, container, from, until: at });
    away.delete(key);
  }
  for (const [key, from] of away) {
    const [node, container] = key.split(' ') as [string, string];
    absences.push({ node, container, from, until: null });
  }
  return absences.sort((a, b) => a.from - b.from);
}

/** How many replacements fell into each minute, in the order of time; minutes without any in between are told too. */
export function perMinute(instants: readonly number[]): { readonly minute: number; readonly count: number }[] {
  const minutes = instants.map((at) => Math.floor(at / 60_000));
  const [first, last] = [Math.min(...minutes), Math.max(...minutes)];
  const counts = new Map<number, number>();
  for (const minute of minutes) counts.set(minute, (counts.get(minute) ?? 0) + 1);
  // a long silence between two bursts is not told minute by minute
  const told =
    last - first <= 24 * 60
      ? Array.from({ length: last - first + 1 }, (_, index) => first + index)
      : [...counts.keys()].sort((a, b) => a - b);
  return minutes.length === 0
    ? []
    : told.map((minute) => ({ minute: minute * 60_000, count: counts.get(minute) ?? 0 }));
}
