/**
 * Inputs that are meant to break a recorder, as a user would give them to it: each is refused with exit code 2 and words
 * that say what, where and what was expected, or recorded with a problem. What was recorded before stands, and the store is clean.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storedProgram } from '../cli/run.ts';

const kept = { node: 'first', containers: [{ name: 'web', hosts: ['kept.internal:192.0.2.1'] }] };
const lone = (hosts: unknown, more: object = {}) =>
  JSON.stringify({ node: 'novox', containers: [{ name: 'web', hosts, ...more }] });
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** A store with one pass, and how an input is recorded beside it. */
async function storeWithOnePass() {
  const program = storedProgram();
  const first = join(program.folder, 'first.json');
  writeFileSync(first, JSON.stringify({ pass: 1, nodes: [kept] }));
  await program.print('record', first);
  async function expectKept() {
    expect(await program.print('name', 'kept.internal')).toContain('192.0.2.1');
    expect(await program.print('verify')).toContain('whole');
  }
  return {
    ...program,
    /** Records an input as the file of that name; gives what was said, and checks that nothing was lost. */
    async record(name: string, content: string | Uint8Array, ...flags: string[]) {
      const file = join(program.folder, name);
      writeFileSync(file, content);
      const ran = await program.run('record', ...flags, file);
      await expectKept();
      return ran;
    },
    expectKept,
    async problems(pass: string): Promise<{ code: string }[]> {
      return JSON.parse(await program.print('show', pass, '--json')).problems;
    },
  };
}

const deep = 1_000_000;
const bomb = ['a0: &a0 ["x:192.0.2.1"]', ...many(30, (at) => `a${at + 1}: &a${at + 1} [${many(10, () => `*a${at}`)}]`)];
const merges = [
  `a0: &a0 {${many(1000, (at) => `k${at}: 1`)}}`,
  ...many(2000, (at) => `a${at + 1}: &a${at + 1} {<<: *a${at}, z${at}: 1}`),
];

describe('is refused, with what is wrong and where', () => {
  const tooDeep = 'nested too deeply to be read';

  test.each<[string, string, string, string]>([
    ['JSON lists a million deep', 'a.json', '['.repeat(deep) + ']'.repeat(deep), tooDeep],
    ['JSON objects a million deep', 'a.json', `${'{"nodes":'.repeat(deep)}1${'}'.repeat(deep)}`, tooDeep],
    ['JSON objects a million deep, cut off', 'a.json', '{"nodes":'.repeat(deep), tooDeep],
    ['YAML lists a million deep', 'a.yaml', `nodes: ${'['.repeat(deep)}${']'.repeat(deep)}`, tooDeep],
    ['YAML mappings a million deep', 'a.yaml', `nodes: ${'{a: '.repeat(deep)}`, tooDeep],
    ['YAML items a million deep', 'a.yaml', `nodes:\n${'- '.repeat(deep)}`, tooDeep],
    ['YAML keys a million deep', 'a.yaml', `nodes: ${'? '.repeat(deep)}`, tooDeep],
    ['YAML blocks two thousand deep', 'a.yaml', many(2000, (at) => `${' '.repeat(at)}a:`).join('\n'), tooDeep],
    [
      'a billion laughs',
      'a.yaml',
      bomb.join('\n'),
      'line 8, column 10: not valid YAML: its aliases repeat more than can be read',
    ],
    [
      'a text that is repeated ten thousand times',
      'a.yaml',
      `x: &x "${'a'.repeat(1e5)}"\nnodes: [${many(1e4, () => '*x').join(', ')}]`,
      'line 2, column 2689: not valid YAML: its aliases repeat more than can be read',
    ],
    [
      'mappings that are merged into each other',
      'a.yaml',
      merges.join('\n'),
      'line 433, column 14: not valid YAML: its merge keys repeat more than can be read',
    ],
    [
      'a key that stands twice in YAML',
      'a.yaml',
      'node: novox\ncontainers: []\ncontainers: []\n',
      'line 3, column 1: not valid YAML: the key "containers" stands twice in one mapping',
    ],
    [
      'a pass id that is no number',
      'a.json',
      '{"pass": 1e999, "nodes": []}',
      'the pass id ("pass"): expected a text or a number, found Infinity',
    ],
    [
      'one line of ten million letters',
      'a.txt',
      'a'.repeat(10_000_000),
      'no known format: found one line of 10000000 characters without a blank, expected one of mesh, roster-json, docker-inspect, swarm-service, kubernetes-pods, compose, hosts',
    ],
    [
      'one line of five million words',
      'a.hosts',
      `192.0.2.1${' a'.repeat(5_000_000)}`,
      'more words than can be read: found 5000001, expected at most 4194304',
    ],
    [
      'bytes of no text',
      'a.json',
      '\u0000\u0001\u0002',
      'no known format: found one line of 3 characters without a blank',
    ],
  ])('%s', async (_, name, content, words) => {
    const { record } = await storeWithOnePass();

    const { err, exitCode } = await record(name, content);

    expect(err.startsWith(`roster-history: "${name}": ${words}`) && exitCode).toBe(2);
  });

  test('a file of 200 MB, of which nothing is read', async () => {
    const { folder, run, expectKept } = await storeWithOnePass();
    const file = openSync(join(folder, 'a.json'), 'w');
    ftruncateSync(file, 200 * 2 ** 20);
    closeSync(file);

    const { err, exitCode } = await run('record', join(folder, 'a.json'));

    expect({ err, exitCode }).toEqual({
      err:
        'roster-history: "a.json": larger than the size limit: found 200 MiB, expected at most 64 MiB\n' +
        'hint: --size-limit 256MiB\n',
      exitCode: 2,
    });
    await expectKept();
  });

  test('a pipe that never ends, of which no more is read than the limit', async () => {
    const { store, expectKept } = await storeWithOnePass();
    const zeros = openSync('/dev/zero', 'r');

    const { status, stderr } = spawnSync(process.execPath, ['dist/main.cjs', '--store', store, 'record', '-'], {
      stdio: [zeros, 'pipe', 'pipe'],
      encoding: 'utf8',
      timeout: 60_000,
    });
    closeSync(zeros);

    expect([status, stderr]).toEqual([
      2,
      'roster-history: "standard input": larger than the size limit: found more than 64 MiB, expected at most 64 MiB\n' +
        'hint: --size-limit 256MiB\n',
    ]);
    await expectKept();
  });
});

