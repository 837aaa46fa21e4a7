/**
 * What kind of a text it is, for messages: `one line of 40 characters without a blank`. Nothing of it is quoted, for a text
 * of which nothing is known may be a secret as a whole.
 */
export function textKind(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return 'nothing';
  const lines = trimmed.split('\n', 1001).length;
  if (lines > 1000) return 'more than 1000 lines';
  if (lines > 1) return `${lines} lines`;
  const blanks = /\s/.test(trimmed) ? '' : ' without a blank';
  return `one line of ${trimmed.length} character${trimmed.length === 1 ? '' : 's'}${blanks}`;
}

/** Keys that are quoted in messages: short, and of letters and dividers alone. Any other may be a secret itself. */
const plainKey = /^[A-Za-z][A-Za-z_.-]{0,23}$/;

/** What kind of a document it is, for messages: `a JSON object with the keys "services", "volumes"`. No value of it is quoted. */
export function documentKind(value: unknown, syntax: 'JSON' | 'YAML'): string {
  if (Array.isArray(value)) return `a ${syntax} list`;
  const keys = Object.keys(value as object);
  if (keys.length === 0) return `an empty ${syntax} object`;
  const plain = keys.filter((key) => plainKey.test(key)).slice(0, 5);
  if (plain.length === 0) return `a ${syntax} object with ${keys.length} keys`;
  return `a ${syntax} object with the keys ${plain.map((key) => JSON.stringify(key)).join(', ')}`;
}
