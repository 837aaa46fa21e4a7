import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storedProgram } from './run.ts';

const hosts = ['db.internal:192.0.2.2', 'git.internal:192.0.2.3', 'wiki.internal:192.0.2.3'];
const web = { module: 'mesh', name: 'web', hosts, image: 'web:1', env: { PASSWORD: 'kite-Marble-73' } };
const store = { module: 'mesh-store', name: 'postgres', hosts, image: 'postgres:16', env: { LOG_LEVEL: 'info' } };
const nodes = [
  { node: 'ace', address: '192.0.2.3', containers: [web] },
  { node: 'novox', address: '192.0.2.2', containers: [store] },
];

/** A program with two passes of the controller `mesh` recorded, and files beside its store. */
async function recorded(files: Readonly<Record<string, unknown>> = {}, controllers: readonly string[] = ['mesh']) {
  const program = storedProgram();
  const write = (name: string, value: unknown) => {
    const path = join(program.folder, name);
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
    return path;
  };
  for (const controller of controllers)
    for (const [pass, minute] of [
      ['1', '00'],
      ['2', '05'],
    ])
      await program.print(
        'record',
        write(`${controller}-${pass}.json`, { controller, pass, at: `2026-09-29T20:${minute}:00Z`, nodes }),
      );
  for (const [name, value] of Object.entries(files)) write(name, value);
  return { ...program, path: (name: string) => join(program.folder, name) };
}

function table(out: string): string[] {
  const lines = out.split('\n');
  const first = lines.findIndex((line) => line.startsWith('POLICY'));
  return lines.slice(first, lines.indexOf('', first));
}

describe('impact of changes of names', () => {
  test('says what they would replace, under the rule of now and under others', async () => {
    const program = await recorded();

    const out = await program.print('impact', '--remove', 'git.internal', '--control-plane', 'postgres*');

    expect(out.split('\n').slice(0, 8)).toEqual([
      'removing git.internal, after pass 2 of 2026-09-29 22:05:00 +02:00 · Europe/Berlin',
      '',
      'replaces 2 of 2 containers on 2 nodes, 1 of the control plane',
      '    − git.internal of ace: was 192.0.2.3, withdrawn (recorded), in both containers of ace and novox',
      '    replaced 2 for the roster alone: web (mesh) on ace and postgres (mesh-store) on novox',
      '',
      'ace    1 of 1: web (mesh)',
      'novox  1 of 1: *postgres (mesh-store)',
    ]);
    expect(table(out)).toEqual([
      'POLICY                  NOW  CONTROL         LATER  BY NODE',
      'as-recorded               2        1             0  every container',
      'sorted                    2        1             0  every container',
      'scoped                    0        0             0  –',
      'resolver                  0        0             0  –',
      'last-known-good           2        1             0  every container',
      'hold-down 3               0        1  2 by pass +3  every container',
      'damped                    2        1             0  every container',
      'damped-7196               2        1             0  every container',
      'scoped+last-known-good    0        0             0  –',
    ]);
  });

  test('are of any kind, and several', async () => {
    const program = await recorded();
    const changes = ['--add', 'new.internal=192.0.2.7', '--remove', 'git.internal', '--move', 'db.internal=192.0.2.9'];

    const out = await program.print('impact', ...changes, '--policy', 'hold-down 2+sorted', '--policy', 'resolver');

    expect(out.split('\n').slice(0, 8)).toEqual([
      'adding new.internal at 192.0.2.7, removing git.internal, moving db.internal from 192.0.2.2 to 192.0.2.9, after pass 2 of 2026-09-29 22:05:00 +02:00 · Europe/Berlin',
      '',
      'replaces 2 of 2 containers on 2 nodes',
      '    ~ db.internal: 192.0.2.2 → 192.0.2.9, in both containers of ace and novox',
      '    + new.internal: 192.0.2.7, new, in both containers of ace and novox',
      '    − git.internal of ace: was 192.0.2.3, withdrawn (recorded), in both containers of ace and novox',
      '    replaced 2 for the roster alone: web (mesh) on ace and postgres (mesh-store) on novox',
      '',
    ]);
    expect(table(out)).toEqual([
      'POLICY              NOW         LATER  BY NODE',
      'as-recorded           2             0  every container',
      'sorted+hold-down 2    2  2 by pass +2  every container',
      'resolver              0             0  –',
    ]);
  });

  test('are weighed with what the config says', async () => {
    const program = await recorded({ 'config.yaml': 'controlPlane: [web]\nbinds:\n  postgres: [git.internal]\n' });

    const out = await program.print(
      'impact',
      '--remove',
      'git.internal',
      '--policy',
      'scoped',
      '--config',
      program.path('config.yaml'),
    );

    expect(table(out)).toEqual([
      'POLICY       NOW  CONTROL  LATER  BY NODE',
      'as-recorded    2        1      0  every container',
      'scoped         1        0      0  novox 1/1',
    ]);
  });

  test('print JSON', async () => {
    const program = await recorded();

    const json = JSON.parse(
      await program.print('impact', '--move', 'git.internal=192.0.2.9', '--json', '--policy', 'resolver'),
    );

    expect(json).toMatchObject({
      format: 'roster-history/impact@1',
      after: { pass: 2 },
      change: {
        kind: 'names',
        changes: [{ name: 'git.internal', before: ['192.0.2.3'], after: ['192.0.2.9'] }],
      },
      replacements: { total: 2 },
      policies: [
        { policy: 'as-recorded', now: { total: 2 }, later: { total: 0 } },
        { policy: 'resolver', now: { total: 0 }, later: { total: 0 } },
      ],
    });
  });

  test('exit with 1 where they would replace something and that was asked for', async () => {
    const program = await recorded();
    const exit = async (...args: string[]) => (await program.run('impact', ...args)).exitCode;

    expect(await exit('--remove', 'git.internal')).toBe(0);
    expect(await exit('--remove', 'git.internal', '--exit-code')).toBe(1);
    // under the rule of now, whatever the others do
    expect(await exit('--remove', 'git.internal', '--exit-code', '--policy', 'resolver')).toBe(1);
  });
});

