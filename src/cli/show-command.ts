import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';

/** The flags of `show`. */
interface ShowOptions {
  readonly node?: string;
  readonly container?: string;
}

/** `show`: one pass whole. */
export function addShowCommand(program: Command, context: CommandContext): Command {
  return program
    .command('show')
    .summary('one pass whole')
    .description(
      'Shows one pass whole: how each node fared, what it did, its problems, and the names in force after it.',
    )
    .argument('[PASS]', 'a pass or a time', 'latest')
    .option('--node <PATTERN>', 'only this node')
    .option('--container <PATTERN>', 'the declaration of this container, as it was in force')
    .addHelpText(
      'after',
      `
Examples:
  roster-history show latest
  roster-history show 22:46 --container "postgres*"`,
    )
    .action(async (pass: string, options: ShowOptions, own: Command) => {
      const { showPass } = await import('./show-pass.ts');
      context.exit(showPass(pass, options, programOptions(own), context.surroundings));
    });
}

export type { ShowOptions };
