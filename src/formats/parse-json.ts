import { printParseErrorCode, visit } from 'jsonc-parser';
import { deepestNesting, expectFewParts, nestedTooDeeply } from './most-parts.ts';
import { placeIn, UnreadableInput } from './unreadable-input.ts';

/** A text that is longer is looked over before it is parsed: nothing but brackets, it would take minutes and all memory. */
const longText = 2 ** 20;

/**
 * Parses JSON text. Throws {@link UnreadableInput} with line and column: V8's own message names neither where it matters,
 * so a failed text is read once more by a parser that does. Nesting beyond 500 levels is refused too, and so are more values
 * than can be read.
 */
export function parseJson(text: string): unknown {
  if (text.length > longText) {
    expectFewParts(text);
    return parseOrThrow(text);
  }
  const value = parseOrThrow(text);
  if (isNestedDeeper(value, deepestNesting)) throw nestedTooDeeply();
  return value;
}

/**
 * Reads a text of JSON once more, by a parser that calls itself. What {@link parseJson} lets through may be nested deeper in
 * the first of two equal keys, which is not looked at there. Throws {@link UnreadableInput} then.
 */
export function readingAgain<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw nestedTooDeeply(error);
  }
}

function parseOrThrow(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadableJson(text, cause);
  }
}

function isNestedDeeper(value: unknown, levels: number): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; depth < levels && level.length > 0; depth += 1) {
    level = level.flatMap((one) => Object.values(one).filter(isObject));
  }
  return level.length > 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

interface JsonFault {
  /** As jsonc-parser names it: `CommaExpected`. */
  readonly code: string;
  readonly offset: number;
  readonly length: number;
  /** Whether an object or a list was still open. */
  readonly isOpen: boolean;
}

function unreadableJson(text: string, cause: unknown): UnreadableInput {
  const fault = findFault(text);
  if (fault === null) return new UnreadableInput('not valid JSON, and nested too deeply to say where', { cause });
  const place = placeIn(text, fault.offset);
  if (isTorn(text, fault)) {
    return new UnreadableInput('the JSON ends in the middle: the file is half written or cut off', {
      place,
      hint: 'record it again when it is whole; the last declaration stands',
      cause,
    });
  }
  return new UnreadableInput(`not valid JSON: ${wordsOf(fault.code)}`, { place, cause });
}

/** The first fault; null where the nesting ends the recursion before it. */
function findFault(text: string): JsonFault | null {
  let first: JsonFault | null = null;
  let open = 0;
  const onBegin = () => {
    open += 1;
  };
  const onEnd = () => {
    open -= 1;
  };
  try {
    visit(
      text,
      {
        onObjectBegin: onBegin,
        onArrayBegin: onBegin,
        onObjectEnd: onEnd,
        onArrayEnd: onEnd,
        onError(code, offset, length) {
          first = { code: printParseErrorCode(code), offset, length, isOpen: open > 0 };
          // a long text that is no JSON has as many faults as words
          throw new Error('first fault found');
        },
      },
      { disallowComments: true, allowTrailingComma: false },
    );
  } catch {
    // thrown above, or by the recursion
  }
  return first;
}

/** The text ends where something is still open, in the middle of a word or behind one. */
function isTorn(text: string, { offset, length, isOpen }: JsonFault): boolean {
  const end = text.trimEnd().length;
  return offset >= end || (isOpen && offset + length >= end && !/[[\]{},:]/.test(text.charAt(offset)));
}

function wordsOf(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
