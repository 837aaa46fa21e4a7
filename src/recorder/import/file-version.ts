import { basename, extname } from 'node:path';
import { type Circumstances, type ReadInput, readInput, UnreadableInput } from '../../formats/index.ts';
import type { Problem } from '../../roster/index.ts';
import { redactPass, redactProblem } from '../redact-pass.ts';
import type { SourceText } from '../source-file.ts';
import type { ImportSecrets } from './secrets.ts';
import type { ImportSettings } from './settings.ts';

/** What one version of a file holds, without its secrets, or why it cannot be read. */
export type FileVersion = ReadInput | UnreadableInput;

/** Reads one version of a file. `given` is what is known of it besides: by default no time and no id, since those are the version's. */
export function readVersion(
  source: SourceText,
  settings: ImportSettings,
  { policy, redact }: ImportSecrets,
  given: Circumstances = {},
): FileVersion {
  const { label, text, error, hint, undecodableAt } = source;
  if (text === null) {
    // only the limit of sizes has a hint, and an import does not take it
    const help = hint === undefined ? {} : { hint: `record it by itself: roster-history record ${hint} FILE` };
    return new UnreadableInput(redact(error ?? 'nothing to read'), help);
  }
  const undecodable: Problem[] =
    undecodableAt === undefined ? [] : [{ code: 'undecodable-text', text: `${redact(label)}: byte ${undecodableAt}` }];
  try {
    const read = readInput(text, { ...circumstancesOf(source, settings), ...given }, settings.format);
    if (read.kind === 'observations') {
      return { ...read, problems: [...read.problems.map((problem) => redactProblem(problem, policy)), ...undecodable] };
    }
    const draft = redactPass(read.draft, policy, read.format);
    return { ...read, draft: { ...draft, problems: [...draft.problems, ...undecodable] } };
  } catch (fault) {
    if (fault instanceof RangeError) return new UnreadableInput('nested too deeply to be read');
    if (!(fault instanceof UnreadableInput)) throw fault;
    const { message, place, hint: help } = fault;
    // the cause stays behind: it may quote the input
    return new UnreadableInput(redact(message), {
      ...(place ? { place } : {}),
      ...(help ? { hint: redact(help) } : {}),
    });
  }
}

/** The node of a document that names none: the one given, or else, where that was asked for, the name of its file without its ending. */
export function nodeOfFile(path: string, { circumstances, nodeFromName }: ImportSettings): string | null {
  if (circumstances.node !== undefined) return circumstances.node;
  return nodeFromName ? basename(path, extname(path)) : null;
}

function circumstancesOf({ label, exitStatus, standardError }: SourceText, settings: ImportSettings): Circumstances {
  const node = nodeOfFile(label, settings);
  return {
    ...settings.circumstances,
    now: settings.now(),
    readWall: settings.readWall,
    ...(node === null ? {} : { node }),
    ...(exitStatus === undefined ? {} : { exitStatus }),
    ...(standardError === undefined ? {} : { standardError }),
  };
}
