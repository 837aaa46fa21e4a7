import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';
import { addWindowOptions } from './window-options.ts';

/** The flags of `log`. */
interface LogOptions {
  readonly since?: string;
  readonly until?: string;
  readonly node?: string;
  readonly limit: string;
}

/** `log`: the passes, a line each. */
export function addLogCommand(program: Command, context: CommandContext): Command {
  const command = program
    .command('log')
    .summary('the passes, a line each')
    .description(
      'Lists the passes in the order of recording, a line each: time, trigger, nodes, what moved and was replaced.',
    );
  return addWindowOptions(command)
    .option('--node <PATTERN>', 'only passes that this node reported in, and what moved and was replaced there')
    .option('--limit <N>', 'at most the last N passes; 0 for all', '50')
    .addHelpText(
      'after',
      `
Example:
  roster-history log --since "yesterday 22:00" --limit 20`,
    )
    .action(async (options: LogOptions, own: Command) => {
      const { logPasses } = await import('./log-passes.ts');
      context.exit(logPasses(options, programOptions(own), context.surroundings));
    });
}

export type { LogOptions };
