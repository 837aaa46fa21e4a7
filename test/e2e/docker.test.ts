import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, inflateRawSync, unzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  busyboxImage,
  type DockerEngine,
  findEngineObstacle,
  findPodmanObstacle,
  openPodman,
  type PodmanEngine,
  startEngine,
} from './docker-engine.ts';

const program = resolve(import.meta.dirname, '../../dist/main.cjs');
const secrets = {
  session: 'kite-Marble-73-session',
  rotatedSession: 'kite-Marble-74-session',
  storePassword: 'Orchard-Lantern-58-store',
  apiToken: 'Walnut-Harbour-21-label',
};

/** What a container is made from. The order of `hosts` and `env` is the order given to the engine. */
interface Declared {
  readonly hosts: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
}

interface Replacements {
  readonly total: number;
  readonly byCause: Readonly<Record<string, number>>;
  readonly created: number;
  readonly removed: number;
  readonly containers: readonly { readonly container: string; readonly [key: string]: unknown }[];
}

interface Move {
  readonly name: string;
  readonly [key: string]: unknown;
}

interface PassDiff {
  readonly key: string;
  readonly outcomes: readonly { readonly node: string; readonly outcome: string }[];
  readonly problems: readonly unknown[];
  readonly moves: readonly Move[];
  readonly replacements: Replacements;
}

interface DiffDocument {
  readonly format: string;
  readonly complete: boolean;
  readonly passes: readonly PassDiff[];
  readonly net: { readonly moves: readonly Move[]; readonly replacements: Replacements };
  readonly disagreements: readonly unknown[];
}

/** A store, the built program that writes and reads it, and everything that either of them let out. */
interface History {
  record(pass: number, inspected: string): Promise<void>;
  run(args: readonly string[]): Promise<string>;
  /**
   * All that was printed, and after each record the bytes of every file beside the store, the write-ahead log included,
   * and every value in every table, unpacked.
   */
  disclosed(): string;
  close(): void;
}

function openHistory(dir: string, node: string): History {
  const inputs = join(dir, 'in');
  const kept = join(dir, 'kept');
  for (const folder of [inputs, kept]) mkdirSync(folder);
  const store = join(kept, 'history.db');
  const disclosures: string[] = [];
  let reader: Database.Database | null = null;

  const run = async (args: readonly string[]) => {
    const env = { PATH: process.env.PATH, HOME: dir, TZ: 'UTC' };
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args, '--store', store], {
        env,
      });
      disclosures.push(stdout, stderr);
      return stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`roster-history ${args.join(' ')}:\n${stderr || stdout || String(error)}`, { cause: error });
    }
  };

  return {
    run,
    record: async (pass, inspected) => {
      const file = join(inputs, `pass-${pass}.json`);
      writeFileSync(file, inspected);
      await run(['record', '--node', node, '--pass', String(pass), file]);
      // It stays open: the last connection to close clears the write-ahead log away, where a secret might stand.
      reader ??= new Database(store, { readonly: true });
      disclosures.push(...valuesOf(reader));
      for (const name of readdirSync(kept)) disclosures.push(readFileSync(join(kept, name), 'latin1'));
    },
    disclosed: () => disclosures.join('\n'),
    close: () => reader?.close(),
  };
}

function valuesOf(store: Database.Database): string[] {
  const tables = store.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  const rows = tables.flatMap((table) => store.prepare(`SELECT * FROM "${table}"`).raw().all() as unknown[][]);
  return rows.flat().flatMap((value) => (Buffer.isBuffer(value) ? unpacked(value) : [String(value)]));
}

/** A blob's text, whichever way it was packed, so that a secret cannot hide in a compressed one. */
function unpacked(blob: Buffer): string[] {
  return [(bytes: Buffer) => bytes, inflateRawSync, unzipSync, brotliDecompressSync].flatMap((unpack) => {
    try {
      return [unpack(blob).toString('utf8')];
    } catch {
      return [];
    }
  });
}

