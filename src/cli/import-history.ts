import { openForRecording } from '../history/index.ts';
import { type ImportSettings, openTally } from '../recorder/index.ts';
import { escapeControls, importJson, importLinesOf } from '../report/index.ts';
import type { Config } from './config.ts';
import { findConfig } from './find-config.ts';
import type { ImportOptions } from './import-command.ts';
import { type ImportProgress, openImportProgress } from './import-progress.ts';
import { faultOfUser, importerOf } from './import-source.ts';
import type { ProgramOptions } from './program-options.ts';
import { knownFormat } from './record-circumstances.ts';
import { faultLines } from './report-fault.ts';
import { storePath } from './store-path.ts';
import type { Surroundings } from './surroundings.ts';
import { parseTime } from './time-reference.ts';
import { timeWriter } from './time-writer.ts';
import { UserError } from './user-error.ts';
import { writeJson } from './write-json.ts';

/** Imports, and says what came of it. Gives the exit code: 2 where something could not be read. */
export async function importHistory(
  sources: readonly string[],
  options: ImportOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const importFrom = await importerOf(sources, options, surroundings);
  const config = await findConfig(options.config, surroundings.env);
  const settings = settingsOf(options, { ...program, ...controllerOf(program, config) }, surroundings);
  const times = timeWriter(program.tz, surroundings);
  const began = surroundings.now();
  const history = openForRecording(storePath(program.store, surroundings));
  const tally = openTally();
  let stopped = false;
  surroundings.onSignal('SIGINT', () => {
    stopped = true;
  });
  const progress = await openImportProgress(surroundings);
  try {
    const show = config === null ? {} : { show: config.show };
    await importFrom(history, { ...settings, ...show, ...reporting(progress), isStopped: () => stopped }, tally);
  } catch (fault) {
    throw faultOfUser(fault);
  } finally {
    progress?.close();
    history.close();
  }
  const imported = tally.result();
  const summary = {
    label: sources.join(' '),
    store: program.store ?? null,
    elapsedMs: surroundings.now() - began,
    stopped,
    imported,
  };
  if (program.json) writeJson(importJson(summary, times), surroundings.write);
  else for (const line of importLinesOf(summary, times)) surroundings.write(`${escapeControls(line)}\n`);
  for (const { place, message, hint } of imported.faults) {
    surroundings.writeError(faultLines(`${place}: ${message}`, hint));
  }
  const untold = imported.unreadable - imported.faults.length;
  if (untold > 0) surroundings.writeError(`roster-history: and ${untold} more that could not be read\n`);
  if (stopped) {
    surroundings.writeError(faultLines('interrupted: what was recorded stays', 'the same command goes on from there'));
  }
  return stopped || imported.unreadable > 0 ? 2 : 0;
}

/** The controller of what names none. */
function controllerOf(program: ProgramOptions, config: Config | null): { controller?: string } {
  const controller = program.controller ?? config?.controller ?? undefined;
  return controller === undefined ? {} : { controller };
}

function settingsOf(options: ImportOptions, program: ProgramOptions, surroundings: Surroundings): ImportSettings {
  const { node, format } = options;
  if (node === '') throw new UserError('--node is empty: expected the name of a node', { hint: '--node novox' });
  const { now } = surroundings;
  const { zone } = timeWriter(program.tz, surroundings);
  return {
    circumstances: {
      ...(program.controller === undefined ? {} : { controller: program.controller }),
      ...(node === undefined ? {} : { node }),
    },
    nodeFromName: options.nodeFromName === true,
    ...(format === undefined ? {} : { format: knownFormat(format) }),
    now,
    readWall(text) {
      try {
        return parseTime(text, { now: now(), zone });
      } catch (error) {
        if (error instanceof UserError) return null;
        throw error;
      }
    },
  };
}

function reporting(progress: ImportProgress | null): Pick<ImportSettings, 'progress'> {
  return progress === null ? {} : { progress: progress.show };
}
