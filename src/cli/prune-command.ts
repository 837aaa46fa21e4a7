import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';

/** The flags that say how much is kept. */
interface LimitOptions {
  readonly keepFor?: string;
  readonly keepPasses?: string;
  readonly maxSize?: string;
  readonly config?: string;
}

/** The flags of `prune`. */
interface PruneOptions extends LimitOptions {
  readonly dryRun?: true;
  readonly vacuum?: true;
}

/** `prune`: removes the oldest passes. */
export function addPruneCommand(program: Command, context: CommandContext): Command {
  return program
    .command('prune')
    .summary('remove the oldest passes')
    .description(
      'Removes the passes that are beyond the limits, the oldest first, and never what later passes rest on. Without a limit ' +
        'those of the config apply, else a year and 1 GiB. The last 21 passes of each controller always stay. Others may record and ' +
        'read meanwhile; it may be interrupted, and goes on from there when it is run again.',
    )
    .option('--keep-for <TIME>', 'remove passes that ran, and were recorded, longer ago, e.g. 90d or 1y; or forever')
    .option('--keep-passes <N>', 'keep so many passes of each controller')
    .option('--max-size <SIZE>', 'remove passes until the store is no larger, e.g. 1GiB; or unlimited')
    .option('--dry-run', 'say what would be removed, and remove nothing')
    .option('--vacuum', 'write a store anew that cannot shrink yet, however large; recording waits meanwhile')
    .option('--config <FILE>', 'a YAML file, else $ROSTER_HISTORY_CONFIG')
    .addHelpText(
      'after',
      `
Examples:
  roster-history prune --keep-for 90d --max-size 512MiB --dry-run
  roster-history prune --keep-passes 10000`,
    )
    .action(async (options: PruneOptions, own: Command) => {
      const { pruneHistory } = await import('./prune-history.ts');
      context.exit(await pruneHistory(options, programOptions(own), context.surroundings));
    });
}

export type { LimitOptions, PruneOptions };
