import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { type Place, UnreadableInput } from './unreadable-input.ts';

/**
 * Parses JSON text. Throws {@link UnreadableInput} with line and column: V8's own message names neither where it matters,
 * so a failed text is read once more by a parser that does.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadableJson(text, cause);
  }
}

function unreadableJson(text: string, cause: unknown): UnreadableInput {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return new UnreadableInput('nested too deeply to be read', { cause });
  }
  const first = errors[0];
  if (!first) return new UnreadableInput('not valid JSON', { cause });
  const place = placeOf(text, first.offset);
  const torn = text.slice(first.offset).trim() === '';
  return new UnreadableInput(
    torn ? 'the JSON ends in the middle: the file is half written or cut off' : `not valid JSON: ${wordsOf(first)}`,
    { place, cause, ...(torn ? { hint: 'record it again when it is whole; the last declaration stands' } : {}) },
  );
}

function wordsOf(error: ParseError): string {
  return printParseErrorCode(error.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
