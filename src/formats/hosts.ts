import {
  type HostEntry,
  hostEntriesOf,
  lacksAddress,
  type PassDraft,
  type Problem,
  parseAddress,
  parseName,
  repeatedEntriesOf,
  rosterOf,
} from '../roster/index.ts';
import { type Format, failureOf } from './format.ts';

/** An `/etc/hosts`-style roster: an address and its names a line, `#` starts a comment. */
export const hosts: Format = {
  name: 'hosts',
  summary: 'a hosts file: an address and its names on each line',
  recognises: ({ text, json }) => json === undefined && entryLines(text).some(isEntry),
  read({ text, circumstances }) {
    const problems: Problem[] = [];
    const entries: HostEntry[] = [];
    for (const line of entryLines(text)) {
      for (const entry of readLine(line, problems)) entries.push(entry);
    }
    for (const { name, text } of repeatedEntriesOf(entries)) problems.push({ code: 'repeated-entry', name, text });
    const failure = failureOf(circumstances);
    const incomplete = completeness(entries, failure);
    const roster = rosterOf(entries);
    const draft: PassDraft = {
      controller: circumstances.controller ?? 'default',
      key: circumstances.key ?? null,
      at: circumstances.at ?? null,
      trigger: circumstances.trigger ?? null,
      roster: null,
      outcome: incomplete ? 'partial' : 'planned',
      missing: incomplete?.missing ?? null,
      error: incomplete?.error ?? null,
      reports: [],
      problems,
      extra: {},
      lone: false,
    };
    const { node } = circumstances;
    if (node === undefined) return { ...draft, roster };
    const declaration = { address: null, containers: null, roster, extra: {} };
    return {
      ...draft,
      reports: [
        incomplete
          ? { node, outcome: 'partial', declaration, ...incomplete }
          : { node, outcome: 'planned', declaration },
      ],
      problems: problems.map((problem) => ({ ...problem, node })),
      lone: true,
    };
  },
};

function completeness(entries: readonly HostEntry[], failure: string | null) {
  if (failure !== null) return { missing: 'names' as const, error: failure };
  if (lacksAddress(entries)) return { missing: 'addresses' as const, error: 'names without an address' };
  return null;
}

/** The lines that hold something, without their comments. A leading blank is kept: it may be an empty address column. */
function entryLines(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/#.*$/, '').trimEnd())
    .filter((line) => line.trim() !== '');
}

function isEntry(line: string): boolean {
  const [first, second] = line.trim().split(/\s+/);
  return second !== undefined && parseAddress(first as string).kind !== 'invalid';
}

function readLine(line: string, problems: Problem[]): HostEntry[] {
  const [first, ...names] = line.trim().split(/\s+/) as [string, ...string[]];
  const { kind } = parseAddress(first);
  if (kind === 'invalid' && !isAddressAttempt(first)) {
    const unresolved = names.length === 0 || /^\s/.test(line) ? [first, ...names] : names;
    const problem = unresolved.length > names.length ? 'no-address' : 'invalid-address';
    return unresolved.map((nameText) => {
      const { name } = parseName(nameText);
      problems.push({ code: problem, name, text: line.trim() });
      return { text: line.trim(), name, address: null };
    });
  }
  if (names.length === 0) problems.push({ code: 'malformed-entry', text: first });
  return names.flatMap((name) => {
    const parsed = hostEntriesOf(`${first} ${name}`, name, first);
    problems.push(...parsed.problems);
    return parsed.entries;
  });
}

/** A word in the address column that was meant as an address: digits with dots or colons, such as `192.0.2.300`. */
function isAddressAttempt(text: string): boolean {
  return /^[0-9a-f.:%[\]]+$/i.test(text) && /\d/.test(text) && /[.:]/.test(text);
}
