import type { ExplainedPass } from '../diff/index.ts';
import { openForRecording } from '../history/index.ts';
import {
  defaultQuietGapMs,
  defaultSizeLimitBytes,
  faultText,
  mapInput,
  type Recorded,
  record,
  recordMapped,
} from '../recorder/index.ts';
import { escapeControls, recordedJson, recordedWords } from '../report/index.ts';
import { explainOne } from './explain-one.ts';
import { findConfig } from './find-config.ts';
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
    sizeLimitBytes: sizeOption('--size-limit', options.sizeLimit) ?? defaultSizeLimitBytes,
    ...(options.format === undefined ? {} : { format: knownFormat(options.format, mappings) }),
  };
  const history = openForRecording(storePath(program.store, surroundings));
  const report = program.json ? jsonReport() : textReport(surroundings, program);
  let exitCode = 0;
  try {
    const recordeds = recording.format?.startsWith('mapped')
      ? recordMapped(history, recording, (input) => mapInput(input, mappings))
      : record(history, recording);
    for await (const recorded of recordeds) {
      if (recorded.kind === 'unreadable') exitCode = 2;
      report.tell(recorded, (controller, number) => explainOne(history, controller, number));
      if (recorded.kind === 'unreadable') {
        const { label, fault } = recorded;
        surroundings.writeError(faultLines(`"${label}": ${faultText(fault)}`, fault.hint));
      }
    }
    const large = findLargeLog(history.file);
    if (large !== null) surroundings.writeError(faultLines(large.words, large.hint));
  } finally {
    history.close();
  }
  report.end(surroundings);
  return exitCode;
}

/** Tells what was recorded: at once, or when all is. */
interface RecordReport {
  tell(recorded: Recorded, explain: (controller: string, number: number) => ExplainedPass): void;
  end(surroundings: Surroundings): void;
}

function textReport(surroundings: Surroundings, program: ProgramOptions): RecordReport {
  const say = (text: string) => surroundings.write(`${escapeControls(text)}\n`);
  return {
    tell(recorded, explain) {
      if (recorded.kind === 'unreadable') say(keptWords(recorded));
      else if (recorded.kind === 'observed') say(observedWords(recorded, timeWriter(program.tz, surroundings)));
      else say(recordedWords(recorded.appended, explain(recorded.draft.controller, recorded.appended.number)));
    },
    end: () => {},
  };
}

function jsonReport(): RecordReport {
  const passes: ReturnType<typeof recordedJson>[] = [];
  const unreadable: { source: string; error: string; pass: number | null }[] = [];
  const observed: { source: string; observations: number; added: number; problems: number }[] = [];
  return {
    tell(recorded, explain) {
      if (recorded.kind === 'unreadable') {
        unreadable.push({
          source: recorded.label,
          error: faultText(recorded.fault),
          pass: recorded.appended?.number ?? null,
        });
      } else if (recorded.kind === 'observed') {
        const { observations, added, problems } = recorded.observed;
        observed.push({ source: recorded.label, observations: observations.length, added, problems: problems.length });
      } else {
        passes.push(recordedJson(recorded.appended, explain(recorded.draft.controller, recorded.appended.number)));
      }
    },
    end: ({ write }) => writeJson({ format: 'roster-history/record@1', passes, observed, unreadable }, write),
  };
}
