import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';

/** The flags of `map`. */
interface MapOptions {
  readonly mapping?: string;
  readonly expression?: string;
  readonly config?: string;
  readonly node?: string;
}

/** `map`: what a mapping makes of an input. */
export function addMapCommand(program: Command, context: CommandContext): Command {
  return program
    .command('map')
    .summary('what a mapping makes of an input')
    .description(
      'Shows what a JSONata expression makes of a foreign JSON or YAML, before anything is recorded: each node with its ' +
        'containers, names and problems, and where secrets are. The store is not opened. --json prints the mapped input itself, ' +
        'secrets included, as "record --format mesh -" takes it.',
    )
    .argument('[FILE]', 'a file, or - for standard input', '-')
    .option('--mapping <NAME>', 'the mapping of the config; not needed where it has only one')
    .option('--expression <TEXT>', 'a JSONata expression instead, or @FILE with one')
    .option('--config <FILE>', 'a YAML file with mappings, else $ROSTER_HISTORY_CONFIG')
    .option('--node <NODE>', 'the node of a declaration that names none')
    .addHelpText(
      'after',
      `
Examples:
  roster-history map --config examples/mapped/config.yaml examples/mapped/catalogue.json
  curl -s https://catalogue.example/machines | roster-history map --expression @machines.jsonata -`,
    )
    .action(async (file: string, options: MapOptions, command: Command) => {
      const { showMapped } = await import('./map-input.ts');
      context.exit(await showMapped(file, options, programOptions(command), context.surroundings));
    });
}

export type { MapOptions };
