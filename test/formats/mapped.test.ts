import { describe, expect, it } from 'vitest';
import { mapText, UnreadableInput } from '../../src/formats/index.ts';
import { evaluateMapping } from '../../src/formats/mapped-evaluate.ts';

const catalogue = JSON.stringify({
  revision: 412,
  machines: [
    {
      host: 'novox',
      services: [{ title: 'postgres', image: 'postgres:17', entries: [{ n: 'git', ip: '192.0.2.3' }] }],
    },
  ],
});

const mapped = async (text: string, expression: string): Promise<unknown> =>
  JSON.parse(await mapText(text, expression));

async function faultOf(text: string, expression: string): Promise<{ message: string; hint: string | null }> {
  try {
    await mapText(text, expression);
  } catch (error) {
    if (error instanceof UnreadableInput) return { message: error.message, hint: error.hint };
    throw error;
  }
  throw new Error('it was mapped');
}

describe('mapText', () => {
  it('makes our own contract of JSON and of YAML', async () => {
    const expression = '{"pass": $string(revision), "nodes": [machines.{"node": host, "containers": []}]}';
    const expected = { pass: '412', nodes: [{ node: 'novox', containers: [] }] };

    expect(await mapped(catalogue, expression)).toEqual(expected);
    expect(await mapped('revision: 412\nmachines:\n  - host: novox\n', expression)).toEqual(expected);
    expect(await mapped(`\ufeff${catalogue}`, expression)).toEqual(expected);
  });

  it('keeps every other key', async () => {
    const expression =
      '{"nodes": [machines.{"node": host, "containers": [services.$merge([$, {"name": title, "hosts": []}])]}]}';

    expect(await mapped(catalogue, expression)).toEqual({
      nodes: [
        {
          node: 'novox',
          containers: [
            {
              title: 'postgres',
              image: 'postgres:17',
              entries: [{ n: 'git', ip: '192.0.2.3' }],
              name: 'postgres',
              hosts: [],
            },
          ],
        },
      ],
    });
  });

  it.each([
    ['a text', 'entries.(n & ":" & ip)', ['git:192.0.2.3']],
    ['a row', 'entries.{"name": n, "address": ip}', [{ name: 'git', address: '192.0.2.3' }]],
    ['a map', 'entries{n: ip}', { git: '192.0.2.3' }],
    ['a list', '[entries.(n & ":" & ip)]', ['git:192.0.2.3']],
  ])('puts what JSONata made of a list of one back into a list: %s', async (_, hosts, expected) => {
    const expression = `{"nodes": machines.{"node": host, "containers": services.{"name": title, "hosts": ${hosts}}, "roster": services.${hosts}}}`;

    expect(await mapped(catalogue, expression)).toEqual({
      nodes: [{ node: 'novox', containers: [{ name: 'postgres', hosts: expected }], roster: expected }],
    });
  });

  it('puts the lists of a lone declaration and of a pass right too', async () => {
    expect(await mapped(catalogue, '{"node": "a", "containers": {"name": "x", "hosts": "a:192.0.2.1"}}')).toEqual({
      node: 'a',
      containers: [{ name: 'x', hosts: ['a:192.0.2.1'] }],
    });
    expect(await mapped(catalogue, '{"roster": {"name": "a", "address": "192.0.2.1"}}')).toEqual({
      roster: [{ name: 'a', address: '192.0.2.1' }],
    });
    // what is no element is left for the reader to refuse
    expect(await mapped(catalogue, '{"nodes": {"novox": 5}, "containers": 5}')).toEqual({
      nodes: { novox: 5 },
      containers: 5,
    });
    expect(await mapped(catalogue, '{"nodes": [5, {"node": "a", "containers": [6]}]}')).toEqual({
      nodes: [5, { node: 'a', containers: [6] }],
    });
  });

  it('keeps all digits of a pass id', async () => {
    const text =
      '{"id": 1790714400123456789, "before": 1790714400123456000, "odd": [9007199254740993, 9007199254740992]}';
    const written = await mapText(text, '{"pass": id, "nodes": [], "was": before, "odd": odd, "n": 7}');

    expect(written).toBe(
      '{"pass":1790714400123456789,"nodes":[],"was":1790714400123456000,"odd":[9007199254740992,9007199254740992],"n":7}',
    );
    expect(await mapText('{"id": 1790714400123456789, "x": "\ue000"}', '{"pass": id, "nodes": [], "x": x}')).toBe(
      '{"pass":1790714400123456789,"nodes":[],"x":"\ue000"}',
    );
  });

  it('finds with regular expressions as JSONata does', async () => {
    const expression = `{"nodes": [], "found": $match("ab12CD345", /([a-z]+)(\\d+)/i).groups, "parts": $split("a, b;c", /[,;]\\s*/),
      "replaced": $replace("ab12cd345", /([a-z]+)(\\d+)/, "$2$1-"), "lines": $match("a\nb", /^b$/m).index, "none": $contains("a", /b/)}`;

    expect(await mapped(catalogue, expression)).toEqual({
      nodes: [],
      found: ['ab', '12', 'CD', '345'],
      parts: ['a', 'b', 'c'],
      replaced: '12ab-345cd-',
      lines: 2,
      none: false,
    });
  });

  it('takes time linear in the text for a regular expression', async () => {
    expect(await mapped(catalogue, `{"nodes": [], "found": $match("${'a'.repeat(5000)}!", /(a+)+$/)}`)).toEqual({
      nodes: [],
    });
  });

  it('makes an object of six thousand names', async () => {
    const text = JSON.stringify({ names: Array.from({ length: 6000 }, (_, index) => ({ n: `n${index}`, ip: 'x' })) });

    const { roster } = (await mapped(text, '{"roster": names{n: ip}}')) as { roster: object };

    expect(Object.keys(roster)).toHaveLength(6000);
  });
});