describe('is recorded, and its problem is told', () => {
  test.each<[string, string, string | Uint8Array, string[]]>([
    [
      'a key that stands twice in JSON',
      'a.json',
      '{"pass": 2, "nodes": [{"node": "novox", "containers": [{"name": "web", "hosts": ["a:::1"], "hosts": ["b:::2"]}]}]}',
      ['repeated-key'],
    ],
    [
      'two hundred thousand equal keys',
      'a.json',
      `{"nodes": [], ${'"x": 1, '.repeat(2e5)}"pass": 2}`,
      ['repeated-key'],
    ],
    [
      'bytes that are no UTF-8',
      'a.json',
      Buffer.from(
        '{"pass": 2, "nodes": [{"node": "novox", "containers": [{"name": "web", "hosts": ["a\xff:::1"]}]}]}',
        'latin1',
      ),
      ['invalid-name', 'undecodable-text'],
    ],
    [
      'a hundred thousand entries of one name and address',
      'a.json',
      lone(many(1e5, () => 'n:192.0.2.1')),
      ['repeated-entry'],
    ],
    [
      'a hundred thousand containers that are none',
      'a.json',
      lone([], {}).replace('[]', `[${'"a",'.repeat(1e5)}"a"]`),
      ['malformed-entry'],
    ],
    [
      'numbers that are none',
      'a.json',
      lone({ a: 1, b: 2 }, { x: 1, y: 2, z: 3 })
        .replace('1', '1e999')
        .replace('2', '-0')
        .replace('"x":1', '"x":1e999')
        .replace('"y":2', '"y":-0'),
      ['invalid-address'],
    ],
  ])('%s', async (_, name, content, codes) => {
    const { record, problems } = await storeWithOnePass();

    const { exitCode } = await record(name, content);

    const told = new Set((await problems('latest')).map(({ code }) => code));
    expect({ exitCode, told: [...told].filter((code) => code !== 'too-many-problems') }).toEqual({
      exitCode: 0,
      told: codes,
    });
  });
});

