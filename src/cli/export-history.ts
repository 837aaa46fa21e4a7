import { defaultTolerance } from '../diff/index.ts';
import { type History, openForReading, type TranscriptRange, type TranscriptWindow } from '../history/index.ts';
import { type ExportHeader, exportFormat, exportLine, keptSettings } from '../recorder/index.ts';
import type { TimeWriter } from '../report/index.ts';
import type { ExportOptions } from './export-command.ts';
import { openExportOutput } from './export-output.ts';
import { expectNothingLeftOut } from './left-out.ts';
import type { ProgramOptions } from './program-options.ts';
import { controllerOf, type Question } from './question.ts';
import { storePath } from './store-path.ts';
import type { Surroundings } from './surroundings.ts';
import { timeWriter } from './time-writer.ts';
import { UserError } from './user-error.ts';
import { resolveWindow } from './window.ts';

/** Answers `export`. Gives the exit code. Throws a StoreError when all is written where that leaves out what the disk did not keep. */
export function exportHistory(options: ExportOptions, program: ProgramOptions, surroundings: Surroundings): number {
  const times = timeWriter(program.tz, surroundings);
  const history = openForReading(storePath(program.store, surroundings));
  try {
    const { window, header } = exportOf(history, options, program, times, surroundings.now());
    const output = openExportOutput(options, surroundings);
    try {
      output.write(`${JSON.stringify(header)}\n`);
      for (const part of history.transcript(window)) output.write(`${exportLine(part)}\n`);
      output.finish();
    } finally {
      output.close();
    }
  } finally {
    history.close();
  }
  expectNothingLeftOut(history);
  return 0;
}

/** What is to be exported, and what the first line says of it. */
function exportOf(
  history: History,
  options: ExportOptions,
  program: ProgramOptions,
  times: TimeWriter,
  now: number,
): { window: TranscriptWindow; header: ExportHeader } {
  const named = program.controller !== undefined || history.controllers().length === 0;
  const controllers = named ? [controllerOf(history, program.controller)] : history.controllers();
  const asked = options.since !== undefined || options.until !== undefined;
  const windows = controllers.map((controller) => {
    const question: Question = { history, controller, times, now, json: false, answer: () => {}, whenClosed: () => {} };
    return { controller, ...resolveWindow(options, question, Number.MAX_SAFE_INTEGER) };
  });
  const ranges = windows.flatMap(({ controller, range }): TranscriptRange[] => {
    return range === null ? [] : [{ controller, ...range }];
  });
  if (ranges.length === 0) {
    throw new UserError('no pass in this window: nothing to export', { hint: 'roster-history log shows the passes' });
  }
  const instant = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString());
  return {
    window: { ranges, ...observedIn(history, ranges) },
    header: {
      format: exportFormat,
      controllers: ranges.map(({ controller }) => controller),
      passes: ranges.reduce((sum, range) => sum + passesIn(history, range), 0),
      window: asked ? { since: instant(windows[0]?.since), until: instant(windows[0]?.until) } : null,
      settings: Object.fromEntries(
        keptSettings.flatMap((name) => {
          const value = history.findSetting(name);
          return value === null ? [] : [[name, value]];
        }),
      ),
    },
  };
}

function passesIn(history: History, { controller, baseline, first, last }: TranscriptRange): number {
  return history.countPasses(controller, first, last) + (baseline === null ? 0 : 1);
}

/** The instants between which things happened that belong to the passes: until the pass after the last, as much late as is allowed for. */
function observedIn(history: History, ranges: readonly TranscriptRange[]): { from: number; until: number } {
  const { skewMs, graceMs } = defaultTolerance;
  const at = (pass: number) => history.findPass(pass)?.at ?? 0;
  const from = ranges.map(({ baseline }) => (baseline === null ? Number.MIN_SAFE_INTEGER : at(baseline) - skewMs));
  const until = ranges.map(({ controller, last }) => {
    const next = history.passes(controller, last + 1, Number.MAX_SAFE_INTEGER).next().value;
    return next === undefined ? Number.MAX_SAFE_INTEGER : next.at + graceMs;
  });
  return { from: Math.min(...from), until: Math.max(...until) };
}