describe('a mapping that gives no contract', () => {
  it.each([
    ['nothing', 'nothing: it finds nothing in this input'],
    ['null', 'null'],
    ['"x"', 'a text'],
    ['5', 'a number'],
    ['machines', 'a list of 1'],
  ])('%s', async (expression, found) => {
    expect(await faultOf(catalogue, expression)).toEqual({
      message: `the mapping gives ${found}: expected an object with "nodes", or with "node"`,
      hint: '{"nodes": [machines.{"node": host, "containers": [services.{"name": title, "hosts": [entries]}]}]}',
    });
  });

  it.each([
    [
      '{"nodes": nothing}',
      'an empty JSON object: "nodes" is missing, or "node" with "containers" for the declaration of one node',
    ],
    [
      '{"hosts": []}',
      'a JSON object with the keys "hosts": "nodes" is missing, or "node" with "containers" for the declaration of one node',
    ],
    [
      '{"node": "a"}',
      'a JSON object with the keys "node": "containers" is missing, or "outcome" where nothing was planned',
    ],
  ])('%s', async (expression, found) => {
    expect(await faultOf(catalogue, expression)).toEqual({
      message: `the mapping gives ${found}`,
      hint: 'a path that finds nothing leaves its key out; "nodes": [machines.{…}] is a list all the same',
    });
  });

  it('a failed node needs no containers', async () => {
    expect(await mapped(catalogue, '{"node": "a", "error": "plan"}')).toEqual({ node: 'a', error: 'plan' });
  });

  it.each([
    ['$string', 'a function: expected a JSON value'],
    ['{"nodes": [{"node": $string}]}', 'a function at "nodes[0].node": expected a JSON value'],
    ['{"nodes": [], "x": function($n) {$n}}', 'a function at "x": expected a JSON value'],
    ['{"nodes": [], "x": [1/0]}', 'the number Infinity at "x[0]": expected a JSON value'],
    [
      '$ ~> |$|{"__proto__": {"z": 1}, "nodes": []}|',
      'an object into which a transform wrote "__proto__": expected a JSON value',
    ],
    [
      '($f := function($v, $n) {$n = 0 ? $v : $f({"a": $v}, $n - 1)}; {"nodes": [], "x": $f(1, 600)})',
      'what is nested too deeply to be read',
    ],
    [
      '($f := function($v, $n) {$n = 0 ? $v : $f({"a": $v, "b": $v}, $n - 1)}; {"nodes": [], "x": $f({}, 40)})',
      'more than can be read: over 400 million characters',
    ],
  ])('%s', async (expression, found) => {
    expect((await faultOf(catalogue, expression)).message).toBe(`the mapping gives ${found}`);
  });
});

