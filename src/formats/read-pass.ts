import { foldProblems, isJsonObject, type PassDraft, type Problem } from '../roster/index.ts';
import { compose } from './compose.ts';
import { dockerInspect } from './docker-inspect.ts';
import { engineListingFault, isEngineListingText } from './engine-listing.ts';
import { findErrorAnswer } from './error-text.ts';
import { type FoldedText, unfoldLists } from './folded-lists.ts';
import { type Circumstances, type Format, failureOf, type Input } from './format.ts';
import { hosts } from './hosts.ts';
import { kubernetesPods } from './kubernetes-pods.ts';
import { mesh } from './mesh.ts';
import { expectFewLines } from './most-parts.ts';
import { looksLikeJson, looksLikeYaml, type ParsedText, parseText, plainText } from './parse-text.ts';
import { rosterJson } from './roster-json.ts';
import { swarmService } from './swarm-service.ts';
import { documentKind, textKind } from './text-kind.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** Every input shape that is known, in the order in which it is asked whether a content is its own. */
export const formats: readonly Format[] = [
  mesh,
  rosterJson,
  dockerInspect,
  swarmService,
  kubernetesPods,
  compose,
  hosts,
];

/** A pass as read, and the name of the format that read it. */
export interface ReadPass {
  readonly draft: PassDraft;
  readonly format: string;
}

/**
 * Reads one pass, or one lone declaration, out of a text, a byte-order mark before it or not. The format is recognised from
 * the content unless it is named. Throws {@link UnreadableInput} where no pass can be read; so does any text without a
 * word in it, whatever its format: a file that is about to be written anew is empty for a while.
 */
export function readPass(
  source: string,
  circumstances: Circumstances = {},
  formatName?: string,
  lists?: FoldedText['lists'],
): ReadPass {
  const text = source.replace(/^\ufeff/, '');
  if (text.trim() === '') {
    const words = 'the input is empty: a source that failed or a file that is half written, not an empty mesh';
    throw new UnreadableInput(failureOf(circumstances) ?? words);
  }
  if (isEngineListingText(text)) throw engineListingFault();
  const named = formatName === undefined ? null : formatNamed(formatName);
  const { value: parsed, syntax, problems } = parsedText(text, named, circumstances);
  const value = lists === undefined ? parsed : unfoldLists(parsed, lists);
  const input: Input = { text, value, syntax, circumstances, named: named !== null };
  const format = named ?? formats.find((known) => known.recognises(input));
  if (!format) throw ofNoFormat(input);
  if (format !== hosts && value === undefined) {
    throw new UnreadableInput(`no ${format.name}: expected JSON or YAML, found ${textKind(text)}`);
  }
  if (format === hosts && value !== undefined) {
    throw new UnreadableInput('no hosts file: expected an address and its names on each line, found JSON');
  }
  const draft = withProblems(format.read(input), problems);
  return { draft: { ...draft, problems: foldProblems(draft.problems) }, format: format.name };
}

/** A hosts file is no YAML, though a line of it may look like some. */
function parsedText(text: string, named: Format | null, circumstances: Circumstances): ParsedText {
  if (looksLikeJson(text)) return parseText(text);
  expectFewLines(text);
  if (named) return named === hosts ? plainText : parseText(text);
  const isHosts = hosts.recognises({ text, ...plainText, circumstances, named: false });
  return !isHosts && looksLikeYaml(text) ? parseText(text) : plainText;
}

function ofNoFormat({ text, value, syntax }: Input): UnreadableInput {
  const answer = isJsonObject(value) ? findErrorAnswer(value) : null;
  if (answer !== null) return new UnreadableInput(`an error answer, and nothing that was planned: ${answer}`);
  const found = syntax === null ? textKind(text) : documentKind(value, syntax === 'json' ? 'JSON' : 'YAML');
  return new UnreadableInput(`no known format: found ${found}, expected one of ${passFormatNames().join(', ')}`, {
    hint: 'name it with --format if you know better',
  });
}

/** What is odd about the text of a lone declaration is told of its node. */
function withProblems(draft: PassDraft, problems: readonly Problem[]): PassDraft {
  if (problems.length === 0) return draft;
  const node = draft.lone ? draft.reports[0]?.node : undefined;
  const told = node === undefined ? problems : problems.map((problem) => ({ ...problem, node }));
  return { ...draft, problems: [...told, ...draft.problems] };
}

/** The names of the formats that passes are read from. */
export function passFormatNames(): string[] {
  return formats.map(({ name }) => name);
}

function formatNamed(name: string): Format {
  const format = formats.find((known) => known.name === name);
  if (format) return format;
  throw new UnreadableInput(`no format ${JSON.stringify(name)}: expected one of ${passFormatNames().join(', ')}`);
}
