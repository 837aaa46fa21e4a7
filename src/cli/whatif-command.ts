import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { addDiagnosisOptions, type DiagnosisOptions } from './diagnosis-options.ts';
import { addPolicyOption } from './policy-option.ts';
import { programOptions } from './program-options.ts';

/** The flags of `whatif`. */
interface WhatIfOptions extends DiagnosisOptions {
  readonly policy: readonly string[];
}

/** `whatif`: what a window would have cost under other rules. */
export function addWhatIfCommand(program: Command, context: CommandContext): Command {
  const command = program
    .command('whatif')
    .summary('what a window would have cost under other rules')
    .description(
      'Replays a window under other rules for what makes a container its own: how many containers would have been ' +
        'replaced, those of the control plane among them, in the worst minute, and how many would have run with a stale ' +
        'address. Without a window: the last 20 passes.',
    );
  return addPolicyOption(addDiagnosisOptions(command))
    .addHelpText(
      'after',
      `
Policies:
  as-recorded      the text of the whole hosts list counts
  sorted           its order and spelling do not
  scoped           only names that the container binds are baked in
  resolver         nothing is baked in: names are looked up
  last-known-good  names stay while their owner's plan fails
  hold-down N      a name that is gone stays for N passes (3)
  damped           a name that changes too often is left out (RFC 2439)
  damped-7196      the same with the threshold of RFC 7196

Example:
  roster-history whatif --since 22:30 --policy scoped+last-known-good`,
    )
    .action(async (options: WhatIfOptions, own: Command) => {
      const { replayWindow } = await import('./replay-window.ts');
      context.exit(await replayWindow(options, programOptions(own), context.surroundings));
    });
}

export type { WhatIfOptions };
