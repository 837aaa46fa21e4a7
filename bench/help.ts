import type { Section } from './sections.ts';

/** What `--help` prints. */
export function helpText(sections: readonly Section[]): string {
  const nameWidth = Math.max(...sections.map(({ name }) => name.length));
  const summaryWidth = Math.max(...sections.map(({ summary }) => summary.length));
  const line = ({ name, summary, takes }: Section) =>
    `  ${name.padEnd(nameWidth)}  ${summary.padEnd(summaryWidth)}  ${takes.padStart(6)}`;
  return `Usage: npm run bench -- [ROWS…] [--replay FILE] [--size SIZE]…

Measures, and prints a table: each row is a ratio to a baseline that was measured
in the same run, by turns. A terminal gets plain text, a pipe Markdown; each row is
told on standard error as soon as it is known. Without ROWS, all are measured.

Rows, and about how long they take on two cores:
${sections.map(line).join('\n')}

Options:
  --replay FILE  replay this history too: {"at": …, "hosts": …} on each line,
                 plain or packed by gzip
  --size SIZE    a mesh for "fleet", as NODESxCONTAINERSxNAMES, instead of its
                 four; may be given several times
  -h, --help     print help

Folders are made where TMPDIR says. In memory nothing is written through to a
disk, which makes the times of recording look better than they are.

Examples:
  npm run bench
  npm run bench -- change known
  npm run bench -- fleet --size 12x40x200
  npm run bench -- replay --replay hosts.ndjson.gz
`;
}
