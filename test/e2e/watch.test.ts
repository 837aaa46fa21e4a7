import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { curl } from '../support/curl.ts';
import { openTestServer } from '../support/http-server.ts';
import { parseExposition } from './exposition.ts';
import { findDnsmasqObstacle, startDnsmasq } from './watch-dnsmasq.ts';
import { ask, freePort, startWatch, watchFolder } from './watch-program.ts';

interface Answer {
  readonly complete: boolean;
  readonly gaps: readonly { readonly kind: string; readonly text: string }[];
}

interface Named extends Answer {
  readonly now: readonly { readonly name: string; readonly addresses: readonly string[] }[];
}

interface Logged extends Answer {
  readonly passes: readonly { readonly key: string | null; readonly moved: number; readonly outcome: string }[];
}

interface Differing extends Answer {
  readonly passes: readonly {
    readonly moves: readonly { readonly name: string; readonly kind: string; readonly after: readonly string[] }[];
    readonly outcomes: readonly { readonly node: string; readonly outcome: string; readonly error: string | null }[];
  }[];
}

const incident = 'examples/incident/swallowed';
const evening = ['1-2231', '2-2236', '3-2241', '4-2246', '5-2251', '6-2256', '7-2301', '8-2306', '9-2311'];
const isRoot = process.geteuid?.() === 0;

/** The moves of each pass that has some, in a line. */
function moves({ passes }: Differing): string[] {
  return passes
    .filter((pass) => pass.moves.length > 0)
    .map((pass) => pass.moves.map(({ name, kind, after }) => [name, kind, ...after].join(' ')).join(', '));
}

function pass(id: number, roster: Readonly<Record<string, string>>): string {
  return JSON.stringify({ controller: 'mesh', pass: String(id), roster, nodes: [] });
}

const dnsmasqObstacle = findDnsmasqObstacle();

