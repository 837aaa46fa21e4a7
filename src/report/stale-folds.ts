import type { ContainerPlace, Stale, StaleName } from '../diff/index.ts';
import { reasonWords } from './move-lines.ts';
import { agoWords, type ComparedStale } from './stale-compared.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { count } from './words.ts';

/** Names that differ in the same way, in the same containers, since the same pass. */
export interface StaleFold {
  readonly first: StaleName;
  readonly names: string[];
  readonly places: readonly ContainerPlace[];
}

/** The names that are stale in most containers first. */
export function foldStaleNames({ stale }: Stale): StaleFold[] {
  const byName = new Map<string, { first: StaleName; places: ContainerPlace[] }>();
  for (const { node, container, names } of stale) {
    for (const name of names) {
      const key = JSON.stringify([name.name, alikeKey(name)]);
      const known = byName.get(key) ?? { first: name, places: [] };
      known.places.push({ node, container });
      byName.set(key, known);
    }
  }
  const folds = new Map<string, StaleFold>();
  for (const { first, places } of byName.values()) {
    const key = JSON.stringify([alikeKey(first), places]);
    const fold = folds.get(key) ?? { first, names: [], places };
    fold.names.push(first.name);
    folds.set(key, fold);
  }
  return [...folds.values()].sort((a, b) => b.places.length - a.places.length);
}

function alikeKey({ kind, holds, declared, since, wasDeclared }: StaleName): string {
  return JSON.stringify([kind, holds, declared, since?.pass, wasDeclared]);
}

/** What containers hold and what is declared: `still hold 192.0.2.2; declared 192.0.2.9`. */
export function differenceWords(
  { kind, holds, declared, since, wasDeclared }: StaleName,
  one: boolean,
  oneName: boolean,
): string {
  const verb = one ? 'holds' : 'hold';
  const still = wasDeclared ? `still ${verb}` : verb;
  const not = wasDeclared ? 'no longer' : since === null ? 'not' : 'never';
  switch (kind) {
    case 'added':
      return `${one ? 'lacks' : 'lack'} ${oneName ? 'it' : 'them'}; declared ${declared.join(' ')}`;
    case 'removed':
      return `${still} ${holds.join(' ')}; ${not} declared`;
    case 'moved':
      return `${still} ${holds.join(' ')}; declared ${declared.join(' ')}`;
    case 'reordered':
      return `${still} ${holds.join(' ')}; declared ${declared.join(' ')}, where another address comes first`;
  }
}

/** Since when a name is held otherwise than declared, and why it went. */
export function sinceWords(
  name: StaleName,
  { begins, declared, now, reasonOf }: ComparedStale,
  times: TimeWriter,
): string {
  const { since, passes } = name;
  const kept = count(passes, 'pass', 'passes');
  if (since === null) return `since before the history begins (pass ${begins}), for ${kept}`;
  const ago = agoWords(since.at, now, times);
  const how = since.pass === declared.number ? 'the last one' : `for ${kept}`;
  const reason = reasonOf(name);
  const why = reason === null ? '' : `; removed as ${reasonWords(reason)}`;
  return `since pass ${since.pass}, ${fullTime(times, since.at)}${ago}, ${how}${why}`;
}
