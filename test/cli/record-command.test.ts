import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storedProgram } from './run.ts';

function declaration(address: string, rest: object = {}) {
  return {
    node: 'g14',
    containers: [
      { name: 'api', image: 'api:1', hosts: [`db.internal:${address}`] },
      { name: 'worker', image: 'worker:1', hosts: [`db.internal:${address}`] },
    ],
    ...rest,
  };
}

function program() {
  const one = storedProgram();
  return {
    ...one,
    write(name: string, content: unknown): string {
      const file = join(one.folder, name);
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
  };
}

describe('record', () => {
  test('says what it recorded, and what moved against the pass before', async () => {
    const { write, print } = program();

    const first = await print('record', write('1.json', declaration('192.0.2.1', { pass: 1 })));
    const second = await print('record', write('2.json', declaration('192.0.2.2', { pass: 2 })));

    expect(first).toBe('pass 1: 1 node, 2 containers, the first pass\n');
    expect(second).toBe('pass 2: 1 node, 1 name moved, 2 replacements\n');
  });

  test('recording the same id twice is no news', async () => {
    const { write, print } = program();
    const file = write('1.json', declaration('192.0.2.1', { pass: 412 }));

    await print('record', file);

    expect(await print('record', file)).toBe('pass 1 (key:412): known already, nothing recorded\n');
    expect(JSON.parse(await print('log', '--json')).passes).toHaveLength(1);
  });

  test('a declaration that comes later under a known id joins its pass', async () => {
    const { write, print } = program();
    await print('record', write('a.json', declaration('192.0.2.1', { pass: '7' })));

    const joined = await print('record', write('b.json', { ...declaration('192.0.2.1', { pass: '7' }), node: 'ace' }));

    expect(joined).toBe('pass 1 (key:7): ace joined, 2 nodes, 4 containers, the first pass\n');
  });

  test('the flags fill in what an input lacks, and contradict nothing', async () => {
    const { write, print } = program();
    const bare = write('bare.json', { containers: [] });
    const full = write('full.json', {
      node: 'ace',
      pass: 'b',
      at: '2026-09-29T20:00:00Z',
      trigger: 'own',
      containers: [],
    });
    const flags = ['--node', 'g14', '--pass', 'a', '--at', '2026-09-29 21:00', '--trigger', 'given'];

    await print('record', ...flags, bare);
    await print('record', ...flags, full);

    const { passes } = JSON.parse(await print('log', '--json'));
    expect(passes).toMatchObject([
      { key: 'a', at: '2026-09-29T21:00:00+02:00', trigger: 'given' },
      { key: 'b', at: '2026-09-29T22:00:00+02:00', trigger: 'own' },
    ]);
    expect(JSON.parse(await print('show', '1', '--json')).outcomes).toEqual([{ node: 'g14', outcome: 'planned' }]);
  });

  test('a directory is recorded file by file, numbers in their order', async () => {
    const { folder, print } = program();
    const inputs = join(folder, 'inputs');
    mkdirSync(inputs);
    for (const number of [10, 2, 1]) {
      writeFileSync(join(inputs, `pass-${number}.json`), JSON.stringify({ pass: number, nodes: [] }));
    }
    writeFileSync(join(inputs, 'README.md'), 'no input');

    await print('record', inputs);

    const { passes } = JSON.parse(await print('log', '--json'));
    expect(passes.map(({ key }: { key: string }) => key)).toEqual(['1', '2', '10']);
  });

  test('half a document is the outcome unreadable, with its place, and what was declared last stands', async () => {
    const { write, print, run } = program();
    await print('record', write('1.json', declaration('192.0.2.1')));
    const torn = write('2.json', '{"node": "g14",\n "containers": [');

    const { out, err, exitCode } = await run('record', torn);

    expect(exitCode).toBe(2);
    expect(err).toBe(
      'roster-history: "2.json": line 2, column 17: the JSON ends in the middle: the file is half written or cut off\n' +
        'hint: record it again when it is whole; the last declaration stands\n',
    );
    expect(out).toBe('pass 2: recorded as unreadable; what was declared last stands\n');
    const shown = JSON.parse(await print('show', '2', '--json'));
    expect(shown).toMatchObject({ complete: false, outcome: 'unreadable', moves: [], replacements: { total: 0 } });
    expect(shown.outcomes).toMatchObject([{ node: 'g14', outcome: 'unreadable' }]);
    expect(shown.nodes[0].containers).toHaveLength(2);
  });

  test('one bad input among several does not keep the others out', async () => {
    const { write, run, print } = program();
    const files = [
      write('1.json', { pass: 1, nodes: [declaration('192.0.2.1')] }),
      write('2.json', 'hello'),
      write('3.json', { pass: 3, nodes: [declaration('192.0.2.3')] }),
    ];

    const { exitCode, err } = await run('record', ...files);

    expect(exitCode).toBe(2);
    expect(err).toContain(
      '"2.json": no known format: found one line of 5 characters without a blank, expected one of mesh, roster-json, docker-inspect, swarm-service, kubernetes-pods, compose, hosts',
    );
    expect(JSON.parse(await print('log', '--json')).passes).toMatchObject([{ key: '1' }, { key: null }, { key: '3' }]);
  });

  test('a bad input into an empty store records nothing', async () => {
    const { write, run } = program();

    const { out, exitCode } = await run('record', write('1.json', '{'));

    expect(exitCode).toBe(2);
    expect(out).toBe('nothing recorded: nothing is known yet that could stand\n');
  });

  test('an exit status says that the input may lack things: nothing is removed', async () => {
    const { write, print } = program();
    await print('record', write('1.json', declaration('192.0.2.1')));

    const out = await print(
      'record',
      '--exit-status',
      '3',
      '--error',
      'timed out',
      write('2.json', declaration('192.0.2.1', { containers: [] })),
    );

    expect(out).toBe('pass 2: 1 node, 0 names moved, 0 replacements, g14 partial\n');
    expect(JSON.parse(await print('show', '--json')).outcomes).toEqual([
      { node: 'g14', outcome: 'partial', error: 'exit status 3: timed out' },
    ]);
  });

  test.each<[string, string[], boolean]>([
    ['by flags, of the pass as a whole', ['--exit-status', '2', '--error', 'no\nplan'], false],
    ['by flags, of one node', ['--exit-status', '2', '--error', 'no\nplan', '--node', 'g14'], false],
    ['by files beside it', [], true],
  ])('a failure that is told %s is what was to be recorded: message and outcome agree', async (_how, flags, beside) => {
    const { write, print, run } = program();
    await print('record', write('1.json', declaration('192.0.2.1')));
    if (beside) {
      write('2.status', '2\n');
      write('2.stderr', 'no\nplan\n');
    }

    const { out, err, exitCode } = await run('record', ...flags, write('2.json', '{'));

    expect([err, exitCode]).toEqual(['', 0]);
    expect(out).toBe(
      'pass 2: recorded as failed (exit status 2: no; plan; line 1, column 2: the JSON ends in the middle: ' +
        'the file is half written or cut off); what was declared last stands\n',
    );
    expect(JSON.parse(await print('show', '2', '--json')).outcomes).toMatchObject([{ node: 'g14', outcome: 'failed' }]);
  });

  test('--json says of an input that could not be read how it stands', async () => {
    const { write, print, run } = program();
    await print('record', write('1.json', declaration('192.0.2.1')));
    const torn = write('2.json', '{');

    const unreadable = JSON.parse((await run('record', '--json', torn)).out);
    const failed = JSON.parse((await run('record', '--json', '--exit-status', '2', torn)).out);

    const fault = 'line 1, column 2: the JSON ends in the middle: the file is half written or cut off';
    expect(unreadable).toMatchObject({
      complete: false,
      gaps: [{ kind: 'unreadable', pass: 2, node: null, text: fault, from: null, until: null }],
      unreadable: [{ source: '2.json', pass: 2, outcome: 'unreadable', error: fault }],
    });
    expect(failed).toMatchObject({
      complete: true,
      gaps: [],
      unreadable: [{ source: '2.json', pass: 3, outcome: 'failed', error: `exit status 2; ${fault}` }],
    });
  });

  test('--json says the same for programs', async () => {
    const { write, print } = program();

    const json = JSON.parse(await print('record', '--json', write('1.json', declaration('192.0.2.1', { pass: 'x' }))));

    expect(json).toEqual({
      format: 'roster-history/record@1',
      complete: true,
      gaps: [],
      passes: [{ pass: 1, key: 'x', kind: 'recorded', nodes: 1, moved: 0, replaced: 0, problems: [] }],
      observed: [],
      unreadable: [],
    });
  });

  test.each([
    [[], 'nothing to record: expected files, directories, or - for standard input', 'roster-history record --help'],
    [
      ['--format', 'hots', 'x'],
      'no format "hots": expected mesh, roster-json, docker-inspect, swarm-service, kubernetes-pods, compose, hosts, docker-events, host-log',
      '--format hosts',
    ],
    [
      ['--at', 'noon', 'x'],
      '--at "noon" is no time: expected RFC 3339, 22:40, "2h ago" or @EPOCH',
      '--at 2026-09-29T22:46:03+02:00',
    ],
    [
      ['--exit-status', '-', 'x'],
      '--exit-status "-" is no exit status: expected a number from 0 to 255',
      '--exit-status 1',
    ],
  ])('refuses %j with what was expected', async (args, message, hint) => {
    const { run } = program();

    expect(await run('record', ...args)).toEqual({
      out: '',
      err: `roster-history: ${message}\nhint: ${hint}\n`,
      exitCode: 2,
    });
  });
});
