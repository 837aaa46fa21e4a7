import { mkdtempSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Recorded } from '../../src/recorder/index.ts';
import { watchEngine } from '../../src/recorder/watch/engine/engine.ts';
import {
  busyboxImage,
  type DockerEngine,
  findEngineObstacle,
  findPodmanObstacle,
  openPodman,
  type PodmanEngine,
  startEngine,
} from './docker-engine.ts';
import { openWatchHistory, type ToldHistory, type WatchHistory } from './watch-history.ts';

const limits = { settleMs: 1500, longestMs: 30_000, timeLimitMs: 20_000, sizeLimitBytes: 16 * 1024 * 1024 };
const node = 'vm1';
const hosts = ['git.mesh.test:192.0.2.2', 'id.mesh.test:192.0.2.3'];
const movedHosts = ['git.mesh.test:192.0.2.9', 'id.mesh.test:192.0.2.3'];
const movedAgainHosts = ['git.mesh.test:192.0.2.10', 'id.mesh.test:192.0.2.3'];
const session = 'kite-Marble-73-session';

function tell(part: string, obstacle: string | null): string {
  if (obstacle === null) return part;
  process.stderr.write(`${part}: skipped, ${obstacle}\n`);
  return `${part} (skipped: ${obstacle})`;
}

function createArgs(name: string, entries: readonly string[], flags: readonly string[] = []): string[] {
  const added = [...entries.flatMap((entry) => ['--add-host', entry]), '--env', `SESSION_SECRET=${session}`];
  return ['create', '--name', name, '--network', 'none', ...flags, ...added, busyboxImage, 'sleep', '86400'];
}

/** Each move of a history, as the pass says it, and whose replacements it was. */
function movesOf({ passes }: ToldHistory) {
  return passes
    .filter(({ moves }) => moves.length > 0)
    .map(({ moves, replacements }) => ({
      moves: moves.map(({ name, kind, after }) => `${name} ${kind} ${after}`),
      replaced: replacements.containers.map(({ container, causes, observed }) => ({ container, causes, observed })),
      created: replacements.created,
      removed: replacements.removed,
    }));
}

/** What was observed and is not explained, or predicted and was not observed, over all passes. */
function untold({ passes }: ToldHistory) {
  const tallies = passes.flatMap(({ observed }) => observed ?? []);
  return tallies.filter(({ unexplained, missing }) => unexplained > 0 || missing > 0);
}

/** What was observed of containers, in words. */
function seen(recorded: readonly Recorded[]): string[] {
  const observations = recorded.flatMap((one) => (one.kind === 'observed' ? one.observed.observations : []));
  return observations.map(({ container, kind }) => `${container} ${kind}`);
}

const replaced = (container: string) => ({ container, causes: ['roster'], observed: true });

const dockerObstacle = findEngineObstacle();

