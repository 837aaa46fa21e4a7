import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Recorded, record } from '../../src/recorder/index.ts';
import { plainOutcomes, plainState } from '../support/plain-state.ts';
import { buildProgram, removeProgram, run } from '../support/spawn.ts';
import { storeFaultOf } from '../support/store-fault.ts';
import { recorderAtWork } from '../support/temporary-inputs.ts';
import { now } from '../support/temporary-store.ts';

const declaration = (node: string, address: string, rest: object = {}) => ({
  node,
  containers: [{ name: 'web', hosts: [`db.internal:${address}`] }],
  ...rest,
});

/** What became of each input, in short: `recorded 1`, `unreadable 2`. */
const words = (recorded: readonly Recorded[]) =>
  recorded.map((one) => {
    if (one.kind === 'observed') return `observed ${one.observed.added}`;
    return one.kind === 'appended'
      ? `${one.appended.kind} ${one.appended.number}`
      : `unreadable ${one.appended?.number}`;
  });

describe('record', () => {
  test('records a directory of pass documents one by one', () => {
    const { write, record: recordPaths, passes } = recorderAtWork();
    for (const pass of [1, 2, 10])
      write(`in/pass-${pass}.json`, { pass, nodes: [declaration('g14', `192.0.2.${pass}`)] });

    const recorded = recordPaths(
      join(write('in/pass-1.json', { pass: 1, nodes: [declaration('g14', '192.0.2.1')] }), '..'),
    );

    expect(words(recorded)).toEqual(['recorded 1', 'recorded 2', 'recorded 3']);
    expect(passes().map(({ key, source }) => [key, source])).toEqual([
      ['1', 'pass-1.json'],
      ['2', 'pass-2.json'],
      ['10', 'pass-10.json'],
    ]);
  });

  test('a directory recorded again is no news', () => {
    const { write, record: recordPaths } = recorderAtWork();
    const folder = join(write('in/1.json', { pass: 1, nodes: [] }), '..');
    write('in/2-a.json', declaration('ace', '192.0.2.1', { pass: 2 }));
    write('in/2-g.json', declaration('g14', '192.0.2.1', { pass: 2 }));
    write('in/2-roster.json', { pass: 2, roster: { 'db.internal': '192.0.2.1' } });

    const first = recordPaths(folder);
    const second = recordPaths(folder);

    expect(words(first)).toEqual(['recorded 1', 'recorded 2', 'joined 2']);
    expect(words(second)).toEqual(['known 1', 'known 2', 'known 2']);
  });

  test('a pass is on the disk before the next input is read', () => {
    const { write, file, history, passes } = recorderAtWork();
    const folder = join(write('in/1.json', { pass: 1, nodes: [] }), '..');
    const second = write('in/2.json', { pass: 2, nodes: [] });
    const recording = record(history, { paths: [folder], circumstances: {}, quietGapMs: 0, now: () => now });

    expect(recording.next().value).toMatchObject({ appended: { kind: 'recorded', number: 1 } });
    expect(passes()).toHaveLength(1);
    rmSync(second);
    write('in/2.json', { pass: 'rewritten', nodes: [] });
    recording.next();

    expect(passes().map(({ key }) => key)).toEqual(['1', 'rewritten']);
    expect(existsSync(file)).toBe(true);
  });

  test('lone declarations that come together make one pass, and are named as its sources', () => {
    const { write, record: recordPaths, passes } = recorderAtWork();
    const paths = ['ace', 'edge', 'g14', 'novox'].map((node) => write(`${node}.json`, declaration(node, '192.0.2.1')));

    recordPaths(paths.slice(0, 2));
    recordPaths([...paths.slice(0, 3), ...paths]);

    expect(passes().map((pass) => [Object.keys(plainOutcomes(pass)).length, pass.source])).toEqual([
      [2, 'ace.json, edge.json'],
      [3, 'ace.json, edge.json, g14.json'],
      [4, 'ace.json and 3 more'],
    ]);
  });

  test('the circumstances fill in what an input lacks', () => {
    const { write, record: recordPaths, passes } = recorderAtWork();

    recordPaths(write('hosts', '192.0.2.1 db.internal\n'), {
      circumstances: { controller: 'mesh', node: 'g14', key: '412', at: now - 5, trigger: 'timer' },
      format: 'hosts',
    });

    expect(passes('mesh')).toMatchObject([{ key: '412', at: now - 5, recordedAt: now, trigger: 'timer' }]);
    expect(passes('mesh').map(plainOutcomes)).toEqual([{ g14: 'planned' }]);
  });

  test('what a failed command printed is known not to be everything', () => {
    const { write, record: recordPaths, passes } = recorderAtWork();
    recordPaths(write('a.json', declaration('g14', '192.0.2.1')));
    write('b.status', '3');
    write('b.stderr', 'timed out');

    recordPaths(write('b.json', { node: 'g14', containers: [] }), { quietGapMs: 0 });

    expect(passes()[1]?.outcomes).toEqual([{ node: 'g14', outcome: 'partial', error: 'exit status 3: timed out' }]);
    expect(passes().map(({ outcome }) => outcome)).toEqual(['planned', 'planned']);
    expect(plainState(passes()[1]?.state as never).nodes).toEqual({ g14: { web: ['db.internal:192.0.2.1'] } });
  });
});

