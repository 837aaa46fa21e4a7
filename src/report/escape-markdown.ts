import { escapeControls } from './escape-controls.ts';

/** Where in a document a text stands: a cell of a table has a mark of its own, the pipe. */
export type MarkdownPlace = 'text' | 'cell';

/** What does not stand for itself everywhere in a Markdown text: it is written with a backslash before it. */
const special = /[\\`*_[\]~|#$]/g;

/** Words of which some renderer makes a link, a mention or an emoji, whatever is escaped in them. */
const linked = /\/\/|www\.|@|mailto:|xmpp:|:[a-z_+-][\w+-]*:|:100:|:1234:/i;

/** A text that Markdown shows as it is, wherever in a line it stands. Words that would become links stand in code spans. */
export function escapeMarkdown(text: string, place: MarkdownPlace = 'text'): string {
  return escapeControls(text)
    .split(/( +)/)
    .map((word) => (linked.test(word) ? codeSpan(word, place) : escapeWord(word)))
    .join('');
}

function escapeWord(word: string): string {
  return word.replace(special, '\\$&').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A text as a code span, whatever backticks it holds. Behind backslashes parsers read a pipe of a table in two ways: there it is written as its number. */
export function codeSpan(text: string, place: MarkdownPlace = 'text'): string {
  const shown = escapeControls(text);
  if (shown.trim() === '') return '';
  const pipe = place === 'text' ? '|' : shown.includes('\\') ? '\\u{7c}' : '\\|';
  const code = shown.replaceAll('|', pipe);
  const fence = '`'.repeat(longestRun(code, '`') + 1);
  const pad = /^`|`$|^ .* $/.test(code) ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

/** The length of the longest run of a character in a text. */
export function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const one of text) {
    run = one === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Escaped text as a line that begins no list and no rule, and is no underline of a heading. */
export function escapeLineStart(text: string): string {
  return text
    .trim()
    .replace(/^[-+=:]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}