function createArgs(name: string, { hosts, env = {}, labels = {} }: Declared): string[] {
  const flags = [
    ...hosts.flatMap((entry) => ['--add-host', entry]),
    ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ...Object.entries(labels).flatMap(([key, value]) => ['--label', `${key}=${value}`]),
  ];
  return ['create', '--name', name, '--network', 'none', ...flags, busyboxImage, 'sleep', '86400'];
}

function composeLabels(service: string, number: number): Record<string, string> {
  return {
    'com.docker.compose.project': 'mesh',
    'com.docker.compose.service': service,
    'com.docker.compose.container-number': String(number),
  };
}

function parseDiff(text: string): DiffDocument {
  return JSON.parse(text) as DiffDocument;
}

function passOf({ passes }: DiffDocument, pass: number): PassDiff {
  const found = passes.find(({ key }) => key === String(pass));
  if (found === undefined) throw new Error(`no pass "${pass}" among ${passes.map(({ key }) => key).join(', ')}`);
  return found;
}

function movesOf(pass: PassDiff): Move[] {
  return [...pass.moves].sort((one, other) => one.name.localeCompare(other.name));
}

function containersOf({ replacements }: PassDiff): Replacements['containers'] {
  return [...replacements.containers].sort((one, other) => one.container.localeCompare(other.container));
}

function causes(given: Record<string, number>): Record<string, number> {
  return { roster: 0, order: 0, spelling: 0, spec: 0, unexplained: 0, ...given };
}

function tell(part: string, obstacle: string | null): string {
  if (obstacle === null) return part;
  process.stderr.write(`${part}: skipped, ${obstacle}\n`);
  return `${part} (skipped: ${obstacle})`;
}

const dockerObstacle = findEngineObstacle();

