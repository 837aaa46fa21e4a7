import { credentialWord, environmentKey, namesCredential, namesEnvironment } from './credential-words.ts';
import { digestOnce } from './digest-secret.ts';
import { redactMatches } from './redact-forms.ts';
import type { RedactionPolicy } from './redact-policy.ts';

/** A key whose value is in brackets: JSON, YAML's flow, or what Go prints of a map or a list. */
const bracketed = new RegExp(
  String.raw`(?:${environmentKey}|${credentialWord})(\\*)(["']?)\s*(?:=>|[:=])\s*(?:map)?(?=[[{])`,
  'gis',
);

const keyOrDigest = /\\{0,8}"[^"\\]*\\{0,8}"\s*:|\\{0,8}"hmac\ue0ff[0-9a-f]{32}\\{0,8}"|\bnull\b/g;

/** A line of YAML that gives a key, and its value where that is on the same line; also where it is what a command said. */
const keyLine = /^([ \t]*(?:- +)*)(?:exit status \d{1,3}: )?(["']?)([\w.-]{1,200})\2[ \t]*:(?:[ \t]+(\S.*))?$/;
/** A key within a line, behind another or at the beginning of what is quoted, whose value is the rest of it. */
const keysWithin = [
  String.raw`[:=,;([{>|][ \t]*[\w.-]{0,60}?${credentialWord}:[ \t]+([^\s"'[{>|&*!#][^\r\n]*)`,
  String.raw`(\\{0,8}["'])[\w.-]{0,60}?${credentialWord}:[ \t]+([^\s"'[{>|&*!#\\](?:(?!\1).)*)`,
].map((source) => new RegExp(source, 'gi'));
/** A line of an INI or of environment variables. */
const assignmentLine = /^[ \t]*(?:export[ \t]+)?([\w.-]{1,200})[ \t]*=[ \t]*([^\s"'].*)$/;
/** How a line ends whose value are the lines that are indented below it. */
const blockOpening = /:(?:[ \t]+[|>][+-]?\d?[+-]?)?$/;
const blockEnding = /[:|>+\-\d]/;
const keyCharacter = /[\w.-]/;
const indentation = /^[ \t]*(?:- +)*/;
/** A value that is more than words, or a digest already. */
const structured = /^(?:["'[{|>&*!#]|hmac\ue0ff[0-9a-f]{32}(?!\S))/;

/**
 * A text with each environment and credential that is more than a word replaced by one digest: in brackets, to the end of a
 * line, or as the lines that are indented below its key. Takes linear time.
 */
export function redactBlocks(text: string, policy: RedactionPolicy): string {
  const lines = redactLines(redactBrackets(text, policy), policy);
  return keysWithin.reduce(
    (redacted, key) =>
      redactMatches(redacted, key, policy.digestSecret, (secret) => /\s/.test(secret) && !structured.test(secret)),
    lines,
  );
}

function redactBrackets(text: string, { digestSecret }: RedactionPolicy): string {
  const pieces: string[] = [];
  let done = 0;
  bracketed.lastIndex = 0;
  for (let found = bracketed.exec(text); found; found = bracketed.exec(text)) {
    const from = bracketed.lastIndex;
    const to = bracketEnd(text, from, found[1] as string, found[2] || '"');
    const secret = text.slice(from, to);
    bracketed.lastIndex = to;
    if (isDigested(secret)) continue;
    pieces.push(text.slice(done, from), digestOnce(secret, digestSecret));
    done = to;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}

/** Whether nothing but keys, digests and null stands in brackets: they were JSON, which was walked as such. */
function isDigested(text: string): boolean {
  return /^[\s{}[\],]*$/.test(text.replace(keyOrDigest, ''));
}

/**
 * Where what a bracket opens ends: behind its closing bracket, else at the end of the text. A quote that is escaped as often
 * as that of the key begins or ends a text, in which brackets do not count.
 */
function bracketEnd(text: string, from: number, escapes: string, quote: string): number {
  const marks = /\\+["']?|["']|[[\]{}]/g;
  marks.lastIndex = from;
  let open = 0;
  let quoted = false;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [mark] = found;
    if (mark.endsWith(quote)) {
      if (mark.length === escapes.length + 1) quoted = !quoted;
    } else if (!quoted && '[]{}'.includes(mark)) {
      open += '[{'.includes(mark) ? 1 : -1;
      if (open === 0) return marks.lastIndex;
    }
  }
  return text.length;
}

function redactLines(text: string, policy: RedactionPolicy): string {
  if (!text.includes('\n')) return redactLine(text, false, policy);
  const pieces: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; ) {
    const to = lineEnd(text, at);
    const line = text.slice(at, to);
    const end = blockEnd(text, to, line, policy);
    const redacted = end > to ? digestBlock(text.slice(to, end), policy) : redactLine(line, true, policy);
    const from = end > to ? to : at;
    if (redacted !== text.slice(from, end)) {
      pieces.push(text.slice(done, from), redacted);
      done = end;
    }
    at = end + 1;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

/** Where the lines end that are the value of a line's key; the end of the line itself if it has none, or may show it. */
function blockEnd(text: string, lineTo: number, line: string, policy: RedactionPolicy): number {
  const key = openedKey(line);
  if (key === null || !(namesEnvironment(key) || namesCredential(key))) return lineTo;
  if (policy.shows(key, key)) return lineTo;
  const indent = (indentation.exec(line) as RegExpExecArray)[0].length;
  let end = lineTo;
  for (let at = lineTo + 1; at < text.length; ) {
    const to = lineEnd(text, at);
    const next = text.slice(at, to);
    at = to + 1;
    if (next.trim() === '') continue;
    const depth = next.length - next.trimStart().length;
    if (depth <= indent && !(depth === indent && next.startsWith('- ', depth))) break;
    end = to;
  }
  return end;
}

/** The key of a line that says that its value stands below it; null where it does not. */
function openedKey(line: string): string | null {
  const opened = line.trimEnd();
  if (!blockEnding.test(opened.slice(-1))) return null;
  const last = opened.slice(-200);
  const colon = blockOpening.exec(last)?.index;
  if (colon === undefined) return null;
  const to = /["']?[ \t]*$/.exec(last.slice(0, colon))?.index ?? colon;
  let from = to;
  while (from > 0 && to - from < 80 && keyCharacter.test(last.charAt(from - 1))) from -= 1;
  return from === to ? null : last.slice(from, to);
}

function digestBlock(block: string, { digestSecret }: RedactionPolicy): string {
  const secret = block.trim();
  const at = block.indexOf(secret);
  return block.slice(0, at) + digestOnce(secret, digestSecret) + block.slice(at + secret.length);
}

/** A line with a value of several words. What is quoted or in brackets is left to those who look for that. */
function redactLine(line: string, isOneOfMany: boolean, policy: RedactionPolicy): string {
  if (!line.includes(':') && !line.includes('=')) return line;
  const [, , , key, value] = keyLine.exec(line.trimEnd()) ?? [];
  const [assigned, assignedValue] = isOneOfMany ? (assignmentLine.exec(line.trimEnd())?.slice(1) ?? []) : [];
  const [name, secret] = key === undefined ? [assigned, assignedValue] : [key, value];
  if (name === undefined || secret === undefined || structured.test(secret) || !/\s/.test(secret)) return line;
  if (!namesCredential(name) || /authorization$/i.test(name) || policy.shows(name, name)) return line;
  const at = line.lastIndexOf(secret);
  return line.slice(0, at) + digestOnce(secret, policy.digestSecret) + line.slice(at + secret.length);
}
