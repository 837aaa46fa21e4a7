import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseYaml } from '../../src/formats/parse-yaml.ts';
import { UnreadableInput } from '../../src/formats/unreadable-input.ts';
import { hostileText, json } from '../roster/arbitraries.ts';

describe('parseYaml', () => {
  it('gives the value', () => {
    expect(parseYaml('services:\n  web:\n    extra_hosts: [ "a:192.0.2.1" ] # why\n')).toEqual({
      services: { web: { extra_hosts: ['a:192.0.2.1'] } },
    });
  });

  it.each(['# nothing\n', '---\n---\n', 'null\n', '%YAML 1.2\n---\n'])('%j holds no document', (text) => {
    expect(parseYaml(text)).toBeUndefined();
  });

  it('an empty document among others is none', () => {
    expect(parseYaml('---\na: 1\n---\n# nothing\n')).toEqual({ a: 1 });
  });

  it('Kubernetes objects, each by itself, are one list', () => {
    const pod = 'apiVersion: v1\nkind: Pod\n';

    expect(parseYaml(`${pod}---\n${pod}`)).toEqual({
      apiVersion: 'v1',
      kind: 'List',
      items: [
        { apiVersion: 'v1', kind: 'Pod' },
        { apiVersion: 'v1', kind: 'Pod' },
      ],
    });
  });

  it.each([
    'a: 1\n---\na: 2\n',
    'node: novox\ncontainers: []\n---\nnode: g14\ncontainers: []\n',
    'apiVersion: v1\nkind: PodList\nitems: []\n---\napiVersion: v1\nkind: Pod\n',
  ])('the documents of %j are more than can be read', (text) => {
    expect(faultOf(text)).toMatchObject({
      message: '2 YAML documents: expected one, or several Kubernetes objects',
      hint: 'record each by itself; several nodes of one pass stand under "nodes" of one document',
    });
  });

  it.each([
    ['a: b: c\n', 'nested mappings are not allowed in compact mappings', 1, 4],
    ['a:\n\t- b\n', 'tabs are not allowed as indentation', 2, 1],
    ['a: "b\nc: d\n', 'missing closing "quote', 3, 1],
    ['a:\n  - @x\n', 'plain value cannot start with reserved character @', 2, 5],
    ['a: "b" c\n', 'unexpected scalar at node end', 1, 8],
    ['a: {b: 1\n', 'flow map in block collection must be sufficiently indented and end with a }', 2, 1],
  ])('%j: %s', (text, words, line, column) => {
    expect(faultOf(text)).toMatchObject({ message: `not valid YAML: ${words}`, place: { line, column } });
  });

  it('what cannot be parsed is not quoted', () => {
    const texts = [
      'a: |KITE-marble-73\n',
      'a: 1\n"KITE-marble-73" }\n',
      'a: 1\nKITE marble-73\n',
      'a: *KITE-marble-73\n',
    ];

    expect(texts.filter((text) => faultOf(text).message.includes('marble'))).toEqual([]);
  });

  it('five hundred levels are read, and no more', () => {
    const flow = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}\n`;
    const block = (levels: number) => Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:\n`).join('');

    expect(JSON.stringify(parseYaml(flow(500)))).toBe(flow(500).trim());
    expect(JSON.stringify(parseYaml(block(500))).length).toBe(500 * 6 + 4);
    expect([flow(501), block(502)].map((text) => faultOf(text).message)).toEqual(
      Array(2).fill('nested too deeply to be read'),
    );
  });

  it.each(['[', '{', '{a: ', '- ', '? ', '[{'])('%j a hundred thousand times is refused', (text) => {
    expect(faultOf(text.repeat(100_000)).message).toBe('nested too deeply to be read');
  });

  it.each([': ', 'a: b: c\n'])('%j nests without looking so', (text) => {
    expect(faultOf(text.repeat(2000)).message).toBe('nested too deeply to be read');
  });

  it.each(['&a ', '!a ', '@\n', '}', '"', '- &\n'])('of twenty thousand faults in %j, the first is told', (text) => {
    expect(faultOf(text.repeat(20_000))).toMatchObject({
      message: expect.stringMatching(/^not valid YAML: /),
      place: { line: expect.any(Number), column: expect.any(Number) },
    });
  });

  it('a JSON value that is written as YAML comes back', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = stringify(value, { aliasDuplicateObjects: false });
        // what begins with a byte-order mark has it taken off
        fc.pre(value !== null && isCarried(value) && !text.startsWith('\ufeff'));
        expect(parseYaml(text)).toEqual(value);
      }),
    );
  });

  it('whatever the text, it is read or said to be unreadable', () => {
    const lines = fc
      .array(fc.tuple(fc.constantFrom('', ' ', '  ', '- ', '? ', 'a: ', '&a ', '*a ', '!reset ', '<<: '), hostileText))
      .map((pairs) => pairs.map((pair) => pair.join('')).join('\n'));

    fc.assert(
      fc.property(lines, (text) => {
        try {
          parseYaml(text);
        } catch (fault) {
          expect(fault).toBeInstanceOf(UnreadableInput);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

/** Neither JSON has a minus zero, nor do we take for a number what has lost its last digits. */
function isCarried(value: unknown): boolean {
  if (typeof value === 'number') return !Object.is(value, -0) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return typeof value !== 'object' || value === null || Object.values(value).every(isCarried);
}

function faultOf(text: string): UnreadableInput {
  try {
    parseYaml(text);
  } catch (fault) {
    if (fault instanceof UnreadableInput) return fault;
    throw fault;
  }
  throw new Error('it was read');
}
