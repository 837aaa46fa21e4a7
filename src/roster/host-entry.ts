import { type Address, parseAddress } from './address.ts';
import { type Name, parseName } from './name.ts';
import type { Problem } from './problem.ts';

/** One name → address pair, with the text it came from. `address` is null where a name is listed without one. */
export interface HostEntry {
  readonly text: string;
  readonly name: Name;
  readonly address: Address | null;
}

/** The host entries that one text gives, and what is odd about it. */
export interface ParsedHostEntries {
  readonly entries: readonly HostEntry[];
  readonly problems: readonly Problem[];
}

const noProblems: readonly Problem[] = [];

/** `$$` stands for a dollar. */
const unsetVariable = /(?<!\$)(?:\$\$)*\$\{?\w/;

/**
 * Parses one entry as `--add-host` and `extra_hosts` take it: the first `:` or `=` separates, the address may be bare or
 * in brackets, several addresses are divided by commas, and several names by semicolons (podman 5). A name without an
 * address is an entry with a null one. Never throws: a text without a name and a separator, or of many names with many
 * addresses each, gives no entry and the problem `malformed-entry`.
 */
export function parseHostEntry(text: string): ParsedHostEntries {
  const at = text.search(/[:=]/);
  const names = at < 0 ? '' : text.slice(0, at);
  const addressText = text.slice(at + 1);
  if (!names.includes(';')) {
    if (names.trim() === '') return { entries: [], problems: [{ code: 'malformed-entry', text }] };
    return hostEntriesOf(text, names, addressText);
  }
  const nameTexts = names.split(';').filter((nameText) => nameText.trim() !== '');
  if (nameTexts.length === 0 || givesTooMany(nameTexts.length, addressText))
    return { entries: [], problems: [{ code: 'malformed-entry', text }] };
  const parsed = nameTexts.map((nameText) => hostEntriesOf(text, nameText, addressText));
  return { entries: parsed.flatMap(({ entries }) => entries), problems: parsed.flatMap(({ problems }) => problems) };
}

/** The host entries of a name and its address text, however their source separates them. `text` is kept as the entry's text. */
export function hostEntriesOf(text: string, nameText: string, addressText: string): ParsedHostEntries {
  const { name, valid } = parseName(nameText.trim());
  const { address, kind } = parseAddress(addressText);
  // nearly every entry is one, of which there may be millions; a zone may hold what has a meaning here
  if (valid && kind !== 'invalid' && !address.includes('%')) {
    return { entries: [{ text, name, address }], problems: noProblems };
  }
  const problems: Problem[] = valid ? [] : [{ code: 'invalid-name', name, text }];
  return { entries: oddEntries(text, name, addressText, problems), problems };
}

/** The entries where the address text may be anything; what is odd about it is added to the problems. */
function oddEntries(text: string, name: Name, addressText: string, problems: Problem[]): HostEntry[] {
  if (/^\s+\S/.test(addressText)) problems.push({ code: 'blank-before-address', name, text });
  if (unsetVariable.test(addressText)) {
    problems.push({ code: 'unset-variable', name, text });
    return [{ text, name, address: null }];
  }
  const entries: HostEntry[] = [];
  for (const part of addressText.split(',')) {
    const trimmed = part.trim();
    if (trimmed === '') continue;
    const { address, kind } = parseAddress(trimmed);
    if (kind === 'invalid') problems.push({ code: 'invalid-address', name, text: trimmed });
    entries.push({ text, name, address });
  }
  if (entries.length > 0) return entries;
  problems.push({ code: 'no-address', name, text });
  return [{ text, name, address: null }];
}

/** So many entries at most are made of several names with several addresses in one text: each name has each address. */
const mostPairs = 16;

/** Says whether a text with several names and several addresses would give more entries than anybody means. */
export function givesTooMany(names: number, addressText: string): boolean {
  if (names < 2 || !addressText.includes(',')) return false;
  const addresses = addressText.split(',').length;
  return addresses > 1 && names * addresses > mostPairs;
}

/** Says whether some name is listed without an address. */
export function lacksAddress(entries: readonly HostEntry[]): boolean {
  return entries.some(({ address }) => address === null);
}
