import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';

/** `verify`: whether the store is whole. */
export function addVerifyCommand(program: Command, context: CommandContext): Command {
  return program
    .command('verify')
    .summary('whether the store is whole')
    .description(
      "Checks the store: SQLite's own integrity check, references, the digest of each content and row, the sequence of passes. " +
        'Exits with 3 and a list where something is damaged.',
    )
    .addHelpText(
      'after',
      `
Example:
  roster-history verify --store /var/lib/roster-history/history.db`,
    )
    .action(async (_options: unknown, own: Command) => {
      const { verifyHistory } = await import('./verify-history.ts');
      context.exit(verifyHistory(programOptions(own), context.surroundings));
    });
}
