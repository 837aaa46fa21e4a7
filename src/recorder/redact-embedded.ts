import { isJsonObject, type Json } from '../roster/index.ts';

/** The JSON that a text is as a whole, an object, a list or a text in quotes; undefined where it is none. */
export function parseWhole(text: string): Json | undefined {
  const trimmed = text.trim();
  const ends = `${trimmed.at(0)}${trimmed.at(-1)}`;
  return ends === '{}' || ends === '[]' || (ends === '""' && trimmed.length > 1) ? parsed(text) : undefined;
}

/**
 * A text among whose words JSON stands, as in an error message, with each object and list replaced by what `redact` makes of
 * it. One that is not closed ends the search. Takes linear time if `redact` does.
 */
export function redactEmbedded(text: string, redact: (value: Json) => Json): string {
  const pieces: string[] = [];
  let done = 0;
  const marks = /\\.|["[\]{}]/gs;
  let from = -1;
  let open = 0;
  let quoted = false;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [mark] = found;
    // outside of brackets a quote may be an apostrophe, or one that is not closed
    if (mark === '"') quoted = open > 0 && !quoted;
    else if (mark.length > 1 || quoted) continue;
    else if (mark === '{' || mark === '[') {
      if (open === 0) from = found.index;
      open += 1;
    } else if (open > 0) {
      open -= 1;
      if (open > 0) continue;
      const value = parsed(text.slice(from, marks.lastIndex));
      if (!Array.isArray(value) && !isJsonObject(value)) continue;
      const before = JSON.stringify(value);
      const after = JSON.stringify(redact(value));
      if (after === before) continue;
      pieces.push(text.slice(done, from), after);
      done = marks.lastIndex;
    }
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
