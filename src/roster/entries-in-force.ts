import type { HostEntry } from './host-entry.ts';
import type { Name } from './name.ts';
import type { Missing } from './outcome.ts';

/**
 * The host entries in force after a list that may lack something: the delivered ones, with the earlier ones of each name
 * that stands. An earlier entry that is not shown goes behind the shown one that it stood behind before, so that what
 * merely was not shown makes no other order; the entries of one name keep their order among themselves.
 */
export function entriesInForce(
  before: readonly HostEntry[],
  delivered: readonly HostEntry[],
  missing: Missing,
): readonly HostEntry[] {
  const lastAt = new Map(delivered.map(({ name }, index) => [name, index]));
  const standing = standingEntries(before, delivered, missing);
  const occurrences = occurrencesOf(delivered);
  const followers = followersOf(before, new Set(occurrences), (name) => {
    return lastAt.has(name) ? undefined : standing.get(name);
  });
  const entries: HostEntry[] = [];
  const place = (earlier: HostEntry[], most: number): void => {
    for (let count = Math.min(most, earlier.length); count > 0; count -= 1) entries.push(earlier.pop() as HostEntry);
  };
  const placeFollowers = (anchor: Occurrence): void => {
    for (const earlier of followers.get(anchor) ?? []) place(earlier, 1);
  };
  placeFollowers(start);
  for (const [index, entry] of delivered.entries()) {
    const earlier = standing.get(entry.name);
    if (earlier) place(earlier, lastAt.get(entry.name) === index ? Number.POSITIVE_INFINITY : 1);
    else entries.push(entry);
    placeFollowers(occurrences[index] as Occurrence);
  }
  return entries;
}

/**
 * The earlier entries of each name that stands, the first one last: of a name that is listed without an address and,
 * where names may be missing, of one that is not listed.
 */
function standingEntries(
  before: readonly HostEntry[],
  delivered: readonly HostEntry[],
  missing: Missing,
): Map<Name, HostEntry[]> {
  const listed = new Set(delivered.map(({ name }) => name));
  const resolved = new Set(delivered.filter(({ address }) => address !== null).map(({ name }) => name));
  const standing = new Map<Name, HostEntry[]>();
  for (const entry of before.toReversed()) {
    const stands = listed.has(entry.name) ? !resolved.has(entry.name) : missing === 'names';
    if (stands) append(standing, entry.name, entry);
  }
  return standing;
}

/** By the shown entry that they stood behind: for each entry that follows, in order, the earlier entries of its name. */
function followersOf(
  before: readonly HostEntry[],
  shown: ReadonlySet<Occurrence>,
  earlierOf: (name: Name) => HostEntry[] | undefined,
): Map<Occurrence, HostEntry[][]> {
  const followers = new Map<Occurrence, HostEntry[][]>();
  let anchor = start;
  for (const [index, occurrence] of occurrencesOf(before).entries()) {
    const earlier = earlierOf((before[index] as HostEntry).name);
    if (shown.has(occurrence)) anchor = occurrence;
    else if (earlier) append(followers, anchor, earlier);
  }
  return followers;
}

/** A name and how many entries of it stand before, which tells an entry in one list and in another. */
type Occurrence = string;

const start: Occurrence = '';

function occurrencesOf(entries: readonly HostEntry[]): Occurrence[] {
  const counts = new Map<Name, number>();
  return entries.map(({ name }) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${count} ${name}`;
  });
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}
