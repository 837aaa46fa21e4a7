import { type Circumstances, type ReadInput, readInput, UnreadableInput } from '../formats/index.ts';
import type { Appended, History } from '../history/index.ts';
import type { Observation, PassDraft, Problem } from '../roster/index.ts';
import { type DigestKey, openDigestKey } from './digest-key.ts';
import { type Gathered, openGatherer } from './gather.ts';
import { redactWhole } from './redact-json.ts';
import { redactPass, redactProblem } from './redact-pass.ts';
import { redactText } from './redact-text.ts';
import { readSource, type SourceText } from './source-file.ts';
import { unreadablePass } from './unreadable-pass.ts';

/** Lone declarations that come within this time of each other make one pass. */
export const defaultQuietGapMs = 2000;

/** How inputs are recorded. `circumstances` fill in what an input lacks. */
export interface Recording {
  readonly paths: readonly string[];
  readonly circumstances: Circumstances;
  /** The format to read with; recognised from the content where it is not named. */
  readonly format?: string;
  readonly quietGapMs: number;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** One thing that recording did: a pass appended, or an input that could not be read, with what became of it. No secret is in it. */
export type Recorded =
  | { readonly kind: 'appended'; readonly appended: Appended; readonly draft: PassDraft }
  | { readonly kind: 'observed'; readonly label: string; readonly observed: Observed }
  | {
      readonly kind: 'unreadable';
      readonly label: string;
      readonly fault: UnreadableInput;
      readonly appended: Appended | null;
    };

/** What a host log or an engine's events told: all of it, how much of it is new, and the lines that could not be read. */
export interface Observed {
  readonly observations: readonly Observation[];
  readonly added: number;
  readonly problems: readonly Problem[];
}

/**
 * Records inputs, pass by pass, as the results are taken: no more is held than what still gathers. What could not be read
 * is recorded as such, and the rest goes on.
 */
export function* record(history: History, recording: Recording): Generator<Recorded> {
  const recorder = openRecorder(history, recording);
  for (const path of recording.paths) {
    for (const source of readSource(path)) yield* recorder.take(source);
  }
  yield* recorder.finish();
}

function openRecorder(history: History, recording: Recording) {
  const key = openDigestKey(history);
  const gatherer = openGatherer(recording.quietGapMs);

  function append({ draft, labels }: Gathered): Appended {
    const problems = key.isReplaced() ? [...draft.problems, { code: 'digest-key-replaced' as const }] : draft.problems;
    const appended = history.append({
      draft: { ...draft, problems },
      recordedAt: recording.now(),
      source: labels.length <= 3 ? labels.join(', ') : `${labels[0]} and ${labels.length - 1} more`,
      quietGapMs: recording.quietGapMs,
    });
    if (appended.kind !== 'known') key.confirm();
    return appended;
  }

  function* appendAll(passes: readonly Gathered[]): Generator<Recorded> {
    for (const pass of passes) yield { kind: 'appended', appended: append(pass), draft: pass.draft };
  }

  function* take(source: SourceText): Generator<Recorded> {
    const known = circumstancesOf(source, recording.circumstances);
    const label = redactText(source.label, key.digestSecret);
    const read = readWithoutSecrets(source, known, recording.format, key);
    if (!(read instanceof UnreadableInput)) {
      if (read.kind === 'pass') yield* appendAll(gatherer.take(read.draft, label));
      else yield { kind: 'observed', label, observed: observe(read, label) };
      return;
    }
    yield* finish();
    const draft = unreadablePass(history, known, read);
    const appended = draft && append({ draft: redactPass(draft, key.digestSecret), labels: [label] });
    yield { kind: 'unreadable', label, fault: redactFault(read, key), appended };
  }

  function observe({ observations, problems }: ReadInput & { kind: 'observations' }, source: string): Observed {
    const added = history.appendObservations({ observations, recordedAt: recording.now(), source });
    return { observations, added, problems };
  }

  function* finish(): Generator<Recorded> {
    yield* appendAll(gatherer.finish());
  }

  return { take, finish };
}

/** What is known of a source: the flags, and how the command that wrote it ended. */
function circumstancesOf({ exitStatus, standardError }: SourceText, given: Circumstances): Circumstances {
  return {
    ...given,
    ...(exitStatus === undefined ? {} : { exitStatus }),
    ...(standardError === undefined ? {} : { standardError }),
  };
}

/** What a source holds, without its secrets, or why it cannot be read. */
function readWithoutSecrets(
  { text, error }: SourceText,
  known: Circumstances,
  format: string | undefined,
  key: DigestKey,
): ReadInput | UnreadableInput {
  if (text === null) return new UnreadableInput(error ?? 'nothing to read');
  try {
    const read = readInput(text, known, format);
    if (read.kind === 'pass') return { ...read, draft: redactPass(read.draft, key.digestSecret) };
    return { ...read, problems: read.problems.map((problem) => redactProblem(problem, key.digestSecret)) };
  } catch (fault) {
    if (fault instanceof UnreadableInput) return fault;
    if (fault instanceof RangeError) return new UnreadableInput('nested too deeply to be read', { cause: fault });
    throw fault;
  }
}

/** The cause stays behind: it may quote the input in pieces that no longer look like the credentials they are. */
function redactFault({ message, place, hint }: UnreadableInput, { digestSecret }: DigestKey): UnreadableInput {
  return new UnreadableInput(redactWhole(message, digestSecret), {
    ...(place ? { place } : {}),
    ...(hint ? { hint: redactWhole(hint, digestSecret) } : {}),
  });
}
