import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Surroundings } from '../../src/cli/surroundings.ts';
import { openForRecording } from '../../src/history/index.ts';
import { openEngineServer } from '../recorder/watch/engine/engine-server.ts';
import { storedProgram } from './run.ts';

const first = ['db.internal:192.0.2.2', 'git.g14.example:192.0.2.2', 'id.internal:192.0.2.3'];
const moved = ['db.internal:192.0.2.9', 'git.g14.example:192.0.2.2', 'id.internal:192.0.2.3'];
const lost = ['db.internal:192.0.2.9', 'id.internal:192.0.2.3'];

const addresses: Readonly<Record<string, string>> = { novox: '192.0.2.3', g14: '192.0.2.2', ace: '192.0.2.4' };

/** A program whose history has a pass a minute from 22:00 on, the nodes of each by their containers' ids and lists. */
async function recorded(
  passes: readonly Readonly<Record<string, Readonly<Record<string, readonly string[]>> | 'failed'>>[],
  given: Partial<Surroundings> = {},
) {
  const program = storedProgram(given);
  const paths = passes.map((nodes, index) => {
    const path = join(program.folder, `pass-${index + 1}.json`);
    const document = {
      controller: 'mesh',
      pass: String(index + 400),
      at: new Date(Date.parse('2026-09-29T20:00:00Z') + index * 60_000).toISOString(),
      nodes: Object.entries(nodes).map(([node, lists]) =>
        lists === 'failed'
          ? { node, address: addresses[node], outcome: 'failed', error: 'plan: store unreachable' }
          : {
              node,
              address: addresses[node],
              outcome: 'planned',
              containers: Object.entries(lists).map(([id, hosts]) => {
                const [module, name] = id.split('/');
                return { module, name, hosts };
              }),
            },
      ),
    };
    writeFileSync(path, JSON.stringify(document));
    return path;
  });
  await program.print('record', ...paths);
  const inspect = (name: string, lists: Readonly<Record<string, readonly string[]>>) => {
    const path = join(program.folder, name);
    const containers = Object.entries(lists).map(([container, hosts], index) => ({
      Id: String(index).padStart(64, '0'),
      Name: `/${container}`,
      State: {},
      Config: { Env: ['SESSION=kite-Marble-73'] },
      HostConfig: { ExtraHosts: hosts },
    }));
    writeFileSync(path, JSON.stringify(containers));
    return path;
  };
  return { ...program, inspect };
}

const both = (hosts: readonly string[]) => ({
  novox: { 'mesh-store/postgres': hosts, 'gitea/gitea': hosts },
  g14: { 'forgejo/forgejo': hosts },
});

