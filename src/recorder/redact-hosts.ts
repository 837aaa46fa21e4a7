import {
  type Address,
  type HostEntry,
  type HostsList,
  hostsListOf,
  type Name,
  parseAddress,
  type Roster,
  rosterOf,
} from '../roster/index.ts';
import { namesCredential } from './credential-words.ts';
import { digestOnce } from './digest-secret.ts';
import { redactTextOrJson } from './redact-json.ts';
import type { RedactionPolicy } from './redact-policy.ts';
import { redactText } from './redact-text.ts';

/** In a longer text with a credential each name is looked upon as a piece of it. */
const longestPieced = 10_000;

const harmless = new WeakMap<RedactionPolicy, WeakSet<HostsList>>();

/** The lists in which there is nothing to redact by a policy: they come again pass after pass. */
function harmlessLists(policy: RedactionPolicy): WeakSet<HostsList> {
  const known = harmless.get(policy) ?? new WeakSet<HostsList>();
  harmless.set(policy, known);
  return known;
}

/** Redacts hosts lists and rosters. One list that many containers share is looked at once. */
export interface HostsRedactor {
  list(list: HostsList): HostsList;
  roster(roster: Roster): Roster;
  /** Whether a text stood for an address or a name in one of the lists, and was digested there. */
  isSecret(text: string): boolean;
}

/**
 * Makes a redactor of hosts lists. Names and addresses are no secrets; a credential can stand only where something else
 * was given for an address, as in `token:…` or `db:postgres://user:…@host`. `search` redacts a text; it is asked several times
 * on end for the same one.
 */
export function hostsRedactor(
  policy: RedactionPolicy,
  search = forLast((text) => redactTextOrJson(text, policy)),
): HostsRedactor {
  const known = new WeakMap<HostsList, HostsList>();
  const secrets = new Set<string>();
  const searchText = forLast((text: string) => {
    const { head, value } = dividedText(text);
    const searched = redactText(head + search(value), policy);
    // the same object, so that it is known to be the same without a look at each character
    return searched === text ? text : searched;
  });
  const digestText = forLast((text: string) => {
    const { head, value } = dividedText(text);
    return head === '' ? searchText(text) : head + digestOnce(value, policy.digestSecret);
  });

  function list(given: HostsList): HostsList {
    if (harmlessLists(policy).has(given)) return given;
    let redacted = known.get(given);
    if (!redacted) {
      const entries = given.entries.map(redactEntry);
      redacted = entries.some((entry, index) => entry !== given.entries[index]) ? hostsListOf(entries) : given;
      known.set(given, redacted);
      if (redacted === given) harmlessLists(policy).add(given);
    }
    return redacted;
  }

  function redactEntry(entry: HostEntry): HostEntry {
    const { text, name, address } = entry;
    const named = redactName(name, policy);
    if (named === name && address !== null && parseAddress(address).kind !== 'invalid') return entry;
    const whole = named === name ? redactEntryText(entry) : digestOnce(text, policy.digestSecret);
    if (whole === text) return entry;
    // a name that went with the credential of its text is a piece of it
    const isKept = named === name && whole.length <= longestPieced && whole.toLowerCase().includes(name);
    return {
      name: isKept ? name : (digestPiece(name) as Name),
      address: address && redactAddress(address),
      text: whole,
    };
  }

  function redactEntryText({ text, name }: HostEntry): string {
    return namesCredential(name) ? digestText(text) : searchText(text);
  }

  /** One of several addresses may be a piece of a credential that no longer looks like one. */
  function redactAddress(address: Address): Address {
    if (parseAddress(address).kind !== 'invalid') return address;
    const redacted = search(address);
    return (redacted === address ? digestPiece(address) : redacted) as Address;
  }

  function digestPiece(piece: string): string {
    secrets.add(piece);
    return digestOnce(piece, policy.digestSecret);
  }

  return {
    list,
    roster(given) {
      const { entries } = list(given.list);
      if (entries === given.list.entries) return given;
      const owners = [...given.owners].map(([name, node]): [Name, string] => {
        return [secrets.has(name) ? (digestPiece(name) as Name) : redactName(name, policy), node];
      });
      return rosterOf(entries, new Map(owners));
    },
    isSecret: (text) => secrets.has(text) || secrets.has(parseAddress(text).address),
  };
}

/** The name with its separator, and the rest of an entry's text. */
function dividedText(text: string): { head: string; value: string } {
  const behindName = text.search(/[:=]/) + 1;
  return { head: text.slice(0, behindName), value: text.slice(behindName) };
}

/** The same function, which is asked once where it is asked the same several times on end: one text may give many entries. */
export function forLast<T>(work: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly result: T } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, result: work(text) };
    return last.result;
  };
}

/** A name that DNS could carry holds no secret; any other may be a URL, say, that stands in the wrong place. */
export function redactName(name: Name, policy: RedactionPolicy): Name {
  if (!/[^a-z0-9._*-]/.test(name) || redactText(name, policy) === name) return name;
  return digestOnce(name, policy.digestSecret) as Name;
}
