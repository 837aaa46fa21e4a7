/** Every kind of oddity that is recorded as it came, with the words that explain it to a reader. */
export const problemCodes = {
  'blank-before-address': 'a blank stands before the address; some engines refuse it',
  'clock-went-back': 'the time of this pass is before the time of the pass recorded before it',
  'digest-key-replaced': 'the key for digests of secrets was lost and made anew, so each secret looks changed once',
  'invalid-address': 'not an address',
  'invalid-name': 'not a name that DNS can carry',
  'invalid-time': 'not a time with an offset; the time of recording is used',
  'keyed-by-address': 'a map by address holds one name of each address: others may be missing',
  'malformed-container': 'not a container',
  'malformed-entry': 'not a host entry: expected a name and its address, as in "name:address" or "address name"',
  'malformed-node': 'not a declaration',
  'no-address': 'listed without an address; its last known one stands',
  'pass-id-reused': 'this pass id was recorded before with other content',
  'repeated-container': 'this container is listed twice in one declaration',
  'repeated-entry': 'the same name and address stand twice in one list',
  'repeated-key': 'this key stands twice in one object; the last one counts',
  'shown-keys-changed':
    'other keys are shown than before, so each value that is shown now or no longer looks changed once',
  'temporary-name': 'a temporary name left by an interrupted replacement',
  'too-many-problems': 'more problems of this kind than are kept',
  'undecodable-text': 'not text in UTF-8 or UTF-16; what is none was replaced by U+FFFD',
  'unknown-outcome': 'not an outcome; taken as "partial", which removes nothing',
  'unreadable-input': 'the input could not be read',
  'unset-variable': 'the address is a variable that was not filled in; its last known address stands',
} as const;

/** The name of one kind of oddity. */
export type ProblemCode = keyof typeof problemCodes;

/** Something odd that was recorded as it came. `text` is what stood there. */
export interface Problem {
  readonly code: ProblemCode;
  readonly node?: string;
  readonly container?: string;
  readonly name?: string;
  readonly text?: string;
}

/** The most problems of one code that are kept of one node in one pass. */
const keptPerCode = 100;
const mostRemembered = 100_000;

/** Each distinct problem once, in the order given; past 100 of one code and node, a single `too-many-problems` counts the rest. */
export function foldProblems(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  const folded: Problem[] = [];
  const groups = new Map<string, { readonly first: Problem; count: number }>();
  for (const problem of problems) {
    const place = keyOf([problem.code, problem.node]);
    // of more than that, one that comes again is counted again
    if (seen.size < mostRemembered) {
      const key = place + keyOf([problem.container, problem.name, problem.text]);
      if (seen.has(key)) continue;
      seen.add(key);
    }
    const group = groups.get(place) ?? { first: problem, count: 0 };
    groups.set(place, group);
    group.count += 1;
    if (group.count <= keptPerCode) folded.push(problem);
  }
  for (const { first, count } of groups.values()) {
    if (count <= keptPerCode) continue;
    folded.push({
      code: 'too-many-problems',
      ...(first.node ? { node: first.node } : {}),
      text: `${count - keptPerCode} more of ${first.code}`,
    });
  }
  return folded;
}

/** One text for several, another for any others: JSON would do, and takes most of the time where problems are many. */
function keyOf(texts: readonly (string | undefined)[]): string {
  let key = '';
  for (const text of texts) key += text === undefined ? '- ' : `${text.length} ${text}`;
  return key;
}