describe.skipIf(dnsmasqObstacle !== null)(`hosts files beside dnsmasq${dnsmasqObstacle ? ' (skipped)' : ''}`, () => {
  const names = ['db', 'git', 'id', 'mail', 'www'].map((name) => `${name}.mesh.test`);

  test('the history tells what dnsmasq answers, however a file is written, and when it goes', async () => {
    const folder = watchFolder();
    const [directory, store] = [join(folder, 'hosts'), join(folder, 'history.db')];
    const at = (name: string) => join(directory, name);
    mkdirSync(directory);
    writeFileSync(at('a.hosts'), '192.0.2.1 git.mesh.test\n192.0.2.2 db.mesh.test\n');
    const dnsmasq = await startDnsmasq(directory);
    const watch = await startWatch(store, [directory, '--format', 'hosts']);
    const told = async () => {
      const { now } = await ask<Named>(store, 'name', '*.mesh.test');
      return Object.fromEntries(now.map(({ name, addresses }) => [name, [...addresses].sort()]));
    };
    async function bothTell(expected: Record<string, string[]>): Promise<void> {
      const passes = watch.said('pass').length;
      await expect.poll(() => dnsmasq.addresses(names), { timeout: 10_000 }).toEqual(expected);
      // the last change may be told before dnsmasq is asked
      await expect.poll(told, { timeout: 10_000, interval: 200, message: `after ${passes} passes` }).toEqual(expected);
    }
    await watch.saying('pass');
    await bothTell({ 'git.mesh.test': ['192.0.2.1'], 'db.mesh.test': ['192.0.2.2'] });

    writeFileSync(at('a.hosts'), '192.0.2.1 git.mesh.test\n192.0.2.9 db.mesh.test\n2001:db8::7 WWW.mesh.test\n');
    await bothTell({
      'git.mesh.test': ['192.0.2.1'],
      'db.mesh.test': ['192.0.2.9'],
      'www.mesh.test': ['2001:db8::7'],
    });

    writeFileSync(at('.a.hosts.new'), '192.0.2.1 git.mesh.test id.mesh.test # both\n192.0.2.9 db.mesh.test\n');
    renameSync(at('.a.hosts.new'), at('a.hosts'));
    await bothTell({
      'git.mesh.test': ['192.0.2.1'],
      'id.mesh.test': ['192.0.2.1'],
      'db.mesh.test': ['192.0.2.9'],
    });

    writeFileSync(at('b.hosts'), '192.0.2.5 mail.mesh.test\n192.0.2.6 mail.mesh.test\n');
    const all = {
      'git.mesh.test': ['192.0.2.1'],
      'id.mesh.test': ['192.0.2.1'],
      'db.mesh.test': ['192.0.2.9'],
      'mail.mesh.test': ['192.0.2.5', '192.0.2.6'],
    };
    await bothTell(all);

    const descriptor = openSync(at('a.hosts'), 'w');
    writeSync(descriptor, '192.0.2.1 git.mesh.test\n192.0.2.');
    expect(await dnsmasq.addresses(names)).toEqual(all);
    expect(await told()).toEqual(all);
    writeSync(descriptor, '9 db.mesh.test\n192.0.2.4 id.mesh.test\n');
    closeSync(descriptor);
    await bothTell({ ...all, 'id.mesh.test': ['192.0.2.4'] });

    rmSync(at('b.hosts'));
    const left = { 'git.mesh.test': ['192.0.2.1'], 'db.mesh.test': ['192.0.2.9'], 'id.mesh.test': ['192.0.2.4'] };
    await bothTell(left);

    rmSync(at('a.hosts'));
    await watch.saying('away');
    expect(await dnsmasq.addresses(names)).toEqual({});
    const { complete, gaps, now } = await ask<Named>(store, 'name', 'git.mesh.test');
    expect({ complete, gaps: gaps.map(({ kind }) => kind), now: now[0]?.addresses }).toEqual({
      complete: false,
      gaps: ['away'],
      now: ['192.0.2.1'],
    });
    writeFileSync(at('a.hosts'), '192.0.2.1 git.mesh.test\n192.0.2.9 db.mesh.test\n192.0.2.4 id.mesh.test\n');
    await watch.saying('back');
    await bothTell(left);

    watch.signal('SIGTERM');
    expect(await watch.ended).toBe(0);
    expect(moves(await ask(store, 'diff', '--since', '1'))).toEqual([
      'db.mesh.test moved 192.0.2.9, www.mesh.test added 2001:db8::7',
      'id.mesh.test added 192.0.2.1, www.mesh.test removed',
      'mail.mesh.test added 192.0.2.5 192.0.2.6',
      'id.mesh.test moved 192.0.2.4',
      'mail.mesh.test removed',
    ]);
  });
});

