import { type Command, Option } from 'commander';
import type { CommandContext } from './command-context.ts';
import { addPolicyOption } from './policy-option.ts';
import { programOptions } from './program-options.ts';

/** The flags of `impact`. */
interface ImpactOptions {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly move: readonly string[];
  readonly node?: string;
  readonly format?: string;
  readonly controlPlane: readonly string[];
  readonly config?: string;
  readonly policy: readonly string[];
  readonly exitCode?: boolean;
}

/** `impact`: what a change would replace, before it is made. */
export function addImpactCommand(program: Command, context: CommandContext): Command {
  const command = program
    .command('impact [FILE]')
    .summary('what a change would replace, before it is made')
    .description(
      'Says what a change of names, or a declaration that is not applied yet, would replace from the latest state on: ' +
        'by node, under the rule of now and under others. FILE is anything that record reads; - is standard input. ' +
        'Nothing is recorded.',
    )
    .addOption(repeated('--add <NAME=ADDRESS>', 'a name that comes; may be repeated'))
    .addOption(repeated('--remove <NAME>', 'a name that goes; may be repeated'))
    .addOption(repeated('--move <NAME=ADDRESS>', 'a name that gets another address; may be repeated'))
    .option('--node <NODE>', 'the node of a FILE that does not tell')
    .option('--format <FORMAT>', 'the format of FILE, where it cannot be recognised')
    .addOption(
      repeated(
        '--control-plane <PATTERN>',
        'a container that the control plane runs on, e.g. "postgres*"',
        'those of the config',
      ),
    )
    .option('--config <FILE>', 'a YAML file, else $ROSTER_HISTORY_CONFIG');
  return addPolicyOption(command)
    .option('--exit-code', 'exit with 1 when it would replace anything under the rule of now')
    .addHelpText(
      'after',
      `
A name that comes is taken to go into each hosts list that has at least half
of the mesh's names. NAME=A,B gives a name several addresses.

Examples:
  roster-history impact --move git.example=192.0.2.9
  roster-history impact --exit-code next.json && apply next.json`,
    )
    .action(async (file: string | undefined, options: ImpactOptions, own: Command) => {
      const { weighChange } = await import('./weigh-change.ts');
      context.exit(await weighChange(file, options, programOptions(own), context.surroundings));
    });
}

function repeated(flags: string, text: string, otherwise = 'none'): Option {
  return new Option(flags, text).default([], otherwise).argParser((one: string, before: string[]) => [...before, one]);
}

export type { ImpactOptions };
