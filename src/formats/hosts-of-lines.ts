import {
  givesTooMany,
  type HostEntry,
  type HostsList,
  hostEntriesOf,
  hostsListOf,
  type Problem,
  repeatedEntriesOf,
} from '../roster/index.ts';

/** An address and the names that are given it, and the text that says so. */
export interface AddressLine {
  readonly text: string;
  readonly address: string;
  readonly names: readonly string[];
}

/**
 * The hosts list of lines that have their address first, and what is odd about them. A line without a name is
 * `malformed-entry` and gives no entry: who reads such lines finds no name in it.
 */
export function hostsOfLines(lines: readonly AddressLine[]): { hosts: HostsList; problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const entries = lines.flatMap(({ text, address, names }): readonly HostEntry[] => {
    if (names.length === 0) problems.push({ code: 'malformed-entry', text });
    if (givesTooMany(names.length, address)) {
      problems.push({ code: 'malformed-entry', text });
      return [];
    }
    return names.flatMap((name) => {
      const parsed = hostEntriesOf(text, name, address);
      for (const problem of parsed.problems) problems.push(problem);
      return parsed.entries;
    });
  });
  for (const repeated of repeatedEntriesOf(entries)) problems.push({ code: 'repeated-entry', ...repeated });
  return { hosts: hostsListOf(entries), problems };
}