describe('impact of a file', () => {
  const newer = { ...store, image: 'postgres:17' };

  test('that is a pass says what it would replace, create and remove', async () => {
    const program = await recorded({
      'next.json': {
        controller: 'mesh',
        nodes: [nodes[0], { node: 'novox', containers: [newer, { ...web, name: 'new' }] }],
      },
    });

    const { out, exitCode } = await program.run(
      'impact',
      program.path('next.json'),
      '--exit-code',
      '--policy',
      'resolver',
    );

    expect(exitCode).toBe(1);
    expect(out.replace(program.folder, 'FOLDER').split('\n').slice(0, 10)).toEqual([
      'applying FOLDER/next.json, after pass 2 of 2026-09-29 22:05:00 +02:00 · Europe/Berlin',
      '',
      'replaces 1 of 3 containers on 1 node; 1 container comes',
      '    replaced 1 for the spec (image): postgres (mesh-store) on novox',
      '    + 1 container came: new (mesh) on novox',
      '',
      'novox  1 of 2: postgres (mesh-store)',
      '',
      'POLICY       NOW  LATER  BY NODE',
      'as-recorded    1      0  novox 1/2',
    ]);
  });

  test('that is a lone declaration leaves the other nodes as they are', async () => {
    const program = await recorded({
      'lone.json': { node: 'novox', containers: [newer] },
      'unnamed.json': { containers: [newer] },
    });
    const replaced = async (...args: string[]) =>
      JSON.parse(await program.print('impact', ...args, '--json')).replacements.containers.map(
        ({ node, spec }: { node: string; spec: string[] }) => [node, spec],
      );

    expect(await replaced(program.path('lone.json'))).toEqual([['novox', ['image']]]);
    expect(await replaced(program.path('unnamed.json'), '--node', 'novox')).toEqual([['novox', ['image']]]);
  });

  test('that declares what is recorded, secrets included, replaces nothing and records nothing', async () => {
    const program = await recorded({ 'same.json': { controller: 'mesh', nodes } });

    const { out, exitCode } = await program.run('impact', program.path('same.json'), '--exit-code');

    expect(exitCode).toBe(0);
    expect(out.split('\n').slice(2, 4)).toEqual([
      'replaces nothing of 2 containers',
      '    no name moves and no container changes',
    ]);
    expect(await program.print('log')).not.toContain('pass 3');
  });

  test('in which a plan failed leaves its node as it is', async () => {
    const program = await recorded({
      'failed.json': {
        controller: 'mesh',
        nodes: [{ node: 'ace', outcome: 'failed', error: 'plan: store unreachable' }],
      },
    });

    expect(await program.print('impact', program.path('failed.json'))).toContain('replaces nothing of 2 containers');
  });
});

