import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { addDiagnosisOptions, type DiagnosisOptions } from './diagnosis-options.ts';
import { programOptions } from './program-options.ts';

/** The flags of `diff`. */
interface DiffOptions extends DiagnosisOptions {
  readonly node?: string;
  readonly container?: string;
  readonly name?: string;
  readonly text?: boolean;
  readonly exitCode?: boolean;
}

/** `diff`: which name moved in each pass of a window, or between two states. */
export function addDiffCommand(program: Command, context: CommandContext): Command {
  const command = program
    .command('diff')
    .summary('which name moved in each pass, why, and what it replaced')
    .description(
      'Walks each pass of a window: which name moved, why, and whom it replaced; then the net change. ' +
        'Without a window: the last 20 passes. With BEFORE (and AFTER, else the latest): compares two states.',
    )
    .argument('[BEFORE]', 'a pass or a time')
    .argument('[AFTER]', 'a pass or a time');
  return addDiagnosisOptions(command)
    .option('--node <PATTERN>', 'only what this node saw; * stands for any text')
    .option('--container <PATTERN>', 'only this container, e.g. mesh-store/postgres.server, "postgres*"')
    .option('--name <PATTERN>', 'only this name, e.g. "*.g14.example"')
    .option('--text', 'show the declarations of the replaced containers before and after, as a unified diff')
    .option('--exit-code', 'exit with 1 when something moved or was replaced')
    .addHelpText(
      'after',
      `
Examples:
  roster-history diff --since 22:40
  roster-history diff 411 412 --text --container "postgres*"
  roster-history diff --since "2h ago" --name "*.g14.example" --json`,
    )
    .action(async (before: string | undefined, after: string | undefined, options: DiffOptions, own: Command) => {
      const { diffPasses } = await import('./diff-passes.ts');
      context.exit(await diffPasses(before, after, options, programOptions(own), context.surroundings));
    });
}

export type { DiffOptions };