describe('an expression with a fault', () => {
  it.each([
    ['{"nodes":\n [machines.{"node" host}]}', 'line 2, column 20: cannot be read: expected ":", got "host"'],
    ['', 'line 1, column 1: cannot be read: unexpected end of expression (at "(end)")'],
    ['{"nodes": [$foo(1)]}', 'line 1, column 17: fails: attempted to invoke a non-function (at "foo")'],
    ['$error("no services")', 'line 1, column 8: fails: no services (at "error")'],
  ])('%j is told with its place', async (expression, words) => {
    expect(await faultOf(catalogue, expression)).toEqual({
      message: `the expression, ${words}`,
      hint: 'https://docs.jsonata.org shows the language',
    });
  });

  it('quotes no value of the input', async () => {
    const text = JSON.stringify({ password: 'hunter2', list: ['hunter2'] });

    expect((await faultOf(text, '$number(password)')).message).toBe(
      'the expression, line 1, column 9: fails: unable to cast value to a number: a text',
    );
    expect((await faultOf(text, '{$: 1}')).message).toMatch(/got: an object$/);
    expect((await faultOf(text, '{list: 1}')).message).toMatch(/got: a list$/);
    expect((await faultOf(text, '{function($x) {$x}: 1}')).message).toBe(
      'the expression: fails: a function stands where a value is expected',
    );
  });

  it('is told where its pattern is none of RE2', async () => {
    expect(await faultOf(catalogue, '{"nodes": [], "x": $contains("a", /(?=a)/)}')).toEqual({
      message: "the expression: /(?=a)/ is no pattern in RE2's syntax",
      hint: 'RE2 has no look-around and no back-references',
    });
  });

  it('is told where it is nested too deeply', async () => {
    expect((await faultOf(catalogue, '('.repeat(10_000))).message).toBe(
      'the expression is nested too deeply to be read',
    );
  });
});

describe('an expression without end is ended', () => {
  const limits = { timeMs: 100, depth: 1000, listLength: 1000, made: 10_000 };
  const ended = async (expression: string, given: Partial<typeof limits>): Promise<string> => {
    const loose = { timeMs: 60_000, depth: 1e9, listLength: 1e9, made: 1e9 };
    const fault = await evaluateMapping(expression, {}, { ...loose, ...given }).catch((error: unknown) => error);
    return (fault as UnreadableInput).message;
  };

  it('by its depth', async () => {
    expect(await ended('($f := function($n) {1 + $f($n + 1)}; $f(0))', { depth: limits.depth })).toBe(
      'the expression, line 1, column 29: it is nested without end',
    );
  });

  it('by its time', async () => {
    expect(await ended('($f := function($n) {$f($n + 1)}; $f(0))', { timeMs: limits.timeMs })).toBe(
      'the expression takes longer than 0.1 s',
    );
  });

  it('by the length of a list, and of a text', async () => {
    const list = '($f := function($a) {$f($append($a, $a))}; $f([1]))';

    expect(await ended(list, { listLength: limits.listLength })).toMatch(
      /fails: the maximum sequence length of 1024 was exceeded/,
    );
    expect(await ended('($f := function($a) {$f($a & $a)}; $f("x"))', {})).toMatch(/fails: invalid string length/);
  });

  it('by all that it makes', async () => {
    expect(await ended('[1..1000] ~> $map(function($v) {[1..1000]})', { made: limits.made })).toBe(
      'the expression makes lists of more than 10000 elements in all',
    );
  });
});

describe('an input that cannot be mapped', () => {
  it.each([
    [' \n', 'the input is empty: a source that failed, not an empty mesh'],
    ['{"a":', 'the JSON ends in the middle: the file is half written or cut off'],
    ['just words', 'nothing to map: expected JSON or YAML, an object or a list, found one line of 10 characters'],
  ])('%j', async (text, message) => {
    expect((await faultOf(text, '{"nodes": []}')).message).toBe(message);
  });
});

describe('"__proto__"', () => {
  it('in the input or the expression stays a key, and changes no prototype', async () => {
    const text = '{"__proto__": {"polluted": 1}, "b": {"__proto__": {"polluted": 2}}, "nodes": []}';

    const written = [
      await mapText(text, '$'),
      await mapText(text, '$merge([$, b])'),
      await mapText(text, '{"__proto__": b, "nodes": []}'),
    ];

    expect(written).toEqual([
      '{"__proto__":{"polluted":1},"b":{"__proto__":{"polluted":2}},"nodes":[]}',
      '{"__proto__":{"polluted":2},"b":{"__proto__":{"polluted":2}},"nodes":[]}',
      '{"__proto__":{"__proto__":{"polluted":2}},"nodes":[]}',
    ]);
    expect('polluted' in {}).toBe(false);
  });
});
