import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldLists, type KnownLists, readInput, UnreadableInput } from '../../src/formats/index.ts';

const list = Array.from({ length: 20 }, (_, at) => `service-${at}.mesh.example:192.0.2.${at}`);
const document = (containers: readonly object[]) => JSON.stringify({ node: 'novox', containers }, null, 1);
const none = (): KnownLists => ({ lists: [] });

function readFolded(text: string, known = none()): unknown {
  const folded = foldLists(Buffer.from(text), known);
  return folded === null ? read(text) : read(folded.text, folded.lists);
}

function read(...[text, lists]: [string, ReadonlyMap<string, readonly string[]>?]): unknown {
  try {
    return readInput(text, {}, 'mesh', lists);
  } catch (error) {
    if (error instanceof UnreadableInput) return 'unreadable';
    throw error;
  }
}

describe('folding the lists of a text', () => {
  test('leaves each of them once', () => {
    const text = document([
      { name: 'a', hosts: list },
      { name: 'b', hosts: list },
      { name: 'c', hosts: list.slice(1) },
    ]);

    const folded = foldLists(Buffer.from(text), none());

    expect([...(folded?.lists.values() ?? [])]).toEqual([list, list.slice(1)]);
    expect(folded?.text.length).toBeLessThan(400);
    expect(readFolded(text)).toEqual(read(text));
  });

  test('takes a list that was known before for the same one', () => {
    const known = none();
    const bytes = Buffer.from(document([{ name: 'a', hosts: list }]));

    const [first, second] = [foldLists(bytes, known), foldLists(bytes, known)];

    expect([...(second?.lists.values() ?? [])][0]).toBe([...(first?.lists.values() ?? [])][0]);
  });

  test.each([
    ['a short list', document([{ name: 'a', hosts: ['a:192.0.2.1'] }])],
    ['a list of something else', document([{ name: 'a', hosts: [...list, 1] }])],
    ['a list that is cut off', document([{ name: 'a', hosts: list }]).slice(0, 400)],
    ['a key that is a part of a text', document([{ name: `"hosts": ${JSON.stringify(list)}` }])],
    ['an end of a text that looks like the key', `{"node":"n","x\\"hosts":${JSON.stringify(list)}}`],
    ['a text that looks folded', document([{ name: 'roster-history: the list of number 0', hosts: list }])],
  ])('leaves %s as it is', (_what, text) => {
    expect(foldLists(Buffer.from(text), none())).toBeNull();
  });

  test('reads every text as it is read unfolded', () => {
    const entry = fc.oneof(
      fc.constantFrom(...list, 'a"b:192.0.2.1', 'c\\:1', 'd\\"e', ']', '[', '"hosts":[', '\u00e9.internal:2001:db8::1'),
      fc.string(),
    );
    const hosts = fc.oneof(fc.array(entry, { maxLength: 30 }), fc.constant(list), fc.jsonValue({ maxDepth: 2 }));
    const container = fc.record({
      name: fc.string(),
      hosts,
      env: fc.dictionary(fc.constantFrom('hosts', 'A'), fc.string()),
    });
    const known = none();
    fc.assert(
      fc.property(
        fc.array(container, { maxLength: 5 }),
        fc.nat(4),
        fc.option(fc.nat(300)),
        (containers, blanks, cut) => {
          const whole = JSON.stringify({ node: 'novox', containers }, null, blanks);
          const text = cut === null ? whole : whole.slice(0, cut);
          expect(readFolded(text, known)).toEqual(read(text));
        },
      ),
      { numRuns: 400 },
    );
  });
});
