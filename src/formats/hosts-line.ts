import { type HostEntry, hostEntriesOf, type Problem, parseAddress, parseName } from '../roster/index.ts';

/** An address is written with each of its names. No address is long, and what is meant as one takes no more than this. */
const mostWritten = 2 ** 26;

/** The lines of a hosts file that hold something, without their comments. A leading blank is kept: it may be an empty address column. */
export function hostsLines(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => (line.includes('#') ? line.slice(0, line.indexOf('#')) : line).trimEnd())
    .filter((line) => line !== '');
}

/** Says whether a line is an address with a name. */
export function isHostsEntry(line: string): boolean {
  const [first, second] = wordsOf(line, 2);
  return second !== undefined && /^ipv[46]$/.test(parseAddress(first).kind);
}

/**
 * Reads one line of {@link hostsLines}. Names whose address column is empty, or holds a word that is no address, are entries
 * with a null address; what was meant as an address and is none is kept as it came.
 */
export function readHostsLine(line: string, problems: Problem[]): HostEntry[] {
  const [first, ...names] = wordsOf(line);
  if (first.length * names.length > mostWritten) {
    problems.push({ code: 'malformed-entry', text: line });
    return [];
  }
  if (parseAddress(first).kind === 'invalid' && !isMeantAsAddress(first)) {
    const isColumnEmpty = names.length === 0 || /^\s/.test(line);
    return isColumnEmpty
      ? [first, ...names].map((nameText) => blankEntry(nameText, { code: 'no-address', text: nameText }, problems))
      : names.map((nameText) =>
          blankEntry(nameText, { code: 'invalid-address', text: `${first} ${nameText}` }, problems),
        );
  }
  if (names.length === 0) problems.push({ code: 'malformed-entry', text: first });
  return names.flatMap((nameText) => {
    const parsed = hostEntriesOf(`${first} ${nameText}`, nameText, first);
    for (const problem of parsed.problems) problems.push(problem);
    return parsed.entries;
  });
}

function blankEntry(nameText: string, problem: Problem & { readonly text: string }, problems: Problem[]): HostEntry {
  const { name } = parseName(nameText);
  problems.push({ ...problem, name });
  return { text: problem.text, name, address: null };
}

function wordsOf(line: string, most?: number): [string, ...string[]] {
  return line.trim().split(/\s+/, most) as [string, ...string[]];
}

/** A word such as `192.0.2.300` or `2001:db8::zz`. A name may consist of the letters of hex digits, and of dots, but has no colon. */
function isMeantAsAddress(word: string): boolean {
  return (/^[\d.]+$/.test(word) && /\d/.test(word)) || /^\[?[\da-f.]*:[\da-f:.]*(%\S+|\])*$/i.test(word);
}
