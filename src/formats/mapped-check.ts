import { UnreadableInput } from './unreadable-input.ts';

const deepest = 500;
/** A little less than the longest string that Node can hold. */
const longestText = 400_000_000;

/**
 * Throws {@link UnreadableInput} where a value holds what JSON cannot: a function, a number that is none, an object in
 * itself, or more than a text can hold. Linear in what the value holds, each object once however often it stands there.
 */
export function expectWritable(value: unknown): void {
  lengthOf(value, [], new Map());
}

type Path = (string | number)[];

/** About how long the value's JSON is: objects that stand in many places are written in each. */
function lengthOf(value: unknown, path: Path, known: Map<object, number>): number {
  if (typeof value === 'number' && !Number.isFinite(value)) throw faultAt(path, `the number ${value}`);
  if (typeof value === 'function') throw faultAt(path, 'a function');
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  const before = known.get(value);
  if (before !== undefined) return before;
  if (isFunctionOfJsonata(value)) throw faultAt(path, 'a function');
  if (hasForeignPrototype(value)) throw faultAt(path, 'an object into which a transform wrote "__proto__"');
  if (path.length > deepest) throw new UnreadableInput('the mapping gives what is nested too deeply to be read');
  let length = 2;
  for (const [key, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    path.push(key);
    length += lengthOf(member, path, known) + (typeof key === 'string' ? key.length + 4 : 1);
    path.pop();
  }
  if (length > longestText)
    throw new UnreadableInput('the mapping gives more than can be read: over 400 million characters');
  known.set(value, length);
  return length;
}

function isFunctionOfJsonata(value: object): boolean {
  return '_jsonata_function' in value || '_jsonata_lambda' in value;
}

/** JSONata's own objects have no prototype. */
function hasForeignPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && prototype !== Object.prototype && prototype !== Array.prototype;
}

function faultAt(path: Path, found: string): UnreadableInput {
  const key = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  const where = key === '' ? '' : ` at "${key.replace(/^\./, '')}"`;
  return new UnreadableInput(`the mapping gives ${found}${where}: expected a JSON value`, {
    ...(found === 'a function' ? { hint: 'call it: $string(x), not $string' } : {}),
  });
}
