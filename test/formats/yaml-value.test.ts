import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../src/formats/parse-yaml.ts';
import { UnreadableInput } from '../../src/formats/unreadable-input.ts';

describe('the value of a YAML document', () => {
  it('keeps as text what JSON has no word for', () => {
    const text = 'big: 12345678901234567890\nnone: .nan\nmost: -.inf\nat: 2026-09-29\nwhole: !!binary aGk=\n';

    expect(parseYaml(text)).toEqual({
      big: '12345678901234567890',
      none: '.nan',
      most: '-.inf',
      at: '2026-09-29',
      whole: 'aGk=',
    });
  });

  it('goes by YAML 1.2: neither "on" nor "22:22" is anything but a text', () => {
    expect(parseYaml('a: [on, NO, 22:22, 0o17, 010, 0x1f, true, ~]\n')).toEqual({
      a: ['on', 'NO', '22:22', 15, 10, 31, true, null],
    });
  });

  it('has the text of a key, whatever its kind', () => {
    const text = '22:22: a\n1.10: b\nyes: c\nnull: d\n? ""\n: e\n&k name: f\nother: *k\n*k : g\n';

    expect(faultOf(text)).toMatchObject({ message: 'not valid YAML: the key "name" stands twice in one mapping' });
    expect(parseYaml(text.replace('*k : g\n', 'true: h\n'))).toEqual({
      '22:22': 'a',
      '1.10': 'b',
      yes: 'c',
      null: 'd',
      true: 'h',
      '': 'e',
      name: 'f',
      other: 'name',
    });
  });

  it('has "__proto__" and "constructor" as data', () => {
    expect(Object.entries(parseYaml('__proto__: {a: 1}\nconstructor: 2\n') as object)).toEqual([
      ['__proto__', { a: 1 }],
      ['constructor', 2],
    ]);
  });

  it('follows merge keys: own keys first, then those of the earlier mapping', () => {
    const text = [
      'one: &one {a: 1, b: 1}',
      'two: &two {b: 2, c: 2}',
      'alone: {<<: *one, b: 9}',
      'both: {d: 0, <<: [*one, *two]}',
      'before: {a: 8, <<: *one}',
      'inline: {<<: {a: 7}}',
      'quoted: {"<<": *one}',
    ].join('\n');

    expect(parseYaml(text)).toMatchObject({
      alone: { a: 1, b: 9 },
      both: { d: 0, a: 1, b: 1, c: 2 },
      before: { a: 8, b: 1 },
      inline: { a: 7 },
      quoted: { '<<': { a: 1, b: 1 } },
    });
  });

  it('has nothing of what is reset, and all of what overrides', () => {
    const text = [
      'base: &base {hosts: [a], ports: [1]}',
      'cleared: {<<: *base, hosts: !reset [], ports: !reset null}',
      'other: {<<: *base, hosts: !override [b, !reset c]}',
    ].join('\n');

    expect(parseYaml(text)).toMatchObject({ cleared: {}, other: { hosts: ['b'], ports: [1] } });
    expect(Object.keys((parseYaml(text) as { cleared: object }).cleared)).toEqual([]);
  });

  it('has what a tag that is not known stands before', () => {
    expect(parseYaml('a: !vault secret\nb: !x {c: 1}\nd: !!set {e, f}\n')).toEqual({
      a: 'secret',
      b: { c: 1 },
      d: { e: null, f: null },
    });
  });

  it.each([
    ['a: 1\nb:\n  c: 1\n  c: 2\n', 'the key "c" stands twice in one mapping', 4, 3],
    ['1: a\n"1": b\n', 'the key "1" stands twice in one mapping', 2, 1],
    ['a: *b\n', 'an alias has no anchor before it (a text that begins with "*" needs quotes)', 1, 4],
    ['a: &a [*a]\n', 'an alias stands inside of what it repeats', 1, 8],
    ['a: &a 1\nb: {<<: *a}\n', 'a merge key needs a mapping, or a list of mappings', 2, 5],
    ['? [a]\n: 1\n', 'a key that is a mapping or a list', 1, 3],
  ])('%j: %s', (text, words, line, column) => {
    expect(faultOf(text)).toMatchObject({ message: `not valid YAML: ${words}`, place: { line, column } });
  });

  it.each([
    ['lists', (before: string) => `[${Array(10).fill(before).join(', ')}]`],
    ['mappings', (before: string) => `{l: ${before}, r: ${before}}`],
    ['merged mappings', (before: string) => `{l: {<<: ${before}}, r: {<<: ${before}}}`],
  ])('%s that repeat each other without end are refused', (_, repeat) => {
    const lines = Array.from({ length: 40 }, (_, index) => `k${index + 1}: &k${index + 1} ${repeat(`*k${index}`)}`);

    expect(faultOf(`k0: &k0 {a: 1}\n${lines.join('\n')}\n`).message).toBe(
      'not valid YAML: its aliases repeat more than can be read',
    );
  });

  it('two hundred services may share a list of a thousand names', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `  - n${index}.mesh.example:192.0.2.1`);
    const services = Array.from({ length: 200 }, (_, index) => `s${index}: *names`);

    const value = parseYaml(`names: &names\n${names.join('\n')}\n${services.join('\n')}\n`) as { s199: unknown[] };

    expect(value.s199).toHaveLength(1000);
  });
});

function faultOf(text: string): UnreadableInput {
  try {
    parseYaml(text);
  } catch (fault) {
    if (fault instanceof UnreadableInput) return fault;
    throw fault;
  }
  throw new Error('it was read');
}
