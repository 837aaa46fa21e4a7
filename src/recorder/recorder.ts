import { type Circumstances, type ReadInput, readInput, UnreadableInput } from '../formats/index.ts';
import type { Appended, History } from '../history/index.ts';
import type { Observation, PassDraft, Problem } from '../roster/index.ts';
import { type DigestKey, openDigestKey } from './digest-key.ts';
import { type Gathered, openGatherer } from './gather.ts';
import { redactWhole } from './redact-json.ts';
import { redactPass, redactProblem } from './redact-pass.ts';
import { redactText } from './redact-text.ts';
import type { SourceText } from './source-file.ts';
import { unreadablePass } from './unreadable-pass.ts';

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

/** How inputs are recorded, whatever their source. */
export interface RecorderSettings {
  readonly quietGapMs: number;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** An input with what is known of it besides. */
export interface InputText extends SourceText {
  readonly circumstances?: Circumstances;
  /** The format to read with; recognised from the content where it is not named. */
  readonly format?: string;
}

/** Takes inputs and appends the passes that they make. */
export interface Recorder {
  /** Takes an input; gives what is complete by now. */
  take(input: InputText): Generator<Recorded>;
  /** Appends what still gathers: nothing more belongs to it. */
  finish(): Generator<Recorded>;
}

/** Makes a recorder on a store that is open for recording. */
export function openRecorder(history: History, settings: RecorderSettings): Recorder {
  const key = openDigestKey(history);
  const gatherer = openGatherer(settings.quietGapMs);

  function append({ draft, labels }: Gathered): Appended {
    const problems = key.isReplaced() ? [...draft.problems, { code: 'digest-key-replaced' as const }] : draft.problems;
    const appended = history.append({
      draft: { ...draft, problems },
      recordedAt: settings.now(),
      source: labels.length <= 3 ? labels.join(', ') : `${labels[0]} and ${labels.length - 1} more`,
      quietGapMs: settings.quietGapMs,
    });
    if (appended.kind !== 'known') key.confirm();
    return appended;
  }

  function* appendAll(passes: readonly Gathered[]): Generator<Recorded> {
    for (const pass of passes) yield { kind: 'appended', appended: append(pass), draft: pass.draft };
  }

  function* take(source: InputText): Generator<Recorded> {
    const known = circumstancesOf(source);
    const label = redactText(source.label, key.digestSecret);
    const read = readWithoutSecrets(source, known, key);
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
    const added = history.appendObservations({ observations, recordedAt: settings.now(), source });
    return { observations, added, problems };
  }

  function* finish(): Generator<Recorded> {
    yield* appendAll(gatherer.finish());
  }

  return { take, finish };
}

/** What is known of a source: the flags, and how the command that wrote it ended. */
function circumstancesOf({ exitStatus, standardError, circumstances }: InputText): Circumstances {
  return {
    ...circumstances,
    ...(exitStatus === undefined ? {} : { exitStatus }),
    ...(standardError === undefined ? {} : { standardError }),
  };
}

/** What a source holds, without its secrets, or why it cannot be read. */
function readWithoutSecrets(
  { text, error, format }: InputText,
  known: Circumstances,
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