describe('stale', () => {
  test('finds what was left alone, with what was compared, and exits with 1 where that was asked for', async () => {
    const program = await recorded([both(first), both(first), both(moved), both(moved)]);
    const engine = await openEngineServer();
    engine.create('postgres', first);
    engine.create('gitea', moved);
    engine.create('watchtower');

    const { out, exitCode } = await program.run('stale', `docker:${engine.socket}`, '--exit-code');

    expect(out.replaceAll(engine.socket, 'SOCKET')).toBe(
      `1 of 2 containers holds host entries other than declared · Europe/Berlin

DECLARED  as of pass 4 of mesh, 2026-09-29 22:03:00 +02:00, 1 h 12 min ago
RUNNING   3 containers, told by docker:SOCKET as of 2026-09-29 23:15:00 +02:00, taken for those of novox: no other node declares them
ALSO      1 container runs and is not declared: watchtower

db.internal  1 container still holds 192.0.2.2; declared 192.0.2.9
    since pass 3, 2026-09-29 22:02:00 +02:00, 1 h 13 min ago, for 2 passes
    novox: postgres (mesh-store)
`,
    );
    expect(exitCode).toBe(1);
    expect((await program.run('stale', `docker:${engine.socket}`)).exitCode).toBe(0);
    expect(engine.requests.some((path) => path.startsWith('/events'))).toBe(false);
  });

  test('a container that the engine does not tell of is told, and makes the answer incomplete', async () => {
    const program = await recorded([both(moved)]);
    const engine = await openEngineServer();
    for (const name of ['postgres', 'gitea']) engine.create(name, moved);
    engine.answer = (path) => (/0001\/json$/.test(path) ? { status: 500, body: '{}' } : undefined);

    const source = `docker:${engine.socket}`;
    const { complete, gaps, notRunning } = JSON.parse(await program.print('stale', source, '--json'));

    const text = '1 of 2 containers could not be inspected: "postgres": answered with 500';
    expect(complete).toBe(false);
    expect(gaps).toEqual([{ kind: 'partial', pass: null, node: 'novox', text, from: null, until: null }]);
    expect(notRunning).toEqual([{ node: 'novox', container: 'mesh-store/postgres' }]);
    expect(await program.print('stale', source)).toContain(`; not all: ${text}\n`);
  });

  test('nothing stale is one line', async () => {
    const program = await recorded([both(first), both(moved)]);
    const file = program.inspect('novox.json', { postgres: moved, gitea: moved });

    const { out, exitCode } = await program.run('stale', file, '--node', 'novox', '--exit-code');

    expect(out.replace(/as of [-\d]+ [\d:]+ \+0\d:00, on/, 'as of THEN, on')).toBe(
      'nothing is stale: 2 containers hold what is declared as of pass 2 of mesh, 2026-09-29 22:01:00 +02:00, 1 h 14 min ago. ' +
        'Compared: 2 containers, told by novox.json as of THEN, on novox\n',
    );
    expect(exitCode).toBe(0);
  });

  test('files of several nodes are told apart by what they declare', async () => {
    const program = await recorded([both(first), both(moved)]);
    const files = [
      program.inspect('a.json', { forgejo: first }),
      program.inspect('b.json', { postgres: moved }),
      program.inspect('c.json', { gitea: first }),
    ];

    const { stale, compared, notRunning } = JSON.parse(await program.print('stale', ...files, '--json'));

    expect(compared.running.map((one: Record<string, unknown>) => [one.source, one.node, one.nodeBy])).toEqual([
      ['a.json', 'g14', 'matched'],
      ['b.json', 'novox', 'matched'],
      ['c.json', 'novox', 'matched'],
    ]);
    expect(stale.map((one: Record<string, unknown>) => [one.node, one.container])).toEqual([
      ['g14', 'forgejo/forgejo'],
      ['novox', 'gitea/gitea'],
    ]);
    expect(notRunning).toEqual([]);
  });

  test('a name that went is told with why it went', async () => {
    const withOwner = (hosts: readonly string[]) => ({ ...both(hosts), g14: 'failed' as const });
    const program = await recorded([both(moved), withOwner(lost), withOwner(lost)]);
    const file = program.inspect('novox.json', { postgres: moved });

    const { stale, complete } = JSON.parse(await program.print('stale', file, '--json'));

    expect(complete).toBe(true);
    expect(stale[0].names).toMatchObject([
      {
        name: 'git.g14.example',
        kind: 'removed',
        holds: ['192.0.2.2'],
        declared: [],
        since: { pass: 2 },
        passes: 2,
        reason: 'lost',
        evidence: 'recorded',
      },
    ]);
    expect(await program.print('stale', file)).toContain(
      'since pass 2, 2026-09-29 22:01:00 +02:00, 1 h 14 min ago, for 2 passes; removed as lost (recorded)\n',
    );
  });

  test('the last declaration of a node that failed stands, and that is said', async () => {
    const program = await recorded([both(moved), { ...both(moved), novox: 'failed' }]);
    const file = program.inspect('novox.json', { postgres: first });

    expect(await program.print('stale', file)).toContain('failed in it: novox, so that its last declaration stands');
  });

  test('goes back through as many passes as it takes', async () => {
    const program = await recorded([both(first), ...Array.from({ length: 70 }, () => both(moved))]);
    const files = [program.inspect('novox.json', { postgres: first }), program.inspect('g14.json', { forgejo: lost })];

    const { stale } = JSON.parse(await program.print('stale', ...files, '--json'));

    expect(stale[0].names).toMatchObject([{ name: 'db.internal', since: { pass: 2 }, passes: 70 }]);
    expect(stale[1].names).toMatchObject([{ name: 'git.g14.example', kind: 'added', since: null, passes: 71 }]);
    expect(await program.print('stale', ...files)).toContain('since before the history begins (pass 1)');
  });

  test('no secret is printed, and one that is held as declared is not stale', async () => {
    const hosts = ['db.internal:192.0.2.2', 'token:kite-Marble-73'];
    const program = await recorded([{ novox: { 'a/web': hosts } }]);
    const files = [
      program.inspect('same.json', { web: hosts }),
      program.inspect('other.json', { web: ['token:elm-73'] }),
    ];

    const same = await program.print('stale', files[0] as string);
    const other = await program.print('stale', files[1] as string);

    expect(same).toMatch(/^nothing is stale: 1 container holds/);
    expect(other).toMatch(/token {2}1 container holds hmac:[0-9a-f]{32}; declared hmac:[0-9a-f]{32}/);
    expect(`${same}${other}`).not.toMatch(/kite|elm-73/);
  });
});

