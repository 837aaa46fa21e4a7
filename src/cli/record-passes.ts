import { type ExplainedPass, explainPasses } from '../diff/index.ts';
import { type History, openForRecording } from '../history/index.ts';
import { defaultQuietGapMs, faultText, type Recorded, record } from '../recorder/index.ts';
import { escapeControls, fullTime, recordedJson, recordedWords, type TimeWriter } from '../report/index.ts';
import type { Pass } from '../roster/index.ts';
import type { ProgramOptions } from './program-options.ts';
import { knownFormat, recordCircumstances } from './record-circumstances.ts';
import type { RecordOptions } from './record-command.ts';
import { faultLines } from './report-fault.ts';
import { storePath } from './store-path.ts';
import type { Surroundings } from './surroundings.ts';
import { timeWriter } from './time-writer.ts';
import { UserError } from './user-error.ts';
import { writeJson } from './write-json.ts';

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
    circumstances: recordCircumstances(options, program, surroundings),
    quietGapMs: defaultQuietGapMs,
    now: surroundings.now,
    ...(options.format === undefined ? {} : { format: knownFormat(options.format) }),
  };
  const history = openForRecording(storePath(program.store, surroundings));
  const report = program.json ? jsonReport() : textReport(surroundings, program);
  let exitCode = 0;
  try {
    for (const recorded of record(history, recording)) {
      if (recorded.kind === 'unreadable') exitCode = 2;
      report.tell(recorded, (controller, number) => explainOne(history, controller, number));
      if (recorded.kind === 'unreadable') {
        const { label, fault } = recorded;
        surroundings.writeError(faultLines(`"${label}": ${faultText(fault)}`, fault.hint));
      }
    }
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

function keptWords({ appended }: Extract<Recorded, { kind: 'unreadable' }>): string {
  if (appended === null) return 'nothing recorded: nothing is known yet that could stand';
  return `pass ${appended.number}: recorded as unreadable; what was declared last stands`;
}

function observedWords({ label, observed }: Extract<Recorded, { kind: 'observed' }>, times: TimeWriter): string {
  const { observations, added, problems } = observed;
  const [first, last] = [observations[0], observations.at(-1)];
  const nodes = [...new Set(observations.map(({ node }) => node))];
  const odd = problems.length === 0 ? '' : `, ${problems.length} lines that could not be read`;
  if (!first || !last) return `${label}: nothing observed${odd}`;
  const fresh = added === observations.length ? '' : `, ${added} of them new`;
  const span = `${fullTime(times, first.at)} to ${fullTime(times, last.at)}`;
  return `${label}: ${observations.length} observed on ${nodes.join(', ')}${fresh}, ${span}${odd}`;
}

function explainOne(history: History, controller: string, number: number): ExplainedPass {
  const before = history.findBefore(controller, number, 1);
  const passes = history.passes(controller, before ?? number, number);
  const baseline = before === null ? null : (passes.next().value as Pass);
  const { value } = explainPasses(passes, baseline).next();
  return (value as { explained: ExplainedPass }).explained;
}
