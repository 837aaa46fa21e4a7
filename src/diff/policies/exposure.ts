import { type Address, type HostsList, type Name, type NameMap, namesOf } from '../../roster/index.ts';
import type { Losses } from './losses.ts';

/** What of a hosts list is stale: how many names, and whether all of them are names that were lost, whose address most likely still holds. */
export interface Staleness {
  readonly names: number;
  readonly lostOnly: boolean;
}

/** What runs with another word than the roster's, as long as the roster says the same. */
export interface Exposure {
  /** An address is stale that the roster gave to the name before and does not give to it now. Null where none is. */
  stalenessOf(list: HostsList): Staleness | null;
  /**
   * The names that are not in `held` though they were `carried` once: the roster has them, or would have them but for a
   * plan that failed.
   */
  missingOf(held: NameMap, carried: ReadonlySet<Name>): readonly Name[];
}

/** Follows the names of the mesh as the roster has them, and those of them that are lost. The same of the same is the same object. */
export function openExposures(): (names: NameMap, losses: Losses) => Exposure {
  const given = new Map<Name, Set<Address>>();
  let known = new WeakMap<NameMap, WeakMap<Losses, Exposure>>();
  const seen = new WeakSet<NameMap>();

  /** Whether a name got an address that it never had: what was found before may be stale since. */
  function learn(names: NameMap): boolean {
    if (seen.has(names)) return false;
    seen.add(names);
    let isNews = false;
    for (const [name, addresses] of names) {
      const own = given.get(name) ?? new Set();
      given.set(name, own);
      for (const address of addresses) {
        isNews ||= !own.has(address);
        own.add(address);
      }
    }
    return isNews;
  }

  return (names, losses) => {
    if (learn(names)) known = new WeakMap();
    const own = known.get(names) ?? new WeakMap<Losses, Exposure>();
    known.set(names, own);
    const exposure = own.get(losses) ?? exposureOf(names, losses, given);
    own.set(losses, exposure);
    return exposure;
  };
}

function exposureOf(names: NameMap, losses: Losses, given: ReadonlyMap<Name, ReadonlySet<Address>>): Exposure {
  const stale = new Map<HostsList, Staleness | null>();
  const missing = new Map<NameMap, Map<ReadonlySet<Name>, readonly Name[]>>();

  function told(list: HostsList): Staleness | null {
    const found = [...namesOf(list)].filter(([name, addresses]) => {
      const current = names.get(name);
      return addresses.some((address) => given.get(name)?.has(address) && !current?.includes(address));
    });
    if (found.length === 0) return null;
    return { names: found.length, lostOnly: found.every(([name]) => losses.has(name)) };
  }

  return {
    stalenessOf(list) {
      let staleness = stale.get(list);
      if (staleness === undefined) {
        staleness = told(list);
        stale.set(list, staleness);
      }
      return staleness;
    },
    missingOf(held, carried) {
      const own = missing.get(held) ?? new Map<ReadonlySet<Name>, readonly Name[]>();
      missing.set(held, own);
      let found = own.get(carried);
      if (found === undefined) {
        found = [...carried].filter((name) => !held.has(name) && (names.has(name) || losses.has(name)));
        own.set(carried, found);
      }
      return found;
    },
  };
}
