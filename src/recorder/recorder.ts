import {
  type Circumstances,
  type FoldedText,
  foldLists,
  type KnownLists,
  type ReadInput,
  readInput,
  UnreadableInput,
} from '../formats/index.ts';
import type { Appended, History } from '../history/index.ts';
import type { Observation, PassDraft, Problem } from '../roster/index.ts';
import { openBinder } from './bindings.ts';
import { openDigestKey } from './digest-key.ts';
import { type Gathered, openGatherer } from './gather.ts';
import { redactFault } from './redact-fault.ts';
import { redactTextOrJson } from './redact-json.ts';
import { redactPass, redactProblem } from './redact-pass.ts';
import { type RedactionPolicy, redactionPolicy } from './redact-policy.ts';
import { openShownKeys } from './redact-shown.ts';
import { openSeenInputs } from './seen-inputs.ts';
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
  /** Patterns of the keys and paths whose values are no secrets: `LOG_LEVEL`, `env.TZ`, `*.TZ`. Where nothing is said, those of the store. */
  readonly show?: readonly string[];
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
  /** A text with every credential in it replaced by its digest, as it would be recorded. */
  redact(text: string): string;
}

/** Makes a recorder on a store that is open for recording. */
export function openRecorder(history: History, settings: RecorderSettings): Recorder {
  // before the key, whose absence tells that nothing was recorded yet
  const shown = openShownKeys(history, settings.show);
  const key = openDigestKey(history);
  const policy = redactionPolicy(key.digestSecret, shown.patterns);
  const gatherer = openGatherer(settings.quietGapMs);
  const seen = openSeenInputs();
  const binder = openBinder();
  const lists: KnownLists = { lists: [] };

  function append({ draft, labels }: Gathered): Appended {
    const problems: Problem[] = [];
    if (key.isReplaced()) problems.push({ code: 'digest-key-replaced' });
    if (shown.areChanged()) problems.push({ code: 'shown-keys-changed' });
    const { bindings, confirm } = binder.find(draft);
    const appended = history.append({
      draft: { ...draft, problems: [...draft.problems, ...problems] },
      recordedAt: settings.now(),
      source: labels.length <= 3 ? labels.join(', ') : `${labels[0]} and ${labels.length - 1} more`,
      quietGapMs: settings.quietGapMs,
      bindings,
    });
    confirm();
    if (appended.kind !== 'known') {
      shown.confirm();
      key.confirm();
    }
    return appended;
  }

  function* appendAll(passes: readonly Gathered[]): Generator<Recorded> {
    for (const pass of passes) yield { kind: 'appended', appended: append(pass), draft: pass.draft };
  }

  function* take(source: InputText): Generator<Recorded> {
    const known = circumstancesOf(source);
    const label = redact(source.label);
    const read = readOnce(source, known, label);
    if (!(read instanceof UnreadableInput)) {
      if (read.kind === 'pass') yield* appendAll(gatherer.take(read.draft, label));
      else yield { kind: 'observed', label, observed: observe(read, label) };
      return;
    }
    yield* finish();
    const draft = unreadablePass(history, known, read);
    const odd = draft && { ...draft, problems: [...draft.problems, ...undecodableProblems(source, label)] };
    const appended = odd && append({ draft: redactPass(odd, policy), labels: [label] });
    yield { kind: 'unreadable', label, fault: redactFault(read, redact), appended };
  }

  /** What a source holds, without its secrets, or why it cannot be read; the same bytes are read once. */
  function readOnce(source: InputText, known: Circumstances, label: string): ReadInput | UnreadableInput {
    const content = source.bytes ?? source.text;
    const key = JSON.stringify([label, source.format, source.undecodableAt, known]);
    const before = content === null ? null : seen.find(key, content);
    if (before !== null) return before;
    const read = readWithoutSecrets(source, known, label, policy, lists);
    if (content !== null && !(read instanceof UnreadableInput) && read.kind === 'pass') seen.keep(key, content, read);
    return read;
  }

  function observe({ observations, problems }: ReadInput & { kind: 'observations' }, source: string): Observed {
    const added = history.appendObservations({ observations, recordedAt: settings.now(), source });
    return { observations, added, problems };
  }

  function* finish(): Generator<Recorded> {
    yield* appendAll(gatherer.finish());
  }

  function redact(text: string): string {
    return redactTextOrJson(text, policy);
  }

  return { take, finish, redact };
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
  source: InputText,
  known: Circumstances,
  label: string,
  policy: RedactionPolicy,
  lists: KnownLists,
): ReadInput | UnreadableInput {
  const { bytes, error, hint, format } = source;
  const folded = bytes === undefined ? null : foldLists(bytes, lists);
  if (folded === null && source.text === null)
    return new UnreadableInput(error ?? 'nothing to read', hint === undefined ? {} : { hint });
  const undecodable = undecodableProblems(source, label);
  try {
    const read = folded === null ? readInput(source.text as string, known, format) : readFolded(folded, source, known);
    if (read.kind === 'pass') {
      const draft = redactPass(read.draft, policy, read.format);
      return { ...read, draft: { ...draft, problems: [...draft.problems, ...undecodable] } };
    }
    return { ...read, problems: [...read.problems.map((problem) => redactProblem(problem, policy)), ...undecodable] };
  } catch (fault) {
    if (fault instanceof UnreadableInput) return fault;
    if (fault instanceof RangeError) return new UnreadableInput('nested too deeply to be read', { cause: fault });
    throw fault;
  }
}

/** Reads a text in which lists are folded; where that cannot be read, the text as it is tells where and why. */
function readFolded({ text, lists }: FoldedText, source: InputText, known: Circumstances): ReadInput {
  try {
    return readInput(text, known, source.format, lists);
  } catch (fault) {
    if (!(fault instanceof UnreadableInput)) throw fault;
    return readInput(source.text as string, known, source.format);
  }
}

/** What was replaced in decoding a source is no longer what its controller wrote. */
function undecodableProblems({ undecodableAt }: InputText, label: string): Problem[] {
  return undecodableAt === undefined ? [] : [{ code: 'undecodable-text', text: `${label}: byte ${undecodableAt}` }];
}