test('two looks at one node that show a container differently are an error, not the last of them', async () => {
  const program = await recorded([both(first), both(moved)]);
  const [old, fresh] = [
    program.inspect('old.json', { postgres: first }),
    program.inspect('new.json', { postgres: moved }),
  ];

  const { err, exitCode } = await program.run('stale', old, fresh);

  expect(exitCode).toBe(2);
  expect(err).toContain(
    '"old.json" and "new.json" are both taken for novox, and show "postgres" with different entries',
  );
});

describe('stale without a source', () => {
  async function watched() {
    const program = await recorded([both(first), both(moved)]);
    const file = program.inspect('local.json', { postgres: first, gitea: moved });
    await program.print('record', '--controller', 'engine', file);
    return program;
  }

  test('compares with what was recorded from an engine', async () => {
    const program = await watched();

    for (const options of [[], ['--running', 'engine'], ['--controller', 'mesh'], ['--node', 'novox']]) {
      const { stale, compared } = JSON.parse(await program.print('stale', '--json', ...options));
      expect(compared).toMatchObject({
        declared: { controller: 'mesh', pass: 2 },
        running: [{ source: 'pass 3 of engine', controller: 'engine', pass: 3, node: 'novox', containers: 2 }],
      });
      expect(stale).toMatchObject([{ container: 'mesh-store/postgres', names: [{ name: 'db.internal' }] }]);
    }
  });

  test('finds it under the same controller too, by the ids of the engine', async () => {
    const program = await recorded([both(first), both(moved)]);
    await program.print('record', '--controller', 'mesh', program.inspect('local.json', { postgres: first }));

    const { compared, stale } = JSON.parse(await program.print('stale', '--json'));

    expect(compared.running).toMatchObject([{ source: 'pass 3 of mesh', node: 'novox', nodeBy: 'matched' }]);
    expect(stale).toMatchObject([{ names: [{ name: 'db.internal', since: { pass: 2 }, passes: 2 }] }]);
  });

  test('takes what was recorded under a declared node for that of this node', async () => {
    const program = await recorded([both(first)]);
    const file = program.inspect('g14.json', { forgejo: first });
    await program.print('record', '--controller', 'engine', '--node', 'g14', file);

    expect(JSON.parse(await program.print('stale', '--json')).compared.running).toMatchObject([
      { node: 'g14', nodeBy: 'recorded' },
    ]);
    expect((await program.run('stale', '--node', 'novox')).err).toBe(
      'roster-history: nothing that runs on "novox" was recorded: found what runs on g14\n' +
        'hint: roster-history stale docker: --node "novox"\n',
    );
  });

  test('says that the engine is not watched any more, and that what was told last was not all', async () => {
    const at = (clock: string) => Date.parse(`2026-09-29T${clock}:00+02:00`);
    let now = at('23:00');
    const program = await recorded([both(first)], { now: () => now });
    const file = program.inspect('local.json', { postgres: first, gitea: first });
    writeFileSync(join(program.folder, 'local.status'), '1');
    await program.print('record', '--controller', 'engine', file);
    const history = openForRecording(program.store);
    history.noteStart('watch', 'engine', at('22:50'));
    history.noteStop('watch', at('23:20'), 'it was asked to');
    history.close();
    now = at('23:30');

    const { complete, gaps } = JSON.parse(await program.print('stale', '--json'));

    expect(complete).toBe(false);
    expect(gaps).toMatchObject([
      { kind: 'partial', pass: null, node: 'novox' },
      { kind: 'not-running', pass: null, from: '2026-09-29T23:20:00+02:00', until: null },
    ]);
  });

  test('says what is missing', async () => {
    const program = await recorded([both(first)]);
    const several = await watched();
    await several.print('record', '--controller', 'other', several.inspect('x.json', { gitea: first }));
    const engines = await watched();

    expect((await program.run('stale')).err).toBe(
      'roster-history: nothing tells what runs: no source is named, and the store holds nothing that was recorded from an engine\n' +
        'hint: docker inspect $(docker ps --quiet) | roster-history stale -\n',
    );
    expect((await program.run('stale', '--running', 'mesh')).err).toBe(
      'roster-history: the controller "mesh" recorded nothing from an engine\n' +
        'hint: roster-history watch docker: --controller "mesh"\n',
    );
    expect((await program.run('stale', '--running', 'mash')).err).toBe(
      'roster-history: no controller "mash": the store holds "mesh"\nhint: --running mesh\n',
    );
    expect((await several.run('stale')).err).toBe(
      'roster-history: several controllers recorded from an engine: "engine", "other"\nhint: --running engine\n',
    );
    expect((await engines.run('stale', '--controller', 'engine')).err).toBe(
      'roster-history: the store holds no declaration of the controller "engine": what it holds of it was recorded from an engine\n' +
        'hint: roster-history record FILE, or name another controller with --controller\n',
    );
  });
});