describe('a controller that posts', () => {
  test('an evening by a socket and a port is recorded, also the pass whose 201 the recorder did not outlive', async () => {
    const folder = watchFolder();
    const [store, socket, token] = ['history.db', 'passes.sock', 'token'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(token, 'lantern-Orchard-58\n', { mode: 0o600 });
    const port = await freePort();
    const args = [`unix:${socket}`, `127.0.0.1:${port}`, '--token-file', token, '--size-limit', '64KiB'];
    const bearer = ['--oauth2-bearer', 'lantern-Orchard-58'];
    const watch = await startWatch(store, args);
    const bySocket = (data: string, ...more: string[]) =>
      curl(['--unix-socket', socket, ...more, '--data-binary', '@-', 'http://recorder/passes'], data);
    const byPort = (data: string, ...more: string[]) =>
      curl([...more, '--data-binary', '@-', `http://127.0.0.1:${port}/passes`], data);
    const document = (name: string) => readFileSync(`${incident}/${name}.json`, 'utf8');

    const statuses: number[] = [];
    for (const name of evening.slice(0, 5)) statuses.push((await bySocket(document(name))).status);
    for (const name of evening.slice(5, 8)) statuses.push((await byPort(document(name), ...bearer)).status);
    expect(statuses).toEqual(Array(8).fill(201));

    const refused = [
      await byPort(document('9-2311')),
      await byPort(document('9-2311'), '--oauth2-bearer', 'lantern-Orchard-57'),
      await bySocket('{"pass": 9, "nodes": ['),
      await bySocket(`${' '.repeat(70_000)}{}`),
      await bySocket(document('8-2306')),
    ];
    expect(refused.map(({ status, body }) => [status, JSON.parse(body).error])).toEqual([
      [401, 'a token is needed'],
      [401, 'the token is wrong'],
      [400, 'the JSON ends in the middle: the file is half written or cut off'],
      [413, 'the body is larger than the size limit: found more than 64 KiB, expected at most 64 KiB'],
      [200, undefined],
    ]);
    expect(watch.said('flap-started')).toMatchObject([
      { names: ['books', 'chat', 'forge', 'grafana', 'music', 'photos'].map((name) => `${name}.g14.example`) },
    ]);

    const last = await bySocket(document('9-2311'));
    watch.signal('SIGKILL');
    expect(last.status).toBe(201);
    expect(await watch.ended).toBe('SIGKILL');

    const again = await startWatch(store, args);
    expect(again.said('not-running')).toHaveLength(1);
    expect((await bySocket(document('9-2311'))).status).toBe(200);
    again.signal('SIGTERM');
    expect(await again.ended).toBe(0);
    expect(existsSync(socket)).toBe(false);
    const { passes, gaps, complete } = await ask<Logged>(store, 'log');
    expect(passes.map(({ key, moved }) => `${key} ${moved}`)).toEqual(
      // the one that could not be read is a pass too
      ['1 0', '2 0', '3 0', '4 6', '5 6', '6 6', '7 6', '8 6', 'null 0', '9 6'],
    );
    expect(complete).toBe(false);
    expect(gaps.filter(({ kind }) => kind === 'not-running').map(({ text }) => text)).toEqual([
      expect.stringContaining('killed, or the machine was down'),
      expect.stringContaining('stopped by SIGTERM'),
    ]);
  });
});

describe('sources that fail', () => {
  test('a command that fails is a plan that failed, and what it declared last stands', async () => {
    const folder = watchFolder();
    const [store, declaration] = [join(folder, 'history.db'), join(folder, 'ace.json')];
    const hosts = (last: number) =>
      JSON.stringify({ containers: [{ name: 'web', hosts: [`db.mesh.test:192.0.2.${last}`] }] });
    writeFileSync(declaration, hosts(1));
    const watch = await startWatch(store, [`exec:cat ${declaration}`, '--node', 'ace', '--every', '200ms']);
    await watch.saying('pass');

    renameSync(declaration, `${declaration}.aside`);
    await expect
      .poll(() => watch.said('pass').at(-1)?.notPlanned, { timeout: 10_000 })
      .toEqual([{ node: 'ace', outcome: 'failed', error: expect.stringContaining('No such file or directory') }]);
    writeFileSync(declaration, hosts(2));
    await expect.poll(() => watch.said('pass').at(-1)?.notPlanned, { timeout: 10_000 }).toEqual([]);

    watch.signal('SIGTERM');
    expect(await watch.ended).toBe(0);
    expect(moves(await ask(store, 'diff', '--since', '1'))).toEqual(['db.mesh.test moved 192.0.2.2']);
  });

  test('an address that does not answer is away once, back once, and a gap in between', async () => {
    const store = join(watchFolder(), 'history.db');
    let answer: 'ok' | 'broken' | 'hang-up' = 'ok';
    let last = 1;
    const server = await openTestServer(({ headers }, response) => {
      if (answer === 'hang-up') response.destroy();
      else if (answer === 'broken') response.writeHead(503).end('the store is away');
      else if (headers['if-none-match'] === `"${last}"`) response.writeHead(304).end();
      else response.writeHead(200, { etag: `"${last}"` }).end(`{"db.mesh.test": "192.0.2.${last}"}`);
    });
    const watch = await startWatch(store, [`${server.origin}/roster.json`, '--every', '200ms']);
    await watch.saying('pass', 2);

    answer = 'broken';
    expect(await watch.saying('away')).toMatchObject([
      {
        source: `${server.origin}/roster.json`,
        text: expect.stringContaining('HTTP 503 Service Unavailable: the store is away'),
      },
    ]);
    answer = 'hang-up';
    const asked = server.asked.length;
    await expect.poll(() => server.asked.length, { timeout: 10_000 }).toBeGreaterThan(asked);
    [answer, last] = ['ok', 2];
    await watch.saying('back');
    await expect.poll(() => watch.said('pass').at(-1)?.moved, { timeout: 10_000 }).toBe(0);

    watch.signal('SIGTERM');
    expect(await watch.ended).toBe(0);
    expect([watch.said('away').length, watch.said('back').length]).toEqual([1, 1]);
    const told = await ask<Differing>(store, 'diff', '--since', '1');
    expect(moves(told)).toEqual(['db.mesh.test moved 192.0.2.2']);
    expect(told.gaps.filter(({ kind }) => kind === 'away').map(({ text }) => text)).toEqual([
      expect.stringContaining('HTTP 503 Service Unavailable'),
    ]);
  });
});

describe('signals', () => {
  test('SIGHUP takes a config that can be taken, and nothing of one that cannot', async () => {
    const folder = watchFolder();
    const at = (name: string) => join(folder, name);
    const store = at('history.db');
    const write = (name: string, last: number) => writeFileSync(at(name), `{"${name}.mesh.test": "192.0.2.${last}"}`);
    const config = (...lines: string[]) => writeFileSync(at('config.yaml'), `${lines.join('\n')}\n`);
    const sources = (...names: string[]) => ['sources:', ...names.map((name) => `  - ${name}`)];
    for (const name of ['a', 'b']) {
      write(name, 1);
      // each a controller's own roster, so that none takes the names of the other
      writeFileSync(
        at(`${name}.json`),
        JSON.stringify({ controller: name, roster: { 'x.mesh.test': '192.0.2.1' }, nodes: [] }),
      );
    }
    config(...sources(at('a.json'), at('b.json')));
    const watch = await startWatch(store, ['--config', at('config.yaml')]);
    await watch.saying('pass', 2);
    const refusal = async (count: number) => {
      watch.signal('SIGHUP');
      return (await watch.saying('refused', count)).at(-1)?.text;
    };

    config('sources:', `  - ${at('a.json')}`, '  - "exec:"');
    expect(await refusal(1)).toContain('config.yaml": line 3: "exec:" names nothing');
    config('sorces: []');
    expect(await refusal(2)).toContain('config.yaml": line 1: unknown key "sorces"');
    config(...sources(at('b.json'), `unix:${folder}/none/passes.sock`));
    expect(await refusal(3)).toContain('the folder of the socket');
    config(...sources(at('a.json')), 'metrics: 192.0.2.77:9912');
    expect(await refusal(4)).toContain('metrics cannot be served at 192.0.2.77:9912');

    // a is still watched, and was not read again
    expect(watch.said('pass')).toHaveLength(2);
    writeFileSync(at('a.json'), JSON.stringify({ controller: 'a', roster: { 'x.mesh.test': '192.0.2.2' }, nodes: [] }));
    expect((await watch.saying('pass', 3))[2]).toMatchObject({ controller: 'a', moved: 1 });

    config(
      ...sources(at('a.json'), `{ source: "unix:${at('p.sock')}", format: mapped:names }`),
      'mappings: { names: "{\\"controller\\": \\"p\\", \\"roster\\": names, \\"nodes\\": []}" }',
      'metrics: 127.0.0.1:0',
    );
    watch.signal('SIGHUP');
    expect((await watch.saying('reloaded'))[0]?.text).toBe(
      `config read again: 1 source goes on, stopped ${at('b.json')}, started unix:${at('p.sock')}`,
    );
    const data = '{"names": {"y.mesh.test": "192.0.2.3"}}';
    const posted = await curl(['--unix-socket', at('p.sock'), '--data-binary', data, 'http://recorder/passes']);
    expect(posted.status).toBe(201);
    expect(
      watch
        .said('pass')
        .map(({ controller }) => controller)
        .slice(2),
    ).toEqual(['a', 'p']);

    watch.signal('SIGTERM');
    expect(await watch.ended).toBe(0);
    expect(watch.errors()).toBe('');
  });

  test('SIGTERM ends a command that still runs, and records nothing of it', async () => {
    const folder = watchFolder();
    const [store, running] = [join(folder, 'history.db'), join(folder, 'running')];
    const watch = await startWatch(store, [`exec:touch ${running}; sleep 60`, '--node', 'ace', '--time-limit', '1m']);
    await expect.poll(() => existsSync(running), { timeout: 10_000 }).toBe(true);

    const startedAt = performance.now();
    watch.signal('SIGTERM');

    expect(await watch.ended).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(watch.said().map(({ event }) => event)).toEqual(['watching', 'stopped']);
  });

  test('a second SIGTERM ends it at once, though a command does not listen', async () => {
    const folder = watchFolder();
    const [store, running] = [join(folder, 'history.db'), join(folder, 'running')];
    const stubborn = `exec:trap "" TERM; touch ${running}; for i in 1 2 3 4 5; do sleep 1; done`;
    const watch = await startWatch(store, [stubborn, '--node', 'ace']);
    await expect.poll(() => existsSync(running), { timeout: 10_000 }).toBe(true);

    watch.signal('SIGTERM');
    await watch.saying('stopped');
    watch.signal('SIGTERM');

    expect(await watch.ended).toBe(143);
    expect(watch.said('stopped').map(({ text }) => text)).toEqual([
      'SIGTERM: finishing what was begun; a second one ends it at once',
      'SIGTERM again: ended at once',
    ]);
  });
});

describe('who is told', () => {
  test('a flap that starts and settles is told to a command and to a webhook, and counted', async () => {
    const folder = watchFolder();
    const at = (name: string) => join(folder, name);
    const store = at('history.db');
    const hook = await openTestServer((_asked, response) => response.writeHead(204).end());
    const exec = `printf '%s|%s|%s|%s\\n' "$ROSTER_HISTORY_EVENT" "$ROSTER_HISTORY_NAMES" "$ROSTER_HISTORY_COMMAND" "$(cat | wc -l)" >> ${at('told')}`;
    const args = [`unix:${at('p.sock')}`, '--metrics', '127.0.0.1:0', '--notify-exec', exec];
    const watch = await startWatch(store, [...args, '--webhook', `${hook.origin}/hook-Marble-73`]);
    const metrics = /metrics at (\S+)\/metrics/.exec(String(watch.said('watching')[0]?.text))?.[1] as string;
    const [there, away] = [{ 'git.g14.test': '192.0.2.2', 'db.ace.test': '192.0.2.3' }, { 'db.ace.test': '192.0.2.3' }];
    const rosters = [there, away, there, away, there, there, there, there, there, there];
    for (const [index, roster] of rosters.entries()) {
      const time = new Date(Date.UTC(2026, 8, 29, 20, 40 + index)).toISOString();
      const document = JSON.stringify({ ...JSON.parse(pass(index + 1, roster)), at: time });
      const { status } = await curl(['--unix-socket', at('p.sock'), '--data-binary', document, 'http://r/passes']);
      expect(status).toBe(201);
    }

    await expect.poll(() => hook.asked.length, { timeout: 10_000 }).toBe(2);
    const command = `roster-history --store ${store} flaps --since 2`;
    expect(readFileSync(at('told'), 'utf8').split('\n')).toEqual([
      `flap-started|git.g14.test|${command}|1`,
      `flap-settled|git.g14.test|${command}|1`,
      '',
    ]);
    expect(hook.asked.map(({ method, body }) => [method, JSON.parse(body)])).toMatchObject([
      ['POST', { event: 'flap-started', names: ['git.g14.test'], controller: 'mesh', transitions: 3, command }],
      [
        'POST',
        { event: 'flap-settled', names: ['git.g14.test'], settledAt: '2026-09-29T20:44:00Z', seconds: 180, command },
      ],
    ]);
    const samples = parseExposition((await curl([`${metrics}/metrics`])).body);
    const value = (name: string, labels: object = {}) =>
      samples.find(
        (one) => one.name === `roster_history_${name}` && JSON.stringify(one.labels) === JSON.stringify(labels),
      )?.value;
    expect({
      passes: value('passes_total'),
      removed: value('moves_total', { kind: 'removed' }),
      started: value('flaps_total', { event: 'started' }),
      settled: value('flaps_total', { event: 'settled' }),
      sent: value('notifications_total', { result: 'sent' }),
      flapping: value('flapping_names'),
      away: value('sources_away'),
    }).toEqual({ passes: 10, removed: 2, started: 1, settled: 1, sent: 4, flapping: 0, away: 0 });
    expect(JSON.stringify(samples.map(({ labels }) => labels))).not.toMatch(/\.test|ace|mesh/);
    expect(await curl([`${metrics}/healthz`])).toMatchObject({
      status: 200,
      body: expect.stringContaining('"number":10'),
    });

    watch.signal('SIGTERM');
    expect(await watch.ended).toBe(0);
  });

  test.skipIf(!isRoot || spawnSync('mount', ['--version']).error !== undefined)(
    'while the store has no room, a sender is told so, the probe fails, and SIGTERM ends it all the same',
    async () => {
      const folder = watchFolder();
      const disk = join(folder, 'disk');
      mkdirSync(disk);
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { encoding: 'utf8' });
      expect(mounted.status, mounted.stderr).toBe(0);
      onTestFinished(() => {
        spawnSync('umount', ['--lazy', disk]);
      });
      const [store, socket, file] = [join(disk, 'history.db'), join(folder, 'p.sock'), join(folder, 'mesh.json')];
      const watch = await startWatch(store, [`unix:${socket}`, file, '--metrics', '127.0.0.1:0']);
      const metrics = /metrics at (\S+)\/metrics/.exec(String(watch.said('watching')[0]?.text))?.[1] as string;
      const post = (data: string) => curl(['--unix-socket', socket, '--data-binary', '@-', 'http://r/passes'], data);
      const health = async () => (await curl([`${metrics}/healthz`])).status;
      const many = (id: number) =>
        pass(
          id,
          Object.fromEntries([...Array(4000).keys()].map((index) => [`n${id}-${index}.mesh.test`, '192.0.2.1'])),
        );
      expect((await post(pass(1, { 'a.mesh.test': '192.0.2.1' }))).status).toBe(201);
      expect(await health()).toBe(200);

      const ballast = join(disk, 'ballast');
      const { bsize, bavail } = statfsSync(disk);
      writeFileSync(ballast, Buffer.alloc(bsize * Math.max(0, bavail - 4)));
      expect(await post(many(2))).toMatchObject({ status: 503, body: expect.stringContaining('the disk is full') });
      expect(await health()).toBe(503);
      expect(watch.said('store-fault')).toHaveLength(1);

      rmSync(ballast);
      expect((await post(pass(2, { 'a.mesh.test': '192.0.2.2' }))).status).toBe(201);
      expect(await health()).toBe(200);
      expect(watch.said('store-back')).toHaveLength(1);

      // a source that keeps trying does not hold up the end
      writeFileSync(ballast, Buffer.alloc(bsize * Math.max(0, Number(statfsSync(disk).bavail) - 4)));
      writeFileSync(file, many(3));
      await watch.saying('store-fault', 2);
      watch.signal('SIGTERM');
      expect(await watch.ended).toBe(0);
    },
  );
});