describe('impact refuses', () => {
  const refused = async (program: Awaited<ReturnType<typeof recorded>>, ...args: string[]) => {
    const { out, err, exitCode } = await program.run('impact', ...args);
    expect([out, exitCode]).toEqual(['', 2]);
    return err.replaceAll(program.folder, 'FOLDER').trimEnd().split('\n');
  };

  test('no change, and two kinds of change', async () => {
    const program = await recorded();

    expect(await refused(program)).toEqual([
      'roster-history: no change is given: expected a FILE, --add, --remove or --move',
      'hint: roster-history impact --move git.example=192.0.2.9',
    ]);
    expect(await refused(program, 'next.json', '--remove', 'git.internal')).toEqual([
      'roster-history: a FILE and changes of names: expected one of them',
      'hint: roster-history impact --move git.example=192.0.2.9',
    ]);
  });

  test('a name that the mesh does not have', async () => {
    expect(await refused(await recorded(), '--remove', 'gti.internal')).toEqual([
      'roster-history: --remove "gti.internal": the mesh has no such name: did you mean "git.internal"?',
      'hint: roster-history show latest',
    ]);
  });

  test('what is no pass and no declaration', async () => {
    const program = await recorded({
      'half.json': '{"nodes": [{"node": "ace", "env": {"PASSWORD": "kite-Marble-73"',
      'other.json': { name: 'x' },
      'nothing.json': { controller: 'mesh', nodes: [] },
      'host.log': '2026-09-29T20:00:00Z created container web\n',
    });
    const err = async (name: string, ...args: string[]) => refused(program, program.path(name), ...args);

    expect(await err('half.json')).toEqual([
      'roster-history: "FOLDER/half.json": line 1, column 64: the JSON ends in the middle: the file is half written or cut off',
      'hint: record it again when it is whole; the last declaration stands',
    ]);
    expect(await err('other.json')).toEqual([
      'roster-history: "FOLDER/other.json": no known format: found a JSON object with the keys "name", expected one of mesh, roster-json, docker-inspect, swarm-service, kubernetes-pods, compose, hosts',
      'hint: name it with --format if you know better',
    ]);
    expect(await err('nothing.json')).toEqual([
      'roster-history: "FOLDER/nothing.json" declares nothing: neither a node nor a roster',
    ]);
    expect(await err('host.log', '--format', 'host-log')).toEqual([
      'roster-history: "FOLDER/host.log": what a host or an engine told, expected a pass or a declaration',
    ]);
    expect(await err('away.json')).toEqual([
      'roster-history: "FOLDER/away.json": no such file or directory, open \'FOLDER/away.json\'',
    ]);
    expect(await err('.')).toEqual([
      'roster-history: "FOLDER" holds 5 inputs: expected one pass or declaration',
      'hint: roster-history impact next.json',
    ]);
  });

  test('what is of another controller', async () => {
    const program = await recorded(
      { 'next.json': { controller: 'mesh', nodes }, 'new.json': { controller: 'new', nodes } },
      ['mesh', 'other'],
    );

    expect(await refused(program, program.path('next.json'), '--controller', 'other')).toEqual([
      'roster-history: "FOLDER/next.json" is of the controller "mesh", and the passes before are of "other"',
      'hint: --controller mesh',
    ]);
    expect(await refused(program, program.path('new.json'), '--controller', 'other')).toEqual([
      'roster-history: "FOLDER/new.json" is of the controller "new", and the passes before are of "other"',
    ]);
  });
});

test('impact of a store with one pass takes passes to be five minutes apart', async () => {
  const program = storedProgram();
  const path = join(program.folder, 'pass.json');
  writeFileSync(path, JSON.stringify({ controller: 'mesh', at: '2026-09-29T20:00:00Z', nodes }));
  await program.print('record', path);

  expect(table(await program.print('impact', '--remove', 'git.internal', '--policy', 'hold-down 1'))).toEqual([
    'POLICY       NOW         LATER  BY NODE',
    'as-recorded    2             0  every container',
    'hold-down 1    0  2 by pass +1  every container',
  ]);
});
