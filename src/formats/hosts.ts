import { type PassDraft, type Problem, repeatedEntriesOf, rosterOf } from '../roster/index.ts';
import { draftOf, type Format, failureOf } from './format.ts';
import { hostsLines, isHostsEntry, readHostsLine } from './hosts-line.ts';
import { blanksOf, readableReport, type Shortfall } from './shortfall.ts';

/** An `/etc/hosts`-style roster: an address and its names a line, `#` starts a comment. */
export const hosts: Format = {
  name: 'hosts',
  summary: 'a hosts file: an address and its names on each line',
  recognises({ text, json }) {
    if (json !== undefined) return false;
    const lines = hostsLines(text);
    const entries = lines.filter(isHostsEntry).length;
    // a page of words may hold an address somewhere
    return entries > 0 && entries * 2 >= lines.length;
  },
  read({ text, circumstances }): PassDraft {
    const problems: Problem[] = [];
    const entries = hostsLines(text).flatMap((line) => readHostsLine(line, problems));
    for (const repeated of repeatedEntriesOf(entries)) problems.push({ code: 'repeated-entry', ...repeated });
    const roster = rosterOf(entries);
    const failure = failureOf(circumstances);
    const failed: Shortfall | null = failure === null ? null : { missing: 'names', error: failure };
    const draft = draftOf(circumstances);
    const { node } = circumstances;
    if (node === undefined) {
      const shortfall = failed ?? blanksOf(roster.list);
      return { ...draft, ...(shortfall ? { outcome: 'partial', ...shortfall } : {}), problems, roster };
    }
    const declaration = { address: null, containers: null, roster, extra: {} };
    return {
      ...draft,
      reports: [readableReport(node, declaration, failed)],
      problems: problems.map((problem) => ({ ...problem, node })),
      lone: true,
    };
  },
};
