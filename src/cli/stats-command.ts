import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';
import type { LimitOptions } from './prune-command.ts';

/** The flags of `stats`. */
type StatsOptions = Pick<LimitOptions, 'config'>;

/** `stats`: what the store holds and how large it is. */
export function addStatsCommand(program: Command, context: CommandContext): Command {
  return program
    .command('stats')
    .summary('what the store holds, how large it is, and how it grows')
    .description(
      'Says how many passes of which time the store holds, what takes how much room in it, how fast it grows, and what prune ' +
        'would free under the limits of the config, else under a year and 1 GiB.',
    )
    .option('--config <FILE>', 'a YAML file, else $ROSTER_HISTORY_CONFIG')
    .addHelpText(
      'after',
      `
Example:
  roster-history stats --store /var/lib/roster-history/history.db`,
    )
    .action(async (options: StatsOptions, own: Command) => {
      const { showStats } = await import('./stats-history.ts');
      context.exit(await showStats(options, programOptions(own), context.surroundings));
    });
}

export type { StatsOptions };
