import { type ExplainedPass, explainPasses } from '../diff/index.ts';
import { formatNames } from '../formats/index.ts';
import { type History, openForRecording } from '../history/index.ts';
import { defaultQuietGapMs, faultText, type Recorded, record } from '../recorder/index.ts';
import { escapeControls, recordedJson, recordedWords } from '../report/index.ts';
import type { Pass } from '../roster/index.ts';
import type { ProgramOptions } from './program-options.ts';
import type { RecordOptions } from './record-command.ts';
import { faultLines } from './report-fault.ts';
import { storePath } from './store-path.ts';
import { findNear } from './suggestion.ts';
import type { Surroundings } from './surroundings.ts';
import { parseTime } from './time-reference.ts';
import { timeWriter } from './time-writer.ts';
import { UserError } from './user-error.ts';

/** Records the inputs and says of each pass what it did. Gives the exit code: 2 where an input could not be read. */
export function recordPasses(
  paths: readonly string[],
  options: RecordOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): number {
  if (paths.length === 0) {
    throw new UserError('nothing to record: expected files, directories, or - for standard input', {
      hint: 'roster-history record --help',
    });
  }
  const recording = {
    paths,
    circumstances: circumstancesOf(options, program, surroundings),
    quietGapMs: defaultQuietGapMs,
    now: surroundings.now,
    ...(options.format === undefined ? {} : { format: knownFormat(options.format) }),
  };
  const history = openForRecording(storePath(program.store, surroundings));
  const passes: ReturnType<typeof recordedJson>[] = [];
  const unreadable: { source: string; error: string; pass: number | null }[] = [];
  try {
    for (const recorded of record(history, recording)) {
      if (recorded.kind === 'unreadable') {
        const { label, fault, appended } = recorded;
        unreadable.push({ source: label, error: faultText(fault), pass: appended?.number ?? null });
        surroundings.writeError(faultLines(`"${label}": ${faultText(fault)}`, fault.hint));
        if (!program.json) surroundings.write(`${escapeControls(keptWords(recorded))}\n`);
        continue;
      }
      const { appended } = recorded;
      const explained = explainOne(history, recorded.draft.controller, appended.number);
      if (program.json) passes.push(recordedJson(appended, explained));
      else surroundings.write(`${escapeControls(recordedWords(appended, explained))}\n`);
    }
  } finally {
    history.close();
  }
  if (program.json)
    surroundings.write(`${JSON.stringify({ format: 'roster-history/record@1', passes, unreadable }, null, 2)}\n`);
  return unreadable.length === 0 ? 0 : 2;
}

function keptWords({ appended }: Extract<Recorded, { kind: 'unreadable' }>): string {
  if (appended === null) return 'nothing recorded: nothing is known yet that could stand';
  return `pass ${appended.number}: recorded as unreadable; what was declared last stands`;
}

function circumstancesOf(options: RecordOptions, program: ProgramOptions, surroundings: Surroundings) {
  const { node, pass, trigger, error } = options;
  return {
    ...(node === undefined ? {} : { node }),
    ...(program.controller === undefined ? {} : { controller: program.controller }),
    ...(pass === undefined ? {} : { key: pass }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(options.at === undefined ? {} : { at: instantOf(options.at, program, surroundings) }),
    ...(options.exitStatus === undefined ? {} : { exitStatus: exitStatusOf(options.exitStatus) }),
    ...(error === undefined ? {} : { standardError: error }),
  };
}

function instantOf(text: string, { tz }: ProgramOptions, surroundings: Surroundings): number {
  const at = parseTime(text, { now: surroundings.now(), zone: timeWriter(tz, surroundings).zone });
  if (at !== null) return at;
  throw new UserError(`--at "${text}" is no time: expected RFC 3339, 22:40, "2h ago" or @EPOCH`, {
    hint: '--at 2026-09-29T22:46:03+02:00',
  });
}

function exitStatusOf(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new UserError(`--exit-status "${text}" is no exit status: expected a number from 0 to 255`, {
    hint: '--exit-status 1',
  });
}

function knownFormat(name: string): string {
  const known = formatNames();
  if (known.includes(name)) return name;
  throw new UserError(`no format "${name}": expected ${known.join(', ')}`, {
    hint: `--format ${findNear(name, known) ?? known[0]}`,
  });
}

function explainOne(history: History, controller: string, number: number): ExplainedPass {
  const before = history.findBefore(controller, number, 1);
  const passes = history.passes(controller, before ?? number, number);
  const baseline = before === null ? null : (passes.next().value as Pass);
  const { value } = explainPasses(passes, baseline).next();
  return (value as { explained: ExplainedPass }).explained;
}
