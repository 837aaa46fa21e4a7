import { isJsonObject, type Json, type JsonObject, parseAddress, parseHostEntry } from '../roster/index.ts';

/** A roster of a known shape, as rows or as a map that a hosts reader takes; or one whose parts are of two shapes. */
export type RosterShape =
  | {
      readonly kind: 'roster';
      readonly rows: Json;
      /** Whether a name may have been overwritten by another one of the same address. */
      readonly hidesNames: boolean;
    }
  | { readonly kind: 'mixed'; readonly fault: string };

/**
 * Finds how a value is a roster. Null where it is none: it has to hold an address in at least half of the places that are not
 * blank, so that an error answer is no roster. What is empty is one.
 */
export function findRosterShape(value: unknown): RosterShape | null {
  if (Array.isArray(value)) return shapeOfList(value);
  return isJsonObject(value) ? shapeOfMap(value) : null;
}

function shapeOfMap(map: JsonObject): RosterShape | null {
  const entries = Object.entries(map);
  const byAddress = entries.filter(([key]) => /^(?:ipv4|ipv6)$/.test(parseAddress(key).kind));
  if (byAddress.length === 0) {
    return isMostly(entries.map(([, address]) => kindOf(address))) ? rosterOf(map) : null;
  }
  if (byAddress.length < entries.length) {
    return {
      kind: 'mixed',
      fault: `${byAddress.length} of ${entries.length} keys are addresses: expected all or none`,
    };
  }
  if (!entries.some(([, names]) => holdsText(names))) return null;
  const rows = entries.flatMap(([address, names]) => namesOf(names).map((name) => ({ name, address })));
  return rosterOf(
    rows,
    entries.some(([, names]) => !Array.isArray(names)),
  );
}

function shapeOfList(list: readonly Json[]): RosterShape | null {
  const pairs = list.flatMap((row) => findPair(row) ?? []);
  const addressFirst = pairs.filter(({ first, second }) => holdsAddress(first) && !holdsAddress(second)).length;
  const nameFirst = pairs.filter(({ first, second }) => !holdsAddress(first) && holdsAddress(second)).length;
  if (addressFirst > 0 && nameFirst > 0) {
    const fault = `${addressFirst} of ${pairs.length} pairs have the address first: expected all or none`;
    return { kind: 'mixed', fault };
  }
  if (!isMostly(list.map(kindOfRow))) return null;
  return rosterOf(list.map((row) => rowOf(row, addressFirst > 0)));
}

function rosterOf(rows: Json, hidesNames = false): RosterShape {
  return { kind: 'roster', rows, hidesNames };
}

interface Pair {
  readonly first: Json;
  readonly second: Json;
}

/** Two values in a list, or a map of one key, as YAML reads `- name: address`. */
function findPair(row: Json): Pair | null {
  if (Array.isArray(row)) return row.length === 2 ? { first: row[0], second: row[1] } : null;
  const [entry, ...others] = isJsonObject(row) ? Object.entries(row) : [];
  return entry && others.length === 0 ? { first: entry[0], second: entry[1] } : null;
}

/** A pair of two addresses, or of none, has its name where the others have theirs. */
function rowOf(row: Json, isAddressFirst: boolean): Json {
  const pair = findPair(row);
  if (pair === null) return row;
  const { first, second } = pair;
  return isAddressFirst ? { name: second, address: first } : { name: first, address: second };
}

/** What stands where an address belongs. */
type Kind = 'address' | 'blank' | 'other';

function kindOf(value: Json | undefined): Kind {
  if (holdsAddress(value)) return 'address';
  const isBlank = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isBlank ? 'blank' : 'other';
}

function kindOfRow(row: Json): Kind {
  if (typeof row === 'string') {
    const { entries } = parseHostEntry(row);
    if (entries.some(({ address }) => isAddress(address))) return 'address';
    return entries.some(({ address }) => address === null) ? 'blank' : 'other';
  }
  const pair = findPair(row);
  if (pair) return holdsAddress(pair.first) ? 'address' : kindOf(pair.second);
  return isJsonObject(row) && typeof row.name === 'string' ? kindOf(row.address ?? row.addresses) : 'other';
}

/** What is blank speaks neither for nor against. */
function isMostly(kinds: readonly Kind[]): boolean {
  const addresses = kinds.filter((kind) => kind === 'address').length;
  const others = kinds.filter((kind) => kind === 'other').length;
  return kinds.length === 0 || (addresses > 0 && addresses >= others);
}

function namesOf(names: Json): readonly Json[] {
  return Array.isArray(names) ? names : [names];
}

function holdsText(value: Json): boolean {
  return namesOf(value).some((one) => typeof one === 'string' && one !== '');
}

function holdsAddress(value: Json | undefined): boolean {
  return Array.isArray(value) ? value.some(isAddress) : isAddress(value);
}

function isAddress(value: Json | undefined): boolean {
  if (typeof value !== 'string') return false;
  return value.split(',').some((part) => parseAddress(part.trim()).kind !== 'invalid');
}
