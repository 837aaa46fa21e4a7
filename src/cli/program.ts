import { Command, CommanderError } from 'commander';
import { escapeControls } from '../report/index.ts';
import { addBackupCommand } from './backup-command.ts';
import { addCheckCommand } from './check-command.ts';
import type { CommandContext } from './command-context.ts';
import { addDiffCommand } from './diff-command.ts';
import { exitCodeTable } from './exit-code.ts';
import { addExplainCommand } from './explain-command.ts';
import { addExportCommand } from './export-command.ts';
import { addFlapsCommand } from './flaps-command.ts';
import { addImpactCommand } from './impact-command.ts';
import { addImportCommand } from './import-command.ts';
import { addLogCommand } from './log-command.ts';
import { addMapCommand } from './map-command.ts';
import { addNameCommand } from './name-command.ts';
import { addProgramOptions } from './program-options.ts';
import { addPruneCommand } from './prune-command.ts';
import { addRecordCommand } from './record-command.ts';
import { addReportCommand } from './report-command.ts';
import { reportFault } from './report-fault.ts';
import { addShowCommand } from './show-command.ts';
import { addStaleCommand } from './stale-command.ts';
import { addStatsCommand } from './stats-command.ts';
import type { Surroundings } from './surroundings.ts';
import { addVerifyCommand } from './verify-command.ts';
import { addWatchCommand } from './watch-command.ts';
import { addWhatIfCommand } from './whatif-command.ts';

/** Runs the program with the arguments of a user. Never throws; gives the exit code. */
export async function runProgram(args: readonly string[], surroundings: Surroundings): Promise<number> {
  let exitCode = 0;
  const context: CommandContext = {
    surroundings,
    exit: (code) => {
      exitCode = code;
    },
  };
  try {
    await makeProgram(context).parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return reportFault(error, surroundings);
  }
}

function makeProgram(context: CommandContext): Command {
  const { surroundings } = context;
  const program = new Command('roster-history')
    .description(
      'Records what a mesh controller produced on each pass, and says which name moved, why, and what it cost.',
    )
    .version('0.1.0', '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [COMMAND]', 'print help of a command')
    .showSuggestionAfterError()
    .showHelpAfterError('hint: roster-history --help')
    .exitOverride()
    .configureOutput({
      writeOut: surroundings.write,
      writeErr: surroundings.writeError,
      outputError: (text, write) =>
        write(
          escapeControls(text.trimEnd())
            .replaceAll('\\u{a}', '\n')
            .replace(/^error:/, 'roster-history:')
            .concat('\n'),
        ),
      getOutHelpWidth: () => surroundings.width ?? 100,
      getErrHelpWidth: () => surroundings.width ?? 100,
    })
    .addHelpText(
      'after',
      `
Times:   22:40 (the last one that is past), "yesterday 22:40", "2h ago",
         2026-09-29, RFC 3339, @EPOCH
Passes:  412, latest, latest~3, key:ID (the controller's own id), or a time
         (the state then)
Store:   --store, else $ROSTER_HISTORY_STORE, else as root
         /var/lib/roster-history/history.db, else
         $XDG_STATE_HOME/roster-history/history.db (~/.local/state/…)

Exit codes:
${exitCodeTable()}

Example:
  roster-history diff --since 22:40`,
    );
  addProgramOptions(program);
  for (const add of [
    addRecordCommand,
    addWatchCommand,
    addLogCommand,
    addShowCommand,
    addDiffCommand,
    addNameCommand,
    addFlapsCommand,
    addCheckCommand,
    addStaleCommand,
    addExplainCommand,
    addReportCommand,
    addWhatIfCommand,
    addImpactCommand,
    addMapCommand,
    addImportCommand,
    addExportCommand,
    addStatsCommand,
    addPruneCommand,
    addBackupCommand,
    addVerifyCommand,
  ]) {
    addProgramOptions(add(program, context)).showHelpAfterError(
      `hint: roster-history ${program.commands.at(-1)?.name()} --help`,
    );
  }
  return program;
}
