import { type HostEntry, type HostsList, hostsListOf, parseAddress, type Roster, rosterOf } from '../roster/index.ts';
import { namesCredential } from './credential-words.ts';
import { type DigestSecret, digestOnce } from './digest-secret.ts';
import { redactText } from './redact-text.ts';

/** Redacts hosts lists and rosters. One list that many containers share is looked at once. */
export interface HostsRedactor {
  list(list: HostsList): HostsList;
  roster(roster: Roster): Roster;
}

/**
 * Makes a redactor of hosts lists. Names and addresses are no secrets; a credential can stand only where something else
 * was given for an address, as in `token:…` or `db:postgres://user:…@host`.
 */
export function hostsRedactor(digestSecret: DigestSecret): HostsRedactor {
  const known = new WeakMap<HostsList, HostsList>();

  function list(given: HostsList): HostsList {
    let redacted = known.get(given);
    if (!redacted) {
      const entries = given.entries.map((entry) => redactEntry(entry, digestSecret));
      redacted = entries.some((entry, index) => entry !== given.entries[index]) ? hostsListOf(entries) : given;
      known.set(given, redacted);
    }
    return redacted;
  }

  return {
    list,
    roster(given) {
      const redacted = list(given.list);
      return redacted === given.list ? given : rosterOf(redacted.entries, given.owners);
    },
  };
}

function redactEntry(entry: HostEntry, digestSecret: DigestSecret): HostEntry {
  const { text, name, address } = entry;
  if (address !== null && parseAddress(address).kind !== 'invalid') return entry;
  if (address !== null && namesCredential(name)) {
    const digest = digestOnce(address, digestSecret) as HostEntry['address'];
    return { name, address: digest, text: `${text.slice(0, name.length + 1)}${digest}` };
  }
  const redacted = redactText(text, digestSecret);
  if (redacted === text) return entry;
  return {
    name,
    address: address === null ? null : (redactText(address, digestSecret) as HostEntry['address']),
    text: redacted,
  };
}
