import { type ExplainedPass, type Gap, windowGaps } from '../diff/index.ts';
import { openForRecording } from '../history/index.ts';
import {
  defaultQuietGapMs,
  defaultSizeLimitBytes,
  mapInput,
  type Recorded,
  record,
  recordMapped,
} from '../recorder/index.ts';
import { escapeControls, gapsJson, recordedJson, recordedWords } from '../report/index.ts';
import { explainOne } from './explain-one.ts';
import { findConfig } from './find-config.ts';
import { type KeptInput, keptInput } from './kept-input.ts';
import { findLargeLog } from './large-log.ts';
import { sizeOption } from './length-options.ts';
import type { ProgramOptions } from './program-options.ts';
import { knownFormat, recordCircumstances } from './record-circumstances.ts';
import type { RecordOptions } from './record-command.ts';
import { faultLines } from './report-fault.ts';
import { storePath } from './store-path.ts';
import type { Surroundings } from './surroundings.ts';
import { timeWriter } from './time-writer.ts';
import { keptWords, observedWords } from './told-words.ts';
import { UserError } from './user-error.ts';
import { writeJson } from './write-json.ts';

/** Records the inputs and says of each pass what it did. Gives the exit code: 2 where an input could not be read. */
export async function recordPasses(
  paths: readonly string[],
  options: RecordOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  if (paths.length === 0) {
    throw new UserError('nothing to record: expected files, directories, or - for standard input', {
      hint: 'roster-history record --help',
    });
  }
  const config = await findConfig(options.config, surroundings.env);
  const mappings = config?.mappings ?? new Map();
  const controller = program.controller ?? config?.controller ?? undefined;
  const recording = {
    paths,
    circumstances: recordCircumstances(options, { ...program, ...(controller ? { controller } : {}) }, surroundings),
    quietGapMs: defaultQuietGapMs,
    now: surroundings.now,
    ...(config === null ? {} : { show: config.show }),
    sizeLimitBytes: sizeOption('--size-limit', options.sizeLimit, '64MiB') ?? defaultSizeLimitBytes,
    ...(options.format === undefined ? {} : { format: knownFormat(options.format, mappings) }),
  };
  const history = openForRecording(storePath(program.store, surroundings));
  const report = program.json ? jsonReport(surroundings, program) : textReport(surroundings, program);
  let exitCode = 0;
  try {
    const recordeds = recording.format?.startsWith('mapped')
      ? recordMapped(history, recording, (input) => mapInput(input, mappings))
      : record(history, recording);
    for await (const recorded of recordeds) {
      if (recorded.kind !== 'unreadable') {
        report.tell(recorded, (controller, number) => explainOne(history, controller, number));
        continue;
      }
      const kept = keptInput(history, recorded, options.node);
      report.tellUnread(recorded, kept);
      // that a command failed is what was to be recorded, and it is
      if (kept.outcome === 'failed') continue;
      exitCode = 2;
      const { label, fault } = recorded;
      surroundings.writeError(faultLines(`"${label}": ${kept.error}`, fault.hint));
    }
    const large = findLargeLog(history.file);
    if (large !== null) surroundings.writeError(faultLines(large.words, large.hint));
  } finally {
    history.close();
  }
  report.end();
  return exitCode;
}

type Unreadable = Extract<Recorded, { kind: 'unreadable' }>;
type ReadRecorded = Exclude<Recorded, Unreadable>;

/** Tells what was recorded: at once, or when all is. */
interface RecordReport {
  tell(recorded: ReadRecorded, explain: (controller: string, number: number) => ExplainedPass): void;
  tellUnread(recorded: Unreadable, kept: KeptInput): void;
  end(): void;
}

function textReport(surroundings: Surroundings, program: ProgramOptions): RecordReport {
  const say = (text: string) => surroundings.write(`${escapeControls(text)}\n`);
  return {
    tell(recorded, explain) {
      if (recorded.kind === 'observed') say(observedWords(recorded, timeWriter(program.tz, surroundings)));
      else say(recordedWords(recorded.appended, explain(recorded.draft.controller, recorded.appended.number)));
    },
    tellUnread: (recorded, kept) => say(keptWords(recorded, kept)),
    end: () => {},
  };
}

function jsonReport(surroundings: Surroundings, program: ProgramOptions): RecordReport {
  const passes: ReturnType<typeof recordedJson>[] = [];
  const unreadable: { source: string; pass: number | null; outcome: KeptInput['outcome']; error: string }[] = [];
  const gaps: Gap[] = [];
  const observed: { source: string; observations: number; added: number; problems: number }[] = [];
  return {
    tell(recorded, explain) {
      if (recorded.kind === 'observed') {
        const { observations, added, problems } = recorded.observed;
        observed.push({ source: recorded.label, observations: observations.length, added, problems: problems.length });
      } else {
        const explained = explain(recorded.draft.controller, recorded.appended.number);
        passes.push(recordedJson(recorded.appended, explained));
        gaps.push(...windowGaps(null, [explained.pass], []));
      }
    },
    tellUnread({ label, appended }, kept) {
      const { outcome, error, pass } = kept;
      unreadable.push({ source: label, pass: appended?.number ?? null, outcome, error });
      gaps.push(...(pass === null ? [] : windowGaps(null, [pass], [])));
    },
    end() {
      const told = gapsJson(gaps, timeWriter(program.tz, surroundings));
      const complete = told.complete && unreadable.every(({ outcome }) => outcome === 'failed');
      const answer = { format: 'roster-history/record@1', ...told, complete, passes, observed, unreadable };
      writeJson(answer, surroundings.write);
    },
  };
}
