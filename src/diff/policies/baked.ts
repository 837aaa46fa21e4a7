import { type Container, emptyHostsList, type HostsList, hostsListOf, type Name, namesOf } from '../../roster/index.ts';
import { matcher, namesOfContainer } from '../filter.ts';
import type { Policy } from './policy.ts';

/** Names that containers bind though that is not seen in what is declared: patterns of names by patterns of containers. */
export type GivenBindings = ReadonlyMap<string, readonly string[]>;

/** Says which host entries a policy bakes into a container, and what of them is part of its identity. */
export interface Baker {
  /** What a container holds that is given this list. `bound` are names that it was seen to bind with the same spec before. */
  bake(container: Container, list: HostsList, bound: ReadonlySet<Name>): HostsList;
  /** Equal for lists between which no container is replaced. */
  identityOf(list: HostsList): string;
}

/** Makes the baker of a policy. A container whose bindings cannot be told is given every name. */
export function bakerOf(policy: Policy, given?: GivenBindings): Baker {
  const { entries, textCounts } = policy;
  const isBound = bindingTest(policy, given);
  const texts = new WeakMap<HostsList, string>();
  const scoped = new Map<string, HostsList>();

  function boundOf(container: Container, list: HostsList, bound: ReadonlySet<Name>): HostsList {
    const kept = list.entries.filter(({ name }) => isBound({ container, bound }, name));
    if (kept.length === list.entries.length) return list;
    const made = hostsListOf(kept);
    const same = scoped.get(made.digest) ?? made;
    scoped.set(made.digest, same);
    return same;
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

/** A container with the names that it was seen to bind with the same spec before. */
export interface BoundContainer {
  readonly container: Container;
  readonly bound: ReadonlySet<Name>;
}

/** Whether a container needs a name under a policy: where bindings count, one that it binds, as far as that can be told. */
export function bindingTest(
  { entries }: Pick<Policy, 'entries'>,
  given: GivenBindings = new Map(),
): (one: BoundContainer, name: Name) => boolean {
  if (entries !== 'bound') return () => true;
  const givenTo = givenNames(given);
  return ({ container, bound }, name) => {
    const { binds } = container.spec;
    return !binds.told || binds.names.has(name) || bound.has(name) || givenTo(container.id)(name);
  };
}

/** Whether a container is said to bind a name. */
function givenNames(given: GivenBindings): (container: string) => (name: Name) => boolean {
  const rules = [...given].map(([container, names]) => ({ isOf: matcher(container), names: names.map(matcher) }));
  const known = new Map<string, (name: Name) => boolean>();
  return (container) => {
    let isGiven = known.get(container);
    if (isGiven === undefined) {
      const own = rules.filter(({ isOf }) => namesOfContainer(container).some(isOf)).flatMap(({ names }) => names);
      isGiven = (name) => own.some((matches) => matches(name));
      known.set(container, isGiven);
    }
    return isGiven;
  };
}
