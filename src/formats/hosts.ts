import { type PassDraft, type Problem, repeatedEntriesOf, rosterOf } from '../roster/index.ts';
import { type Format, failureOf } from './format.ts';
import { hostsLines, isHostsEntry, readHostsLine } from './hosts-line.ts';
import { expectFewWords } from './most-parts.ts';
import { rosterDraft } from './roster-draft.ts';

/** An `/etc/hosts`-style roster: an address and its names a line, `#` starts a comment. */
export const hosts: Format = {
  name: 'hosts',
  summary: 'a hosts file: an address and its names on each line',
  recognises({ text, value }) {
    if (value !== undefined) return false;
    const lines = hostsLines(text);
    const entries = lines.filter(isHostsEntry).length;
    // a page of words may hold an address somewhere
    return entries > 0 && entries * 2 >= lines.length;
  },
  read({ text, circumstances }): PassDraft {
    expectFewWords(text);
    const problems: Problem[] = [];
    const entries = hostsLines(text).flatMap((line) => readHostsLine(line, problems));
    for (const repeated of repeatedEntriesOf(entries)) problems.push({ code: 'repeated-entry', ...repeated });
    return rosterDraft({ roster: rosterOf(entries), problems, error: failureOf(circumstances) }, circumstances);
  },
};
