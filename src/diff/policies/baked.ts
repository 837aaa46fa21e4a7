import { type Container, emptyHostsList, type HostsList, hostsListOf, type Name, namesOf } from '../../roster/index.ts';
import { anyContainerMatcher, matcher } from '../filter.ts';
import type { Policy } from './policy.ts';

/** Names that containers bind though that is not seen in what is declared: patterns of names by patterns of containers. */
export type GivenBindings = ReadonlyMap<string, readonly string[]>;

/** Says which host entries a policy bakes into a container, and what of them is part of its identity. */
export interface Baker {
  /** What a container holds that is given this list. */
  bake(container: Container, list: HostsList): HostsList;
  /** Equal for lists between which no container is replaced. */
  identityOf(list: HostsList): string;
}

/** Makes the baker of a policy. A container whose bindings cannot be told is given every name. */
export function bakerOf({ entries, textCounts }: Policy, given?: GivenBindings): Baker {
  const neededOf = bindingsOf(given);
  const texts = new WeakMap<HostsList, string>();
  const parts = new WeakMap<HostsList, Map<string, HostsList>>();
  const same = new Map<string, HostsList>();

  function boundOf(container: Container, list: HostsList): HostsList {
    const needed = neededOf(container, namesOf(list));
    if (needed === null) return list;
    const known = parts.get(list) ?? new Map<string, HostsList>();
    parts.set(list, known);
    const key = [...needed].sort().join('\n');
    const part = known.get(key) ?? partOf(list, needed);
    known.set(key, part);
    return part;
  }

  function partOf(list: HostsList, needed: ReadonlySet<Name>): HostsList {
    const kept = list.entries.filter(({ name }) => needed.has(name));
    if (kept.length === list.entries.length) return list;
    const made = hostsListOf(kept);
    const known = same.get(made.digest) ?? made;
    same.set(made.digest, known);
    return known;
  }

  function sortedText(list: HostsList): string {
    const known =
      texts.get(list) ??
      [...namesOf(list)]
        .map(([name, addresses]) => `${name} ${addresses}`)
        .sort()
        .join('\n');
    texts.set(list, known);
    return known;
  }

  return {
    bake: entries === 'all' ? (_, list) => list : entries === 'none' ? () => emptyHostsList : boundOf,
    identityOf: textCounts ? ({ digest }) => digest : sortedText,
  };
}

/** Which of some names a container binds, by its spec and by what is said of it; null where it cannot be told. */
export function bindingsOf(
  given: GivenBindings = new Map(),
): (container: Container, names: ReadonlyMap<Name, unknown>) => ReadonlySet<Name> | null {
  const givenTo = givenNames(given);
  return ({ id, spec }, names) => {
    const { binds } = spec;
    if (!binds.told) return null;
    const needed = new Set<Name>();
    for (const name of binds.names) if (names.has(name)) needed.add(name);
    const isGiven = given.size === 0 ? null : givenTo(id);
    if (isGiven !== null) for (const name of names.keys()) if (isGiven(name)) needed.add(name);
    return needed;
  };
}

/** Whether a container is said to bind a name. */
function givenNames(given: GivenBindings): (container: string) => (name: Name) => boolean {
  const rules = [...given].map(([container, names]) => ({
    isOf: anyContainerMatcher([container]),
    names: names.map(matcher),
  }));
  const known = new Map<string, (name: Name) => boolean>();
  return (container) => {
    let isGiven = known.get(container);
    if (isGiven === undefined) {
      const own = rules.filter(({ isOf }) => isOf(container)).flatMap(({ names }) => names);
      isGiven = (name) => own.some((matches) => matches(name));
      known.set(container, isGiven);
    }
    return isGiven;
  };
}
