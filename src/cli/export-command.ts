import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';
import { addWindowOptions } from './window-options.ts';

/** The flags of `export`. */
interface ExportOptions {
  readonly since?: string;
  readonly until?: string;
  readonly output?: string;
  readonly force?: boolean;
}

/** `export`: writes the history as lines that `import` takes. */
export function addExportCommand(program: Command, context: CommandContext): Command {
  const command = program
    .command('export')
    .summary('write the history as lines that import takes')
    .description(
      'Writes the history as NDJSON, a line a pass: all of it, or a window with what stood before it. ' +
        'Secrets are digests there too. docs/export.md tells what stands in a line.',
    );
  return addWindowOptions(command)
    .option('--output <FILE>', 'write to a file, packed by gzip where it ends in .gz; - for standard output')
    .option('--force', 'write over a file that is there')
    .addHelpText(
      'after',
      `
Examples:
  roster-history export --output history.ndjson.gz
  roster-history export --since "2026-03-01" | ssh archive roster-history import -`,
    )
    .action(async (options: ExportOptions, own: Command) => {
      const { exportHistory } = await import('./export-history.ts');
      context.exit(exportHistory(options, programOptions(own), context.surroundings));
    });
}

export type { ExportOptions };