describe.skipIf(dockerObstacle !== null)(tell('a real docker engine', dockerObstacle), () => {
  const node = 'vm1';
  const hosts = ['git.mesh.test:192.0.2.2', 'id.mesh.test:192.0.2.3', 'mail.mesh.test:192.0.2.4'];
  const movedHosts = ['git.mesh.test:192.0.2.9', 'id.mesh.test:192.0.2.3', 'mail.mesh.test:192.0.2.4'];
  const turnedHosts = ['mail.mesh.test:192.0.2.4', 'git.mesh.test:192.0.2.9', 'id.mesh.test:192.0.2.3'];
  const api = { LOG_LEVEL: 'info', SESSION_SECRET: secrets.session };
  const first: Record<string, Declared> = {
    'mesh-api-1': { hosts, env: api, labels: composeLabels('api', 1) },
    'mesh-api-2': { hosts, env: api, labels: composeLabels('api', 2) },
    'mesh-store-1': { hosts, env: { POSTGRES_PASSWORD: secrets.storePassword }, labels: composeLabels('store', 1) },
    edge: { hosts, labels: { 'mesh.role': 'edge', 'mesh.api-token': secrets.apiToken } },
    mail: { hosts },
    backup: { hosts: [], env: { LOG_LEVEL: 'info' } },
  };
  const listed = ['edge', 'mail', 'mesh-api-1', 'mesh-api-2', 'mesh-store-1'];

  let engine: DockerEngine;
  let history: History;
  let historyDir: string;
  let document: DiffDocument;

  const create = async (declared: Record<string, Declared>) => {
    await Promise.all(Object.entries(declared).map(([name, one]) => engine.docker(createArgs(name, one))));
  };
  const run = async (declared: Record<string, Declared>) => {
    await create(declared);
    await engine.docker(['start', ...Object.keys(declared)]);
  };
  const replace = async (declared: Record<string, Declared>) => {
    await engine.docker(['rm', '-f', ...Object.keys(declared)]);
    await run(declared);
  };
  const record = async (pass: number) => {
    const ids = (await engine.docker(['ps', '-aq'])).trim().split('\n');
    await history.record(pass, await engine.docker(['inspect', ...ids]));
  };

  beforeAll(async () => {
    engine = await startEngine(mkdtempSync('/tmp/rh-'));
    historyDir = mkdtempSync('/tmp/rh-');
    history = openHistory(historyDir, node);
    await engine.importBusybox();

    await run(first);
    await record(1);

    await replace(Object.fromEntries(listed.map((name) => [name, { ...first[name], hosts: movedHosts }])));
    await record(2);

    await record(3);

    const { edge } = first;
    await replace({ edge: { ...edge, hosts: turnedHosts } });
    await record(4);

    const rotated = { LOG_LEVEL: 'debug', SESSION_SECRET: secrets.rotatedSession };
    await replace({ 'mesh-api-2': { ...first['mesh-api-2'], hosts: movedHosts, env: rotated } });
    await record(5);

    await replace({ mail: { hosts: movedHosts } });
    await record(6);

    // Created and not started: an engine without a bridge has no address to put in the place of host-gateway.
    await engine.docker(['rm', '-f', 'edge']);
    await create({
      edge: { ...edge, hosts: [...turnedHosts, 'v6.mesh.test:2001:DB8:0::7', 'gw.mesh.test:host-gateway'] },
    });
    await record(7);

    await engine.docker(['rm', '-f', 'edge']);
    await create({
      edge: { ...edge, hosts: [...turnedHosts, 'v6.mesh.test:2001:db8::7', 'gw.mesh.test:host-gateway'] },
    });
    await record(8);

    // What compose does in the middle of its own replacement.
    await engine.docker(['rename', 'mesh-store-1', '3f2a9c1b7d04_mesh-store-1']);
    await record(9);

    document = parseDiff(await history.run(['diff', '--since', '1h ago', '--json']));
  });

  afterAll(async () => {
    history?.close();
    if (historyDir !== undefined) rmSync(historyDir, { recursive: true, force: true });
    await engine?.stop();
  });

  it('every pass is there once, in order and complete', () => {
    expect(document).toMatchObject({ format: 'roster-history/diff@1', complete: true, disagreements: [] });
    expect(document.passes.map(({ key }) => key)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(document.passes.flatMap(({ outcomes }) => outcomes)).not.toContainEqual(
      expect.objectContaining({ outcome: 'unreadable' }),
    );
  });

  it('the first pass replaces nothing', () => {
    expect(passOf(document, 1).replacements).toMatchObject({ total: 0, byCause: causes({}) });
  });

  it('a moved name is said once, and replaces every container that lists it', () => {
    const pass = passOf(document, 2);

    expect(pass.moves).toEqual([
      expect.objectContaining({
        name: 'git.mesh.test',
        kind: 'moved',
        before: ['192.0.2.2'],
        after: ['192.0.2.9'],
        seenBy: expect.objectContaining({ containers: 5 }),
      }),
    ]);
    expect(pass.replacements).toMatchObject({ total: 5, byCause: causes({ roster: 5 }), created: 0, removed: 0 });
    expect(containersOf(pass)).toEqual(
      ['edge', 'mail', 'mesh/api/1', 'mesh/api/2', 'mesh/store/1'].map((container) =>
        expect.objectContaining({
          node,
          container,
          causes: ['roster'],
          names: ['git.mesh.test'],
          spec: [],
          observed: true,
        }),
      ),
    );
  });

  it('a pass in which nothing changed is quiet', () => {
    const pass = passOf(document, 3);

    expect(pass.moves).toEqual([]);
    expect(pass.replacements).toMatchObject({ total: 0, byCause: causes({}), created: 0, removed: 0, containers: [] });
  });

  it('another order of host entries moves no name and replaces the container', () => {
    const pass = passOf(document, 4);

    expect(pass.moves).toEqual([]);
    expect(pass.replacements).toMatchObject({ total: 1, byCause: causes({ order: 1 }) });
    expect(pass.replacements.containers).toEqual([
      expect.objectContaining({ node, container: 'edge', causes: ['order'], spec: [], observed: true }),
    ]);
  });

  it('changed env values are named by their path', () => {
    const pass = passOf(document, 5);

    expect(pass.moves).toEqual([]);
    expect(pass.replacements).toMatchObject({ total: 1, byCause: causes({ spec: 1 }) });
    expect(pass.replacements.containers).toEqual([
      expect.objectContaining({
        node,
        container: 'mesh/api/2',
        causes: ['spec'],
        names: [],
        spec: [expect.stringContaining('LOG_LEVEL'), expect.stringContaining('SESSION_SECRET')],
        observed: true,
      }),
    ]);
  });

  it('a container recreated from the same declaration is unexplained', () => {
    const pass = passOf(document, 6);

    expect(pass.moves).toEqual([]);
    expect(pass.replacements).toMatchObject({ total: 1, byCause: causes({ unexplained: 1 }) });
    expect(pass.replacements.containers).toEqual([
      expect.objectContaining({
        node,
        container: 'mail',
        causes: ['unexplained'],
        names: [],
        spec: [],
        observed: true,
      }),
    ]);
  });

  it('an IPv6 address and host-gateway are addresses like any other', () => {
    const pass = passOf(document, 7);

    expect(pass.problems).toEqual([]);
    expect(movesOf(pass)).toEqual([
      expect.objectContaining({ name: 'gw.mesh.test', kind: 'added', before: [], after: ['host-gateway'] }),
      expect.objectContaining({ name: 'v6.mesh.test', kind: 'added', before: [], after: ['2001:db8::7'] }),
    ]);
    expect(pass.replacements).toMatchObject({ total: 1, byCause: causes({ roster: 1 }) });
    expect(pass.replacements.containers).toEqual([
      expect.objectContaining({ node, container: 'edge', causes: ['roster'], spec: [], observed: true }),
    ]);
  });

  it('an IPv6 address written otherwise moves no name and replaces the container', () => {
    const pass = passOf(document, 8);

    expect(pass.moves).toEqual([]);
    expect(pass.replacements).toMatchObject({ total: 1, byCause: causes({ spelling: 1 }) });
    expect(pass.replacements.containers).toEqual([
      expect.objectContaining({ node, container: 'edge', causes: ['spelling'], spec: [], observed: true }),
    ]);
  });

  it('a compose container under a temporary name is the container it was', () => {
    const pass = passOf(document, 9);

    expect(pass.moves).toEqual([]);
    expect(pass.replacements).toMatchObject({ total: 0, created: 0, removed: 0, containers: [] });
  });

  it('two passes compare as states', async () => {
    const { format, net } = parseDiff(await history.run(['diff', '1', '2', '--json']));

    expect(format).toBe('roster-history/diff@1');
    expect(net.moves).toEqual([
      expect.objectContaining({ name: 'git.mesh.test', kind: 'moved', before: ['192.0.2.2'], after: ['192.0.2.9'] }),
    ]);
    expect(net.replacements).toMatchObject({ total: 5, byCause: causes({ roster: 5 }) });
  });

  it('the log counts what each pass moved and replaced', async () => {
    const { passes } = JSON.parse(await history.run(['log', '--json'])) as {
      passes: { key: string; moved: number; replaced: number }[];
    };

    const counts = passes.map(({ key, moved, replaced }) => [Number(key), moved, replaced]);
    expect(counts.filter(([pass]) => pass !== 1).sort()).toEqual([
      [2, 1, 5],
      [3, 0, 0],
      [4, 0, 1],
      [5, 0, 1],
      [6, 0, 1],
      [7, 2, 1],
      [8, 0, 1],
      [9, 0, 0],
    ]);
  });

  it('no secret reaches the disk or the terminal', async () => {
    for (const args of [
      ['diff', '--since', '1h ago'],
      ['diff', '1', '9'],
      ['log'],
      ['show', '5'],
      ['show', '5', '--json'],
    ]) {
      await history.run(args);
    }

    const disclosed = history.disclosed();

    // What stood beside the secrets is legible, or their absence would prove nothing.
    expect(disclosed).toContain('POSTGRES_PASSWORD');
    expect(disclosed).toContain('mesh.api-token');
    expect(Object.values(secrets).filter((secret) => disclosed.includes(secret))).toEqual([]);
  });
});

const podmanObstacle = findPodmanObstacle();

describe.skipIf(podmanObstacle !== null)(tell('a real podman', podmanObstacle), () => {
  const node = 'vm2';
  const hosts = ['git.mesh.test:192.0.2.2', 'v6.mesh.test:2001:db8::7'];
  const movedHosts = ['git.mesh.test:192.0.2.9', 'v6.mesh.test:2001:db8::7'];
  const first: Record<string, Declared> = {
    'mesh-api-1': {
      hosts,
      env: { LOG_LEVEL: 'info', SESSION_SECRET: secrets.session },
      labels: composeLabels('api', 1),
    },
    edge: { hosts },
  };

  let engine: PodmanEngine;
  let history: History;
  let historyDir: string;
  let document: DiffDocument;

  // Created and never started: what podman was given stands in what it inspects, and starting needs more of a machine.
  const create = async (declared: Record<string, Declared>) => {
    for (const [name, one] of Object.entries(declared)) await engine.podman(createArgs(name, one));
  };
  const replace = async (declared: Record<string, Declared>) => {
    await engine.podman(['rm', '--force', ...Object.keys(declared)]);
    await create(declared);
  };
  const record = async (pass: number) => {
    await history.record(pass, await engine.podman(['inspect', ...Object.keys(first)]));
  };

  beforeAll(async () => {
    engine = openPodman(mkdtempSync('/tmp/rh-'));
    historyDir = mkdtempSync('/tmp/rh-');
    history = openHistory(historyDir, node);
    await engine.importBusybox();

    await create(first);
    await record(1);

    await replace(
      Object.fromEntries(Object.entries(first).map(([name, one]) => [name, { ...one, hosts: movedHosts }])),
    );
    await record(2);

    await replace({ edge: { hosts: movedHosts } });
    await record(3);

    await record(4);

    document = parseDiff(await history.run(['diff', '--since', '1h ago', '--json']));
  });

  afterAll(async () => {
    history?.close();
    if (historyDir !== undefined) rmSync(historyDir, { recursive: true, force: true });
    await engine?.stop();
  });

  it('a moved name is the only cause, though podman keeps the command line that made the container', () => {
    const pass = passOf(document, 2);

    expect(pass.moves).toEqual([
      expect.objectContaining({ name: 'git.mesh.test', kind: 'moved', before: ['192.0.2.2'], after: ['192.0.2.9'] }),
    ]);
    expect(pass.replacements).toMatchObject({ total: 2, byCause: causes({ roster: 2 }), created: 0, removed: 0 });
    expect(containersOf(pass)).toEqual(
      ['edge', 'mesh/api/1'].map((container) =>
        expect.objectContaining({
          node,
          container,
          causes: ['roster'],
          names: ['git.mesh.test'],
          spec: [],
          observed: true,
        }),
      ),
    );
  });

  it('a container recreated from the same declaration is unexplained', () => {
    expect(passOf(document, 3).replacements.containers).toEqual([
      expect.objectContaining({
        node,
        container: 'edge',
        causes: ['unexplained'],
        names: [],
        spec: [],
        observed: true,
      }),
    ]);
  });

  it('a pass in which nothing changed is quiet', () => {
    expect(passOf(document, 4)).toMatchObject({ moves: [], replacements: { total: 0, containers: [] } });
  });

  it('no secret reaches the disk or the terminal', async () => {
    for (const args of [
      ['diff', '--since', '1h ago'],
      ['show', '1'],
      ['show', '1', '--json'],
    ])
      await history.run(args);

    const disclosed = history.disclosed();

    expect(disclosed).toContain('SESSION_SECRET');
    expect(Object.values(secrets).filter((secret) => disclosed.includes(secret))).toEqual([]);
  });
});
