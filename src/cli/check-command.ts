import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';
import { addWindowOptions } from './window-options.ts';

/** The flags of `check`. */
export interface CheckOptions {
  readonly since?: string;
  readonly until?: string;
  readonly quietFor?: string;
  readonly wait?: boolean;
  readonly timeLimit?: string;
  readonly every?: string;
}

/** `check`: whether the mesh has settled, for a script that must not go on before it has. */
export function addCheckCommand(program: Command, context: CommandContext): Command {
  const command = program
    .command('check')
    .summary('whether the mesh has settled: the gate of a script')
    .description(
      'Exits with 0 when the mesh has settled, and with 1 and a line for each reason when it has not, with the time at which ' +
        'it can be expected to. It has settled when nothing flaps, no name that was lost is still away, and the last 5 passes ' +
        'were quiet, recorded without a gap, and planned by every node.',
    );
  return addWindowOptions(command)
    .option('--quiet-for <TIME>', 'instead of the last 5 passes, all passes of so long until now, e.g. 30m')
    .option('--wait', 'look again until it has settled, or the time limit ends')
    .option('--time-limit <TIME>', 'how long --wait waits (30m)')
    .option('--every <TIME>', 'how often --wait looks (5s)')
    .addHelpText(
      'after',
      `
What counts:
  quiet     a pass that moves no name, and replaces no container by its hosts
            list (names, order, spelling) or for no reason that is known. A
            deploy (spec) and a container that comes or goes are no unrest.
  flapping  as flaps tells it: over after 5 quiet passes, or two rounds of it
            where these are longer.
  failure   a node that failed, was unreadable or partial. One before those
            passes is over, if the node was planned since.
  gap       the recorder was away, or a pass is missing. One before those
            passes is over; and none of them counts as quiet across one.
  overdue   the last pass is older than three of the usual intervals and one
            and a half of the longest: a recorder that stopped is not quiet.
  lost      a name went because a plan failed, or as if one had, in the window.
Without --since the window is the last 60 passes: enough to see a flap begin
and end. With --wait, progress goes to standard error and the verdict to
standard output; SIGINT and SIGTERM end it with 130 and 143.

Examples:
  roster-history check --wait --time-limit 20m && ./migrate.sh
  roster-history check --quiet-for 30m --since "2h ago"`,
    )
    .action(async (options: CheckOptions, own: Command) => {
      const { checkSettled } = await import('./check-settled.ts');
      context.exit(await checkSettled(options, programOptions(own), context.surroundings));
    });
}