describe('stale refuses', () => {
  test.each([
    [
      ['gone.json'],
      `"gone.json": no such file or directory, open 'gone.json'`,
      'docker inspect $(docker ps --quiet) | roster-history stale -',
    ],
    [
      ['docker:/nowhere/docker.sock'],
      'docker:/nowhere/docker.sock: no socket "/nowhere/docker.sock": start docker (systemctl start docker), or name another socket as docker:/path/to/docker.sock',
      'docker inspect $(docker ps --quiet) | roster-history stale -',
    ],
    [
      ['exec:docker ps'],
      '"exec:docker ps" is no source of stale: expected a file of docker inspect, - for standard input, docker: or podman:',
      'docker inspect $(docker ps --quiet) | roster-history stale -',
    ],
    [
      ['docker:', '--running', 'engine'],
      '--running is for what the store holds: expected it without a source',
      'roster-history stale --running "engine"',
    ],
  ])('%j', async (args, message, hint) => {
    const program = await recorded([both(first)]);

    const { err, exitCode } = await program.run('stale', ...args);

    expect(err).toBe(`roster-history: ${message}\nhint: ${hint}\n`);
    expect(exitCode).toBe(2);
  });

  test('what is no inspect, and containers of no node or of several', async () => {
    const program = await recorded([{ ...both(first), ace: { 'forgejo/forgejo': first } }]);
    const refused = async (lists: Readonly<Record<string, readonly string[]>> | string, ...args: string[]) => {
      const file = program.inspect('x.json', typeof lists === 'string' ? {} : lists);
      if (typeof lists === 'string') writeFileSync(file, lists);
      const { err, exitCode } = await program.run('stale', file, '--exit-code', ...args);
      expect(exitCode).toBe(2);
      return err.split('\n').slice(0, 2);
    };

    expect(await refused('{"node":"novox","containers":[]}')).toEqual([
      'roster-history: "x.json": no container in it: expected objects with "Id" and "HostConfig", as docker inspect prints them',
      'hint: docker inspect $(docker ps --quiet) | roster-history stale -',
    ]);
    expect(await refused('[{"Id":"x","Names":["web"],"Image":"i"}]')).toEqual([
      'roster-history: "x.json": a list of containers, as docker ps or podman ps prints it, holds no host entries: expected what inspect prints',
      'hint: docker inspect $(docker ps --all --quiet), or the same with podman',
    ]);
    expect(await refused({ watchtower: [] })).toEqual([
      'roster-history: "x.json": none of its containers is declared for any node: found watchtower',
      'hint: roster-history show latest lists what is declared',
    ]);
    expect(await refused({ forgejo: first })).toEqual([
      'roster-history: "x.json": its containers are declared for several nodes: ace and g14',
      'hint: --node "ace"',
    ]);
    expect(await refused({})).toEqual([
      'roster-history: "x.json": no container, so that nothing tells which node it is of',
      'hint: --node "ace"',
    ]);
    expect(await refused({ forgejo: first }, '--node', 'novox')).toEqual([
      'roster-history: "x.json": none of its containers is declared for "novox": found forgejo',
      'hint: roster-history show latest lists what is declared',
    ]);
    expect(await refused({ forgejo: first }, '--node', 'novx')).toEqual([
      'roster-history: no declaration of a node "novx": did you mean "novox"?',
      'hint: --node "novox"',
    ]);
    expect(await refused({ forgejo: first }, '--node', 'somewhere-else')).toEqual([
      'roster-history: no declaration of a node "somewhere-else": declared are ace, g14 and novox',
      '',
    ]);
  });

  test('nothing where nothing runs on the only node', async () => {
    const program = await recorded([{ novox: { 'a/web': first } }]);

    expect(await program.print('stale', program.inspect('x.json', {}), '--exit-code')).toMatch(
      /^nothing to compare: nothing runs of what is declared as of pass 1 of mesh, [^\n]*the only node that is declared\n\nALSO {2}1 container is declared and does not run: web \(a\)\n$/,
    );
  });
});