test('a directory that is swapped by its link, as a mounted config map is, is one pass each time', async () => {
  const folder = watchFolder();
  const [mount, store] = [join(folder, 'mount'), join(folder, 'history.db')];
  mkdirSync(mount);
  function swap(version: number): void {
    const data = `..2026_09_29_${version}`;
    mkdirSync(join(mount, data));
    writeFileSync(join(mount, data, 'mesh.json'), pass(version, { 'db.mesh.test': `192.0.2.${version}` }));
    symlinkSync(data, join(mount, '..data_tmp'));
    renameSync(join(mount, '..data_tmp'), join(mount, '..data'));
    if (version > 1) rmSync(join(mount, `..2026_09_29_${version - 1}`), { recursive: true });
  }
  swap(1);
  symlinkSync('..data/mesh.json', join(mount, 'mesh.json'));
  const watch = await startWatch(store, [mount]);
  await watch.saying('pass', 1);

  swap(2);
  await watch.saying('pass', 2);
  swap(3);
  await watch.saying('pass', 3);

  watch.signal('SIGTERM');
  expect(await watch.ended).toBe(0);
  expect(watch.said().map(({ event, key }) => [event, key].join(' ').trim())).toEqual([
    'watching',
    'pass 1',
    'pass 2',
    'pass 3',
    'stopped',
  ]);
  expect(moves(await ask(store, 'diff', '--since', '1'))).toEqual([
    'db.mesh.test moved 192.0.2.2',
    'db.mesh.test moved 192.0.2.3',
  ]);
});

