const prefix = 'ROSTER_HISTORY_';
/** Of one variable. Linux refuses a command with one of 128 KiB, and one of all with too much. */
const longestValue = 32_768;

/**
 * The main fields of an event as environment variables: `{ event: 'flap', names: ['a', 'b'] }` gives `ROSTER_HISTORY_EVENT=flap`
 * and `ROSTER_HISTORY_NAMES=a b`. Texts, numbers and lists of them; what is deeper is in the JSON alone. In an element of a
 * list, white space and what a shell would expand become `_`; no value holds a control character.
 */
export function eventEnvironment(event: object): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [key, value] of Object.entries(event)) {
    const text = Array.isArray(value) ? listText(value) : scalarText(value);
    if (text !== null && /^[A-Za-z]\w*$/.test(key)) variables[prefix + variableName(key)] = text;
  }
  return variables;
}

/** `pastPasses` gives `PAST_PASSES`. */
function variableName(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

function scalarText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  return String(value)
    .slice(0, longestValue)
    .replace(/\p{Cc}+/gu, ' ');
}

function listText(list: readonly unknown[]): string | null {
  const texts = list.map(scalarText);
  if (texts.includes(null)) return null;
  let joined = '';
  for (const text of texts) {
    const word = (text as string).replace(/[\s*?[\]\\]+/g, '_');
    if (joined.length + word.length >= longestValue) break;
    joined += joined === '' ? word : ` ${word}`;
  }
  return joined;
}