describe('is recorded as it came', () => {
  test('ten thousand names on a line', async () => {
    const { record, print } = await storeWithOnePass();

    const { exitCode } = await record('a.hosts', `192.0.2.1 ${many(1e4, (at) => `n${at}`).join(' ')}`);

    expect(exitCode).toBe(0);
    expect(JSON.parse(await print('show', 'latest', '--json')).roster.names).toHaveLength(1e4);
  });

  test('five hundred containers of one node, and as many nodes', async () => {
    const { record, print } = await storeWithOnePass();
    const container = (at: number) => ({ name: `c${at}`, hosts: [`n${at}:192.0.2.1`] });
    const nodes = many(500, (at) => ({ node: `n${at}`, containers: [{ name: 'web', hosts: ['a:192.0.2.1'] }] }));

    await record('a.json', JSON.stringify({ pass: 2, nodes: [{ node: 'novox', containers: many(500, container) }] }));
    await record('b.json', JSON.stringify({ pass: 3, nodes }));

    const shown = JSON.parse(await print('show', 'latest', '--json'));
    const counts = shown.nodes.map(({ containers }: { containers: unknown[] }) => containers.length);
    expect([counts.length, Math.max(...counts), shown.firstSeen.length]).toEqual([502, 500, 500]);
  });

  test('ids of a hundred thousand letters, which no report shows whole', async () => {
    const { record, print } = await storeWithOnePass();
    const long = (letter: string) => letter.repeat(100_000);
    const containers = [{ name: long('w'), module: long('m'), hosts: [`${long('h')}:${long('x')}`] }];

    const { exitCode } = await record(
      'a.json',
      JSON.stringify({ pass: long('p'), nodes: [{ node: long('n'), containers }] }),
    );

    expect(exitCode).toBe(0);
    expect((await print('log', '--json')).includes(long('p'))).toBe(true);
  });

  test('a trigger of two megabytes', async () => {
    const { record, print } = await storeWithOnePass();
    const trigger = 'assign ace searxng '.repeat(105_264);

    const { exitCode } = await record('a.json', JSON.stringify({ pass: 2, nodes: [], trigger }));

    expect(exitCode).toBe(0);
    expect(JSON.parse(await print('log', '--json')).passes[1].trigger === trigger).toBe(true);
  });

  test('names that every object knows by heart', async () => {
    const { record, print } = await storeWithOnePass();
    const words = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const members = (value: string) => words.map((word) => `"${word}": "${value}"`).join(', ');
    const nodes = words.map((word) => {
      const hosts = `{${members('192.0.2.1')}}`;
      return `{"node": "${word}", "containers": [{"name": "${word}", "hosts": ${hosts}, "labels": {${members('x')}}, ${members('y')}}]}`;
    });

    const { exitCode } = await record(
      'a.json',
      `{"pass": 2, "roster": {${members('192.0.2.1')}}, "nodes": [${nodes}]}`,
    );

    const shown = JSON.parse(await print('show', 'latest', '--json'));
    expect(exitCode).toBe(0);
    expect(shown.roster.names.map(({ name }: { name: string }) => name).sort()).toEqual(
      ['__proto__', 'constructor', 'hasownproperty', 'tostring'].sort(),
    );
    expect(
      shown.nodes.flatMap(({ node, containers }: { node: string; containers: { container: string; spec: object }[] }) =>
        containers.map(({ container, spec }) => [node, container, Object.keys(spec)]),
      ),
    ).toEqual(expect.arrayContaining(words.map((word) => [word, word, expect.arrayContaining([...words, 'labels'])])));
    expect(({} as Record<string, unknown>).y).toBeUndefined();
  });
});

describe('every character that is none to be seen', () => {
  const ranges: readonly [number, number][] = [
    [0, 0x20],
    [0x7f, 0xa0],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x2069],
    [0xd800, 0xd801],
    [0xfeff, 0xfeff],
  ];
  const characters = ranges.flatMap(([from, to]) => many(to - from + 1, (at) => String.fromCodePoint(from + at)));

  test('in a name, an id, a trigger or an error is recorded, and shown as its number', async () => {
    const { record, print } = await storeWithOnePass();
    const nodes = characters.map((one) => ({
      node: `n${one}`,
      containers: [{ name: `c${one}`, hosts: [`h${one}x:192.0.2.1`], image: one }],
    }));
    const failed = { node: 'failed', outcome: 'failed', error: characters.join('') };

    const { out, exitCode } = await record(
      'a.json',
      JSON.stringify({ pass: characters.join(''), trigger: characters.join(''), nodes: [...nodes, failed] }),
    );

    const asked = [['log'], ['show', 'latest'], ['diff', '--since', '1'], ['explain'], ['flaps'], ['report']];
    const answers = [out, ...(await Promise.all(asked.map((args) => print(...args))))];
    expect(exitCode).toBe(0);
    expect(answers.filter((text) => /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text))).toEqual([]);
    expect(answers[2]).toContain('\\u{202e}');
  });
});

describe('a log with lines that are hostile to patterns', () => {
  const told = '22:46 updated web: replaced\n';

  test.each<[string, string, string[]]>([
    ['words without an end, for the pattern of our own', `${'updated '.repeat(1000)}\n`.repeat(1000), []],
    ['brackets without an end, for the pattern of our own', `updated a ${'('.repeat(8000)}\n`.repeat(1000), []],
    [
      'letters without an end, for a pattern that would take for ever',
      `${'a'.repeat(2000)}!\n`.repeat(50),
      ['--log-pattern', '(?P<container>(a|b|web)+): replaced$'],
    ],
  ])('%s', async (_, lines, flags) => {
    const { record } = await storeWithOnePass();

    const { out, exitCode } = await record('a.log', told + lines, '--format', 'host-log', ...flags);

    expect([out, exitCode]).toEqual(['a.log: 1 replacement observed on local, 2026-09-29 22:46:00 +02:00\n', 0]);
  });

  test('a pattern that is larger than can be compiled is refused', async () => {
    const { record } = await storeWithOnePass();

    const { err, exitCode } = await record(
      'a.log',
      told,
      '--format',
      'host-log',
      '--log-pattern',
      '(?P<container>((a{1,1000}){1,1000}){1,1000})',
    );

    expect([err.includes('cannot be read'), exitCode]).toEqual([true, 2]);
  });
});
