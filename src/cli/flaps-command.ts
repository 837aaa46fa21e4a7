import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';
import { addWindowOptions } from './window-options.ts';

/** The flags of `flaps`. */
interface FlapsOptions {
  readonly since?: string;
  readonly until?: string;
  readonly exitCode?: boolean;
  readonly window: string;
  readonly transitions: string;
  readonly reversions: string;
  readonly quiet: string;
}

/** `flaps`: what flaps, since when, at what cost. */
export function addFlapsCommand(program: Command, context: CommandContext): Command {
  const command = program
    .command('flaps')
    .summary('what flaps, since when, at what cost')
    .description(
      'Finds names that go and come back: what flaps now, what did and has settled, what made a single excursion. ' +
        'Counted in passes, in each list of names by itself. Without a window: the whole history.',
    );
  return addWindowOptions(command)
    .option('--exit-code', 'exit with 1 when something is flapping now')
    .option('--window <PASSES>', 'how long a value counts as held before', '20')
    .option('--transitions <N>', 'how many transitions within the window start a flap', '3')
    .option('--reversions <N>', 'how many of them must go back to a value held before', '2')
    .option('--quiet <PASSES>', 'how many quiet passes settle one at least', '5')
    .addHelpText(
      'after',
      `
Example:
  roster-history flaps --since "yesterday 22:00" --exit-code`,
    )
    .action(async (options: FlapsOptions, own: Command) => {
      const { showFlaps } = await import('./show-flaps.ts');
      context.exit(showFlaps(options, programOptions(own), context.surroundings));
    });
}

export type { FlapsOptions };