describe('an input that cannot be read', () => {
  test.each([
    [
      'half a document',
      '{"nodes": [',
      'line 1, column 12: the JSON ends in the middle: the file is half written or cut off',
    ],
    ['an empty file', '', 'the input is empty: a source that failed or a file that is half written, not an empty mesh'],
    [
      'another format',
      'hello',
      expect.stringContaining('no known format: found one line of 5 characters without a blank, '),
    ],
  ])('%s leaves every declaration standing, and is a pass that says so', (_what, content, error) => {
    const { write, record: recordPaths, passes } = recorderAtWork();
    recordPaths(write('a.json', { nodes: [declaration('g14', '192.0.2.1'), declaration('ace', '192.0.2.2')] }));

    const recorded = recordPaths(write('b.json', content));

    expect(words(recorded)).toEqual(['unreadable 2']);
    expect(passes()[1]).toMatchObject({
      outcome: 'unreadable',
      error,
      source: 'b.json',
      problems: [{ code: 'unreadable-input', text: error }],
      outcomes: [
        { node: 'ace', outcome: 'unreadable', error },
        { node: 'g14', outcome: 'unreadable', error },
      ],
    });
    expect(plainState(passes()[1]?.state as never)).toEqual(plainState(passes()[0]?.state as never));
  });

  test('does not keep the others out, nor change their order', () => {
    const { write, record: recordPaths, passes } = recorderAtWork();
    const paths = [
      write('1.json', declaration('g14', '192.0.2.1')),
      write('2.json', '{'),
      write('3.json', declaration('g14', '192.0.2.3')),
      join(write('1.json', declaration('g14', '192.0.2.1')), '..', 'none.json'),
    ];

    expect(words(recordPaths(paths))).toEqual(['recorded 1', 'unreadable 2', 'recorded 3', 'unreadable 4']);
    expect(passes().map(({ outcome }) => outcome)).toEqual(['planned', 'unreadable', 'planned', 'unreadable']);
  });

  test('an empty directory is one, with a message', () => {
    const { folder, record: recordPaths } = recorderAtWork();
    mkdirSync(join(folder, 'empty'));

    const [recorded] = recordPaths(join(folder, 'empty'));

    expect(recorded).toMatchObject({
      kind: 'unreadable',
      label: 'empty',
      fault: {
        message:
          'no input in the directory: expected files ending in .json, .yaml, .hosts or .txt, or without an ending, found nothing',
      },
      appended: null,
    });
  });

  test('of a node that is named concerns that node alone', () => {
    const { write, record: recordPaths, passes } = recorderAtWork();
    recordPaths(write('a.json', { nodes: [declaration('g14', '192.0.2.1'), declaration('ace', '192.0.2.2')] }));

    recordPaths(write('b.json', '{'), { circumstances: { node: 'g14' } });

    expect(passes().map((pass) => [pass.outcome, plainOutcomes(pass)])).toEqual([
      ['planned', { ace: 'planned', g14: 'planned' }],
      ['planned', { ace: 'unreported', g14: 'unreadable' }],
    ]);
  });

  test('of a command that failed is a failure, with what the command said', () => {
    const { write, record: recordPaths, passes } = recorderAtWork();
    recordPaths(write('a.json', { nodes: [declaration('g14', '192.0.2.1')] }));
    const circumstances = { exitStatus: 7, standardError: 'connection refused\n' };

    recordPaths(write('b.json', '{'), { circumstances });
    recordPaths(write('b.json', ''), { circumstances });
    recordPaths(write('b.json', ''), { circumstances: { exitStatus: 7 } });

    const torn = 'line 1, column 2: the JSON ends in the middle: the file is half written or cut off';
    expect(passes().map(({ outcome, error }) => [outcome, error])).toEqual([
      ['planned', null],
      ['failed', `exit status 7: connection refused; ${torn}`],
      ['failed', 'exit status 7: connection refused'],
      ['failed', 'exit status 7'],
    ]);
  });

  test('into an empty store records nothing', () => {
    const { write, record: recordPaths, passes } = recorderAtWork();

    expect(words(recordPaths(write('a.json', '{')))).toEqual(['unreadable undefined']);
    expect(passes()).toEqual([]);
  });

  test('into a store that knows a roster only is a pass all the same', () => {
    const { write, record: recordPaths, passes } = recorderAtWork();
    recordPaths(write('a', '192.0.2.1 db.internal\n'));

    recordPaths(write('b', '{'));

    expect(passes().map(({ outcome }) => outcome)).toEqual(['planned', 'unreadable']);
  });

  test("is the only controller's where it does not say whose it is", () => {
    const { write, record: recordPaths, passes, history } = recorderAtWork();
    recordPaths(write('a.json', { controller: 'mesh', nodes: [declaration('g14', '192.0.2.1')] }));

    recordPaths(write('b.json', '{'));
    expect(passes('mesh').map(({ outcome }) => outcome)).toEqual(['planned', 'unreadable']);

    recordPaths(write('c.json', { controller: 'lab', nodes: [] }));
    expect(words(recordPaths(write('b.json', '{')))).toEqual(['unreadable undefined']);
    expect(history.controllers()).toEqual(['lab', 'mesh']);
  });

  test.each([
    ['a spec', (deep: unknown) => ({ nodes: [{ node: 'g14', containers: [{ name: 'web', deep }] }] })],
    ['a trigger', (deep: unknown) => ({ trigger: deep, nodes: [] })],
    ['a key that we do not know', (deep: unknown) => ({ deep, nodes: [] })],
    ['a hosts list', (deep: unknown) => ({ nodes: [{ node: 'g14', containers: [{ name: 'web', hosts: [deep] }] }] })],
    ['an environment', (deep: unknown) => ({ nodes: [{ node: 'g14', containers: [{ name: 'web', env: deep }] }] })],
  ])('%s that is nested without end is one', (_what, document) => {
    const { write, record: recordPaths } = recorderAtWork();
    const text = JSON.stringify(document('DEEP')).replace('"DEEP"', `${'['.repeat(50_000)}${']'.repeat(50_000)}`);

    const [recorded] = recordPaths(write('a.json', text));

    expect(recorded).toMatchObject({ kind: 'unreadable', fault: { message: 'nested too deeply to be read' } });
  });
});

