import type { Command } from 'commander';

/** Options of the program, which are taken before and after the command. */
export interface ProgramOptions {
  readonly store?: string;
  readonly json?: boolean;
  readonly tz?: string;
  readonly color: boolean;
  readonly controller?: string;
}

/** Adds the options of the program to it, or to one of its commands. */
export function addProgramOptions(command: Command): Command {
  return command
    .optionsGroup('Options of the program (before or after the command):')
    .option('--store <FILE>', 'the store')
    .option('--controller <NAME>', 'the controller, where the store holds several')
    .option('--json', 'print JSON, as the contract in the README has it')
    .option('--tz <ZONE>', 'show and read times in this zone, e.g. Europe/Berlin')
    .option('--no-color', 'no colour, as NO_COLOR and a pipe have it');
}

/** The options of the program as given on either side of the command; behind it they count more. */
export function programOptions(command: Command): ProgramOptions {
  const own = command.opts<Partial<ProgramOptions>>();
  const above = command.parent?.opts<Partial<ProgramOptions>>() ?? {};
  const color = own.color !== false && above.color !== false;
  return { ...above, ...own, color };
}
