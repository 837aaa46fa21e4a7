import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { addDiagnosisOptions, type DiagnosisOptions } from './diagnosis-options.ts';
import { programOptions } from './program-options.ts';

/** `explain`: why names moved and containers were replaced. */
export function addExplainCommand(program: Command, context: CommandContext): Command {
  const command = program
    .command('explain')
    .summary('why: ranked findings, the loop, and what is ruled out')
    .description(
      'Says why names moved and containers were replaced, each finding with its evidence and how sure it is; whether what ' +
        'was replaced makes the next pass fail; and which triggers merely coincide. Without a window: the last 20 passes.',
    );
  return addDiagnosisOptions(command)
    .addHelpText(
      'after',
      `
Example:
  roster-history explain --since 22:40 --control-plane "postgres*"`,
    )
    .action(async (options: DiagnosisOptions, own: Command) => {
      const { explainPassesOf } = await import('./explain-passes.ts');
      context.exit(await explainPassesOf(options, programOptions(own), context.surroundings));
    });
}
