import { type Circumstances, readPass, UnreadableInput } from '../formats/index.ts';
import type { Appended, History } from '../history/index.ts';
import type { PassDraft } from '../roster/index.ts';
import { type DigestKey, openDigestKey } from './digest-key.ts';
import { gather } from './gather.ts';
import { redactText } from './redact.ts';
import { redactPass } from './redact-pass.ts';
import { readSource, type SourceText } from './source-file.ts';

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

/** One thing that recording did: a pass appended, or an input that could not be read, with what became of it. */
export type Recorded =
  | { readonly kind: 'appended'; readonly appended: Appended; readonly draft: PassDraft }
  | {
      readonly kind: 'unreadable';
      readonly label: string;
      readonly fault: UnreadableInput;
      readonly appended: Appended | null;
    };

/** Records inputs, pass by pass, as the results are taken. What could not be read is recorded as such, and the rest goes on. */
export function* record(history: History, recording: Recording): Generator<Recorded> {
  const recorder = openRecorder(history, recording);
  for (const path of recording.paths) {
    for (const source of readSource(path)) yield* recorder.take(source);
  }
  yield* recorder.finish();
}

function openRecorder(history: History, recording: Recording) {
  let key: DigestKey | undefined;
  let gathering: { draft: PassDraft; label: string }[] = [];

  function append(draft: PassDraft, source: string): Appended {
    key ??= openDigestKey(history);
    const redacted = redactPass(draft, key.digestSecret);
    const problems = key.replaced
      ? [...redacted.problems, { code: 'digest-key-replaced' as const }]
      : redacted.problems;
    if (key.replaced) key = { ...key, replaced: false };
    return history.append({
      draft: { ...redacted, problems },
      recordedAt: recording.now(),
      source: redactText(source, key.digestSecret),
      quietGapMs: recording.quietGapMs,
    });
  }

  function* finish(): Generator<Recorded> {
    const gathered = gathering;
    gathering = [];
    const labels = [...new Set(gathered.map(({ label }) => label))];
    for (const draft of gather(
      gathered.map((one) => one.draft),
      recording.quietGapMs,
    )) {
      const source = labels.length <= 3 ? labels.join(', ') : `${labels[0]} and ${labels.length - 1} more`;
      yield { kind: 'appended', appended: append(draft, source), draft };
    }
  }

  function* take(source: SourceText): Generator<Recorded> {
    const known = circumstancesOf(source, recording.circumstances);
    const read = readSourceText(source, known, recording.format);
    if (read instanceof UnreadableInput) {
      yield* finish();
      const draft = unreadableDraft(history, known, read);
      const appended = draft === null ? null : append(draft, source.label);
      key ??= openDigestKey(history);
      yield { kind: 'unreadable', label: source.label, fault: redactFault(read, key), appended };
      return;
    }
    if (!read.lone) yield* finish();
    gathering.push({ draft: read, label: source.label });
    if (!read.lone) yield* finish();
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

function readSourceText(
  { text, error }: SourceText,
  known: Circumstances,
  format: string | undefined,
): PassDraft | UnreadableInput {
  if (text === null) return new UnreadableInput(error ?? 'nothing to read');
  try {
    return readPass(text, known, format).draft;
  } catch (fault) {
    if (fault instanceof UnreadableInput) return fault;
    if (fault instanceof RangeError) return new UnreadableInput('nested too deeply to be read', { cause: fault });
    throw fault;
  }
}

/** A pass that says that we could not read it: of the node that was named, else of every node that is known. Null where nothing is. */
function unreadableDraft(history: History, circumstances: Circumstances, fault: UnreadableInput): PassDraft | null {
  const controller = circumstances.controller ?? 'default';
  const nodes = circumstances.node === undefined ? history.nodes(controller) : [circumstances.node];
  if (nodes.length === 0 && history.findLatest(controller) === null) return null;
  const failed = circumstances.exitStatus !== undefined && circumstances.exitStatus !== 0;
  const outcome = failed ? 'failed' : 'unreadable';
  const error = faultText(fault);
  const whole = circumstances.node === undefined;
  return {
    controller,
    key: circumstances.key ?? null,
    at: circumstances.at ?? null,
    trigger: circumstances.trigger ?? null,
    roster: null,
    outcome: whole ? outcome : 'planned',
    missing: null,
    error: whole ? error : null,
    reports: nodes.map((node) => ({ node, outcome, error, address: null })),
    problems: [{ code: 'unreadable-input', text: error }],
    extra: {},
    lone: !whole,
  };
}

/** What is wrong with an input and where, as one text. */
export function faultText({ message, place }: UnreadableInput): string {
  return place ? `line ${place.line}, column ${place.column}: ${message}` : message;
}

function redactFault(fault: UnreadableInput, key: DigestKey): UnreadableInput {
  return new UnreadableInput(redactText(fault.message, key.digestSecret), {
    ...(fault.place ? { place: fault.place } : {}),
    ...(fault.hint ? { hint: fault.hint } : {}),
    cause: fault.cause,
  });
}
