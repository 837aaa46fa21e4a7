import { type Address, type HostsList, type Name, type NameMap, namesOf } from '../../roster/index.ts';
import type { Losses } from './losses.ts';

/** What of a hosts list is stale: how many names, and whether all of them are names that were lost, whose address most likely still holds. */
export interface Staleness {
  readonly names: number;
  readonly lostOnly: boolean;
}

/** Follows the names of the mesh and says what runs with another word than the roster's. */
export interface ExposureTeller {
  /** The names of the mesh as the roster has them from now on, and those of them that are lost. */
  take(names: NameMap, losses: Losses): void;
  /** An address is stale that the roster gave to the name before and does not give to it now. Null where none is. */
  stalenessOf(list: HostsList): Staleness | null;
  /**
   * The names that are not in `held` though they were `carried` once: the roster has them, or would have them but for a
   * plan that failed.
   */
  missingOf(held: NameMap, carried: ReadonlySet<Name>): readonly Name[];
}

/** Opens a teller. The same is looked at once for what the roster says. */
export function openExposureTeller(): ExposureTeller {
  const given = new Map<Name, Set<Address>>();
  let stale = new Map<HostsList, Staleness | null>();
  let missing = new Map<NameMap, Map<ReadonlySet<Name>, readonly Name[]>>();
  let now: { names: NameMap; losses: Losses } = { names: new Map(), losses: new Map() };

  function told(list: HostsList): Staleness | null {
    const found = [...namesOf(list)].filter(([name, addresses]) => {
      const current = now.names.get(name);
      return addresses.some((address) => given.get(name)?.has(address) && !current?.includes(address));
    });
    if (found.length === 0) return null;
    return { names: found.length, lostOnly: found.every(([name]) => now.losses.has(name)) };
  }

  return {
    take(names, losses) {
      if (names === now.names && losses === now.losses) return;
      if (names !== now.names) {
        for (const [name, addresses] of names) {
          const own = given.get(name) ?? new Set();
          given.set(name, own);
          for (const address of addresses) own.add(address);
        }
      }
      now = { names, losses };
      stale = new Map();
      missing = new Map();
    },
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
      let names = own.get(carried);
      if (names === undefined) {
        names = [...carried].filter((name) => !held.has(name) && (now.names.has(name) || now.losses.has(name)));
        own.set(carried, names);
      }
      return names;
    },
  };
}