describe('several recorders', () => {
  let program: string;
  beforeAll(async () => {
    program = await buildProgram('recording-process');
  });
  afterAll(() => removeProgram(program));

  test('that are given the same passes at once record each of them once', async () => {
    const { write, folder, file, passes, history } = recorderAtWork();
    for (let pass = 1; pass <= 20; pass += 1)
      write(`in/${pass}.json`, { pass, nodes: [declaration('g14', `192.0.2.${pass}`)] });

    const said = await Promise.all([1, 2, 3].map(() => run(program, [file, join(folder, 'inputs', 'in')]).ended()));

    expect(passes().map(({ key }) => Number(key))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(said.flat().filter((line) => line.includes('"recorded"'))).toHaveLength(20);
    expect(said.flat().filter((line) => line.includes('"known"'))).toHaveLength(40);
    expect(history.verify()).toEqual([]);
  });
});

describe('a lost key', () => {
  test('is told by the next pass, once', () => {
    const { write, record: recordPaths, passes, file, history } = recorderAtWork();
    const input = (pass: number) =>
      write('a.json', { pass, nodes: [{ node: 'g14', containers: [{ name: 'web', env: { A: 'x' } }] }] });
    recordPaths(input(1));
    rmSync(`${file}.key`);

    recordPaths(input(2));
    recordPaths(input(3));

    expect(passes().map(({ problems }) => problems)).toEqual([[], [{ code: 'digest-key-replaced' }], []]);
    const values = passes().map(
      ({ state }) => state.nodes.get('g14')?.containers.get('web')?.spec.value.env as { A: string },
    );
    expect(values[1]?.A).not.toBe(values[0]?.A);
    expect(values[2]).toEqual(values[1]);
    expect(history.verify()).toEqual([]);
  });

  test('is not forgotten when the next pass is no news', () => {
    const { write, record: recordPaths, passes, file } = recorderAtWork();
    const quiet = write('a.json', { pass: 1, nodes: [] });
    recordPaths(quiet);
    rmSync(`${file}.key`);

    expect(words(recordPaths(quiet))).toEqual(['known 1']);
    recordPaths(write('b.json', { pass: 2, nodes: [] }));

    expect(passes().map(({ problems }) => problems)).toEqual([[], [{ code: 'digest-key-replaced' }]]);
  });

  test('is told by a declaration that joins', () => {
    const { write, record: recordPaths, passes, file } = recorderAtWork();
    recordPaths(write('a.json', declaration('ace', '192.0.2.1', { pass: 1 })));
    rmSync(`${file}.key`);

    recordPaths(write('b.json', declaration('g14', '192.0.2.1', { pass: 1 })));

    expect(passes().map(({ problems }) => problems)).toEqual([[{ code: 'digest-key-replaced' }]]);
  });
});

test('a store that is damaged is an error, not an input that cannot be read', () => {
  const { write, record: recordPaths, file, damage } = recorderAtWork();
  const path = write('a.json', { nodes: [] });
  damage((database) => database.exec('DROP TABLE contents'));

  expect(storeFaultOf(() => recordPaths(path))).toMatchObject({
    message: `"${file}": the store is damaged: a part of its schema is missing (SQLITE_ERROR)`,
    damaged: true,
  });
});
