import { isJsonObject, type Json } from '../roster/index.ts';

/** To find out that a piece is no JSON takes as long as to read a thousand characters of it. */
const mostFailed = 1000;
const longestBeginning = 40;
/** How JSON begins: an object with a key, a list with a value. */
const mayBeJson = /^(?:\{\s*(?:"|$)|\[\s*(?:["{[\d-]|true|false|null|$))/;

/** The JSON that a text is as a whole, an object, a list or a text in quotes; undefined where it is none. */
export function parseWhole(text: string): Json | undefined {
  const trimmed = text.trim();
  const ends = `${trimmed.at(0)}${trimmed.at(-1)}`;
  return ends === '{}' || ends === '[]' || (ends === '""' && trimmed.length > 1) ? parsed(text) : undefined;
}

/**
 * A text among whose words JSON stands, as in an error message, with each object and list replaced by what `redact` makes of
 * it. One that is not closed ends the search, and only what has a text in it is looked at: bare numbers are no credentials.
 * Throws RangeError where more than a thousand look like JSON and are none. Takes linear time if `redact` does.
 */
export function redactEmbedded(text: string, redact: (value: Json) => Json): string {
  const pieces: string[] = [];
  let done = 0;
  let failed = 0;
  for (const [from, to] of bracketedSpans(text)) {
    const given = text.slice(from, to);
    const value = parsed(given);
    if (value === undefined) failed += 1;
    if (failed > mostFailed) throw new RangeError(`more than ${mostFailed} pieces that look like JSON and are none`);
    if (!Array.isArray(value) && !isJsonObject(value)) continue;
    const after = JSON.stringify(redact(value));
    if (after === given || after === JSON.stringify(value)) continue;
    pieces.push(text.slice(done, from), after);
    done = to;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}

/** What stands between outermost brackets and begins as JSON with a text in it. */
function* bracketedSpans(text: string): Generator<readonly [from: number, to: number]> {
  let from = -1;
  let open = 0;
  let isQuoted = false;
  let hasText = false;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x5c: // a backslash
        at += 1;
        break;
      case 0x22: // a quote; outside of brackets it may be an apostrophe, or one that is not closed
        isQuoted = open > 0 && !isQuoted;
        hasText = true;
        break;
      case 0x5b: // brackets that open
      case 0x7b:
        if (isQuoted) break;
        if (open === 0) [from, hasText] = [at, false];
        open += 1;
        break;
      case 0x5d: // brackets that close
      case 0x7d:
        if (isQuoted || open === 0) break;
        open -= 1;
        if (open === 0 && hasText && mayBeJson.test(text.slice(from, from + longestBeginning))) yield [from, at + 1];
    }
  }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