describe.skipIf(dockerObstacle !== null)(tell('watching a real docker engine', dockerObstacle), () => {
  let engine: DockerEngine;
  let folder: WatchHistory;

  // sleep does not end by SIGTERM, and an engine that is ended waits for it
  const run = async (names: readonly string[], entries: readonly string[]) => {
    for (const name of names) await engine.docker(createArgs(name, entries, ['--stop-signal', 'SIGKILL']));
    await engine.docker(['start', ...names]);
  };
  const replace = async (names: readonly string[], entries: readonly string[]) => {
    await engine.docker(['rm', '--force', ...names]);
    await run(names, entries);
  };

  beforeAll(async () => {
    engine = await startEngine(mkdtempSync('/tmp/rh-'));
    folder = openWatchHistory(mkdtempSync('/tmp/rh-'));
    await engine.importBusybox();
    await run(['edge', 'mail'], hosts);
  });

  afterAll(async () => {
    folder?.remove();
    await engine?.stop();
  });

  it('a name that moved is one pass with its replacements, which the events explain', async () => {
    const { feed, recorded, said, close } = folder.openFeed();
    const source = await watchEngine({ engine: 'docker', socket: engine.socket, node, ...limits }, feed);
    try {
      await expect.poll(() => recorded.length, { timeout: 20_000 }).toBe(1);

      await replace(['edge', 'mail'], movedHosts);
      await expect.poll(() => seen(recorded).length, { timeout: 20_000 }).toBe(8);
    } finally {
      await source.close();
      close();
    }

    const told = await folder.diff();
    expect(told.passes[0]).toMatchObject({ outcomes: [{ node, outcome: 'planned' }], moves: [] });
    expect(movesOf(told)).toEqual([
      {
        moves: ['git.mesh.test moved 192.0.2.9'],
        replaced: [replaced('edge'), replaced('mail')],
        created: 0,
        removed: 0,
      },
    ]);
    expect(untold(told)).toEqual([]);
    expect(seen(recorded).sort()).toEqual(
      ['edge', 'mail'].flatMap((name) => ['created', 'destroyed', 'died', 'started'].map((kind) => `${name} ${kind}`)),
    );
    expect(said).toEqual([]);
  });

  it('an engine that is started anew is said to be away once, and nothing is removed by it', async () => {
    const watching = folder.startWatch([`docker:${engine.socket}`, '--node', node, '--settle', '1s', '--json']);
    const printed = () => watching.printed();
    let exit: number | NodeJS.Signals | null;
    try {
      await expect.poll(printed, { timeout: 20_000 }).toContain('"event":"pass"');
      await engine.halt();
      await expect.poll(printed, { timeout: 20_000 }).toContain('"event":"away"');
      await engine.resume();
      await expect.poll(printed, { timeout: 20_000 }).toContain('"event":"back"');
      await replace(['edge', 'mail'], movedAgainHosts);
      await expect.poll(printed, { timeout: 20_000 }).toContain('192.0.2.10');
    } finally {
      exit = await watching.end();
    }

    const told = await folder.diff();
    expect(exit).toBe(0);
    expect(printed().match(/"event":"away"/g)).toHaveLength(1);
    expect(printed()).not.toContain(session);
    expect(told.gaps).toContainEqual(expect.objectContaining({ kind: 'away' }));
    expect(new Set(told.passes.flatMap(({ outcomes }) => outcomes.map(({ outcome }) => outcome)))).toEqual(
      new Set(['planned']),
    );
    expect(told.passes.filter(({ replacements }) => replacements.created + replacements.removed > 0)).toEqual([]);
    expect(movesOf(told).at(-1)).toEqual({
      moves: ['git.mesh.test moved 192.0.2.10'],
      replaced: [replaced('edge'), replaced('mail')],
      created: 0,
      removed: 0,
    });
    expect(untold(told)).toEqual([]);
  });
});

const podmanObstacle = findPodmanObstacle();

describe.skipIf(podmanObstacle !== null)(tell('watching a real podman', podmanObstacle), () => {
  let engine: PodmanEngine;
  let folder: WatchHistory;

  beforeAll(async () => {
    engine = openPodman(mkdtempSync('/tmp/rh-'));
    folder = openWatchHistory(mkdtempSync('/tmp/rh-'));
    await engine.importBusybox();
    for (const name of ['edge', 'mail']) await engine.podman(createArgs(name, hosts));
  });

  afterAll(async () => {
    folder?.remove();
    await engine?.stop();
  });

  // Created and never started: starting needs more of a machine.
  it('a name that moved is one pass with its replacements, which the events explain', async () => {
    const { feed, recorded, said, close } = folder.openFeed();
    const socket = await engine.serve();
    const source = await watchEngine({ engine: 'podman', socket, node, ...limits }, feed);
    try {
      await expect.poll(() => recorded.length, { timeout: 20_000 }).toBe(1);

      await engine.podman(['rm', '--force', 'edge', 'mail']);
      for (const name of ['edge', 'mail']) await engine.podman(createArgs(name, movedHosts));
      await expect.poll(() => recorded.length, { timeout: 20_000 }).toBe(3);
    } finally {
      await source.close();
      close();
    }

    const told = await folder.diff();
    expect(movesOf(told)).toEqual([
      {
        moves: ['git.mesh.test moved 192.0.2.9'],
        replaced: [replaced('edge'), replaced('mail')],
        created: 0,
        removed: 0,
      },
    ]);
    expect(untold(told)).toEqual([]);
    expect(said).toEqual([]);
  });
});
