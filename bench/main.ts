import { helpText } from './help.ts';
import { parseOptions, UsageError } from './options.ts';
import type { Row } from './row.ts';
import { sections } from './sections.ts';
import { renderRows, sentenceOf } from './table.ts';

async function main(args: readonly string[]): Promise<void> {
  const names = sections.map(({ name }) => name);
  const options = parseOptions(args, names);
  if (options.help) {
    process.stdout.write(helpText(sections));
    return;
  }
  const rows: Row[] = [];
  for (const section of sections) {
    if (!options.sections.includes(section.name)) continue;
    for await (const row of section.rows(options)) {
      rows.push(row);
      process.stderr.write(`${sentenceOf(row)}\n`);
    }
  }
  const width = process.stdout.isTTY ? process.stdout.columns : null;
  process.stdout.write(`${width === null ? '' : '\n'}${renderRows(rows, width)}`);
}

try {
  await main(process.argv.slice(2));
} catch (fault) {
  if (!(fault instanceof UsageError)) throw fault;
  process.stderr.write(`bench: ${fault.message}\nhint: npm run bench -- --help\n`);
  process.exitCode = 2;
}