test('a history is kept within its limits while passes are recorded, and stays whole', async () => {
  const folder = watchFolder();
  const at = (name: string) => join(folder, name);
  const store = at('history.db');
  writeFileSync(at('config.yaml'), `sources: ["unix:${at('p.sock')}"]\nretention: { keepPasses: 25 }\n`);
  const post = async (id: number) => {
    const data = pass(id, { 'db.mesh.test': `192.0.2.${id}` });
    expect((await curl(['--unix-socket', at('p.sock'), '--data-binary', data, 'http://r/passes'])).status).toBe(201);
  };
  const first = await startWatch(store, [`unix:${at('p.sock')}`]);
  for (let id = 1; id <= 40; id += 1) await post(id);
  first.signal('SIGTERM');
  await first.ended;

  const watch = await startWatch(store, ['--config', at('config.yaml')]);
  for (let id = 41; id <= 45; id += 1) await post(id);
  const [notice] = await watch.saying('notice');
  watch.signal('SIGTERM');

  expect(await watch.ended).toBe(0);
  expect(notice?.text).toMatch(/^\d+ passes pruned: the history begins at pass \d+; /);
  const { passes } = await ask<Logged>(store, 'log');
  expect(passes.length).toBeLessThanOrEqual(30);
  expect(passes.at(-1)).toMatchObject({ key: '45', moved: 1 });
  await ask(store, 'verify');
});

const analyzer: string = 'systemd-analyze';
const hasAnalyzer = spawnSync(analyzer, ['--version']).error === undefined;

describe.skipIf(!hasAnalyzer)('the example of a systemd unit', () => {
  /** The unit with a program that there is. */
  function unit(): string {
    const file = join(watchFolder(), 'roster-history.service');
    const text = readFileSync('examples/watch/roster-history.service', 'utf8');
    writeFileSync(file, text.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'));
    return file;
  }

  test('is one, without a word of complaint', () => {
    const { status, stdout, stderr } = spawnSync(analyzer, ['verify', unit()], { encoding: 'utf8' });

    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('leaves little that the recorder could do to the machine', () => {
    const args = ['security', '--offline=true', '--threshold=20', '--no-pager', unit()];
    const { status, stdout, stderr } = spawnSync(analyzer, args, { encoding: 'utf8' });

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/Overall exposure level for roster-history\.service: 1\.\d OK/);
  });
});
