import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';
import { addWindowOptions } from './window-options.ts';

/** The flags of `name`. */
interface NameOptions {
  readonly since?: string;
  readonly until?: string;
}

/** `name`: every move of one name. */
export function addNameCommand(program: Command, context: CommandContext): Command {
  const command = program
    .command('name')
    .summary('every move of one name')
    .description('Lists every move of one name, with its reason and the replacements that it is to blame for.')
    .argument('<NAME>', 'a name; * stands for any text');
  return addWindowOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  roster-history name forge.g14.example
  roster-history name "*.g14.example" --since "2d ago"`,
    )
    .action(async (name: string, options: NameOptions, own: Command) => {
      const { followName } = await import('./follow-name.ts');
      context.exit(followName(name, options, programOptions(own), context.surroundings));
    });
}

export type { NameOptions };
