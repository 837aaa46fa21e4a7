import { type Command, Option } from 'commander';
import type { CommandContext } from './command-context.ts';
import { addDiagnosisOptions, type DiagnosisOptions } from './diagnosis-options.ts';
import { programOptions } from './program-options.ts';

/** The formats of a postmortem. */
export const reportFormats = ['markdown', 'json'] as const;

/** The flags of `report`. */
interface ReportOptions extends DiagnosisOptions {
  readonly format: (typeof reportFormats)[number];
  readonly output?: string;
}

/** `report`: the postmortem. */
export function addReportCommand(program: Command, context: CommandContext): Command {
  const command = program
    .command('report')
    .summary('the postmortem, in Markdown')
    .description(
      'Writes the postmortem of a window from facts only: the same store and window give the same bytes. What a person ' +
        'has to fill in stands in its front matter. Without a window: the last 20 passes.',
    );
  return addDiagnosisOptions(command)
    .addOption(new Option('--format <FORMAT>', 'how it is written').choices(reportFormats).default('markdown'))
    .option('--output <FILE>', 'a file instead of standard output')
    .addHelpText(
      'after',
      `
Example:
  roster-history report --since 22:30 --until 23:15 --output postmortem.md`,
    )
    .action(async (options: ReportOptions, own: Command) => {
      const { writeReport } = await import('./write-report.ts');
      context.exit(await writeReport(options, programOptions(own), context.surroundings));
    });
}

export type { ReportOptions };
