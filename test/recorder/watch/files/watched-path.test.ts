import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreError } from '../../../../src/history/index.ts';
import type { Recorded } from '../../../../src/recorder/recorder.ts';
import { type WatchedPathSettings, watchPath } from '../../../../src/recorder/watch/files/watched-path.ts';
import { openingFault, stampOf } from '../../../../src/recorder/watch/files/watched-stamp.ts';
import { asNobody } from '../../../support/as-nobody.ts';
import { temporaryFolder } from '../../../support/temporary-store.ts';
import { openTestFeed, type TestFeed } from '../test-feed.ts';

const roster = (last: number) => `{"db.mesh.example":["192.0.2.${last}"]}\n`;

/** A folder, and a path in it that is watched with short times until the test ends. */
async function watching(
  name: string,
  prepare: (folder: string) => void = () => {},
  given: Partial<WatchedPathSettings> & { feed?: TestFeed } = {},
) {
  const folder = temporaryFolder();
  const path = join(folder, name);
  prepare(folder);
  const { feed = openTestFeed(), ...settings } = given;
  const source = await watchPath({ path, settleMs: 30, patienceMs: 200, graceMs: 300, ...settings }, feed.feed);
  onTestFinished(() => source.close());
  return {
    ...feed,
    source,
    path,
    put: (content: string, file = name) => writeFileSync(join(folder, file), content),
    /** Writes beside the file and moves it over it, as a careful writer does. */
    replace(content: string, file = name) {
      writeFileSync(join(folder, `.${file}.tmp`), content);
      renameSync(join(folder, `.${file}.tmp`), join(folder, file));
    },
    in: (file: string) => join(folder, file),
    texts: () => feed.deliveries.map(({ text }) => text),
    nextText: async () => (await feed.next()).text,
  };
}

describe('a file that is watched', () => {
  test('is handed over as it is, then each time that it is replaced, written in place, or deleted and made again', async () => {
    const { put, replace, path, source, next, nextText, texts, aways } = await watching('roster.json', (folder) =>
      writeFileSync(join(folder, 'roster.json'), roster(1)),
    );
    expect(await next()).toEqual({ label: 'roster.json', text: roster(1), error: null });

    replace(roster(2));
    expect(await nextText()).toBe(roster(2));
    replace(roster(3));
    expect(await nextText()).toBe(roster(3));
    put(roster(4));
    expect(await nextText()).toBe(roster(4));
    rmSync(path);
    put(roster(5));
    expect(await nextText()).toBe(roster(5));

    expect(source.label).toBe(path);
    expect(texts()).toHaveLength(5);
    expect(aways).toEqual([]);
  });

  test('is handed over with what is known of it', async () => {
    const { next, put } = await watching('roster.json', undefined, { circumstances: { node: 'g14' }, format: 'mesh' });

    put(roster(1));

    expect(await next()).toEqual({
      label: 'roster.json',
      text: roster(1),
      error: null,
      circumstances: { node: 'g14' },
      format: 'mesh',
    });
  });

  test('may bear an older time, or the same one, than the version before it', async () => {
    const { put, replace, path, nextText, in: inFolder } = await watching('roster.json');
    put(roster(1));
    expect(await nextText()).toBe(roster(1));

    writeFileSync(inFolder('.older'), roster(2));
    utimesSync(inFolder('.older'), 1000, 1000);
    renameSync(inFolder('.older'), path);
    expect(await nextText()).toBe(roster(2));
    put(roster(3));
    utimesSync(path, 1000, 1000);
    expect(await nextText()).toBe(roster(3));
    replace(roster(4));
    expect(await nextText()).toBe(roster(4));
  });

  test('with the same content is handed over where it was written again, and not where only its mode changed', async () => {
    const { put, replace, path, next, nextText, texts } = await watching('roster.json');
    put(roster(1));
    await next();

    replace(roster(1));
    expect(await nextText()).toBe(roster(1));
    utimesSync(path, 2000, 2000);
    expect(await nextText()).toBe(roster(1));
    chmodSync(path, 0o600);
    replace(roster(2));
    expect(await nextText()).toBe(roster(2));

    expect(texts()).toHaveLength(4);
  });

  test('that changes faster than it settles loses versions, and never the last one nor the order', async () => {
    const { put, texts } = await watching('roster.json');

    for (let last = 1; last <= 50; last += 1) {
      put(roster(last));
      await new Promise(setImmediate);
    }

    await expect.poll(() => texts().at(-1), { timeout: 5000 }).toBe(roster(50));
    const versions = texts().map((text) => Number(/\d+(?="\])/.exec(text ?? '')?.[0]));
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
  });

  test('that changes all the time is handed over all the same', async () => {
    const { put, next } = await watching('roster.json', undefined, { patienceMs: 100 });
    let last = 0;
    const writer = setInterval(() => {
      last += 1;
      put(roster(last % 250));
    }, 5);
    onTestFinished(() => clearInterval(writer));

    expect((await next()).error).toBeNull();
  });

  test('is one source with the files that say how its command ended', async () => {
    const { put, next, deliveries, in: inFolder } = await watching('roster.json');

    put('', 'roster.status');
    put(roster(1));
    put('timed out\n', 'roster.stderr');
    put('3\n', 'roster.status');
    const first = await next();
    // the word of the run before goes, and the same word comes again: a run of its own
    unlinkSync(inFolder('roster.status'));
    put(roster(2));
    put('0\n', 'roster.status');

    expect(first).toEqual({
      label: 'roster.json',
      text: roster(1),
      error: null,
      exitStatus: 3,
      standardError: 'timed out',
    });
    expect(await next()).toMatchObject({ text: roster(2), exitStatus: 0 });
    // word that comes late is news of the same version
    put('4\n', 'roster.status');
    expect(await next()).toMatchObject({ text: roster(2), exitStatus: 4 });
    expect(deliveries).toHaveLength(3);
  });

  test('that is too large is handed over without its text', async () => {
    const { put, next } = await watching('roster.json', undefined, { sizeLimitBytes: 10 });

    put(roster(1));

    expect(await next()).toMatchObject({
      text: null,
      error: 'larger than the size limit: found 34 bytes, expected at most 10 bytes',
    });
  });

  test('is handed over again when the store could not take it', async () => {
    const told = openTestFeed();
    let faults = 1;
    const deliver: TestFeed['feed']['deliver'] = async (input) => {
      if (faults > 0) {
        faults -= 1;
        throw new StoreError('the disk is full');
      }
      return told.feed.deliver(input);
    };
    const { put, nextText } = await watching('roster.json', undefined, {
      feed: { ...told, feed: { ...told.feed, deliver } },
    });

    put(roster(1));

    expect(await nextText()).toBe(roster(1));
    expect(faults).toBe(0);
  });
});

describe('a file that is half written', () => {
  test.each([
    ['nothing in it', ''],
    ['an end in the middle', '{"db.mesh.example":["192.'],
  ])('with %s is waited for', async (_what, torn) => {
    const { put, nextText, texts } = await watching('.', undefined, { patienceMs: 60_000 });

    put(torn, 'b.json');
    put(roster(1), 'a.json');
    expect(await nextText()).toBe(roster(1));
    put(roster(2), 'a.json');
    expect(await nextText()).toBe(roster(2));
    put(roster(3), 'b.json');

    expect(await nextText()).toBe(roster(3));
    expect(texts()).toEqual([roster(1), roster(2), roster(3)]);
  });

  test('and stays so is handed over as it is', async () => {
    const { put, nextText } = await watching('roster.json');

    put('{"db.mesh');
    expect(await nextText()).toBe('{"db.mesh');
    put('');
    expect(await nextText()).toBe('');
  });

  test('is not handed over while it grows, however long that takes', async () => {
    const { put, nextText, path } = await watching('roster.json', undefined, { settleMs: 60, patienceMs: 60 });
    put('{"db.mesh.example":["192.0.2.1"');
    for (let written = 0; written < 40; written += 1) {
      appendFileSync(path, ',"192.0.2.2"');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    appendFileSync(path, ']}');

    expect(await nextText()).toBe(`{"db.mesh.example":["192.0.2.1"${',"192.0.2.2"'.repeat(40)}]}`);
  });
});

describe('a mounted config map', () => {
  function mountIn(folder: string) {
    const version = (last: number, modified: number) => {
      const dated = `..2026_03_0${last}`;
      mkdirSync(join(folder, dated));
      writeFileSync(join(folder, dated, 'roster.json'), roster(last));
      utimesSync(join(folder, dated, 'roster.json'), modified, modified);
      symlinkSync(dated, join(folder, '..data_tmp'));
      renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
    };
    version(1, 3000);
    symlinkSync('..data/roster.json', join(folder, 'roster.json'));
    return version;
  }

  test.each(['roster.json', '.'])(
    'watched as %s is handed over once for each swap, an older file too',
    async (name) => {
      let version: ReturnType<typeof mountIn> = () => {};
      const {
        nextText,
        texts,
        in: inFolder,
      } = await watching(name, (folder) => {
        version = mountIn(folder);
      });
      expect(await nextText()).toBe(roster(1));

      version(2, 4000);
      expect(await nextText()).toBe(roster(2));
      rmSync(inFolder('..2026_03_01'), { recursive: true });
      version(3, 2000);
      expect(await nextText()).toBe(roster(3));

      expect(texts()).toEqual([roster(1), roster(2), roster(3)]);
    },
  );
});

describe('a directory that is watched', () => {
  test('is its inputs in order, then each that changes', async () => {
    const { next, put, deliveries } = await watching('in', (folder) => {
      mkdirSync(join(folder, 'in'));
      for (const last of [10, 9, 1]) writeFileSync(join(folder, 'in', `pass-${last}.json`), roster(last));
    });
    for (let count = 1; count <= 3; count += 1) await next();

    put(roster(11), 'in/pass-11.json');
    await next();
    for (const name of ['.pass-12.json.tmp', 'pass-12.json~', '.pass-12.json.swp', 'README.md', 'pass-12.status']) {
      put('0', `in/${name}`);
    }
    put(roster(12), 'in/pass-12.json');
    await next();

    expect(deliveries.map(({ label }) => label)).toEqual([
      'pass-1.json',
      'pass-9.json',
      'pass-10.json',
      'pass-11.json',
      'pass-12.json',
    ]);
  });

  test('without an input is away until there is one', async () => {
    const { next, put, aways } = await watching('.');

    await expect.poll(() => aways, { timeout: 5000 }).toHaveLength(1);
    put(roster(1), 'a.json');

    expect((await next()).label).toBe('a.json');
    expect(aways).toEqual([
      'no input in the directory: expected files ending in .json, .yaml, .hosts or .txt, or without an ending, found nothing',
    ]);
  });

  test('that loses one of several inputs goes on, and says so of a link that leads nowhere', async () => {
    const {
      next,
      put,
      in: inFolder,
      aways,
      notices,
    } = await watching('.', (folder) => {
      for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.json`), roster(1));
      symlinkSync('none', join(folder, 'c.json'));
    });
    await next();
    await next();

    rmSync(inFolder('a.json'));
    await expect.poll(() => notices, { timeout: 5000 }).toEqual([`"${inFolder('c.json')}" does not exist`]);
    put(roster(2), 'b.json');

    expect(await next()).toMatchObject({ label: 'b.json', text: roster(2) });
    expect(aways).toEqual([]);
  });

  test('says that an input is gone for good, whose declaration stands', async () => {
    const {
      next,
      notices,
      aways,
      in: inFolder,
    } = await watching('.', (folder) => {
      for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.json`), roster(1));
    });
    await next();
    await next();

    rmSync(inFolder('a.json'));

    await expect
      .poll(() => notices, { timeout: 5000 })
      .toEqual([`"${inFolder('a.json')}" is there no more: what it declared last stands`]);
    expect(aways).toEqual([]);
  });

  test('of hosts files is one roster: without a file that went, and not while one is half written', async () => {
    const {
      nextText,
      put,
      texts,
      aways,
      notices,
      in: inFolder,
    } = await watching(
      '.',
      (folder) => {
        for (const last of [1, 2]) writeFileSync(join(folder, `${last}.hosts`), `192.0.2.${last} n${last}.example\n`);
      },
      { format: 'hosts' },
    );
    const both = '192.0.2.1 n1.example\n192.0.2.2 n2.example\n';
    expect(await nextText()).toBe(both);

    put('192.0.2.1 n1.exam', '1.hosts');
    setTimeout(() => put('192.0.2.9 n1.example\n', '1.hosts'), 60);
    expect(await nextText()).toBe('192.0.2.9 n1.example\n192.0.2.2 n2.example\n');
    rmSync(inFolder('2.hosts'));
    expect(await nextText()).toBe('192.0.2.9 n1.example\n');
    rmSync(inFolder('1.hosts'));
    await expect.poll(() => aways, { timeout: 5000 }).toHaveLength(1);
    put('192.0.2.9 n1.example\n', '1.hosts');
    expect(await nextText()).toBe('192.0.2.9 n1.example\n');

    expect(texts()).toHaveLength(4);
    expect(notices).toEqual([]);
  });

  test('of whole rosters says how they can be read as one', async () => {
    const feed = openTestFeed();
    const recorded = { kind: 'appended', draft: { roster: {}, reports: [] } } as unknown as Recorded;
    const deliver: TestFeed['feed']['deliver'] = async (input) => [...(await feed.feed.deliver(input)), recorded];
    const { next, notices } = await watching(
      '.',
      (folder) => {
        for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.json`), roster(1));
      },
      { feed: { ...feed, feed: { ...feed.feed, deliver } } },
    );
    await next();
    await next();

    await expect.poll(() => notices, { timeout: 5000 }).toEqual([expect.stringContaining('--format hosts reads')]);
  });

  test('may be a link that is set to another directory', async () => {
    const { nextText, in: inFolder } = await watching('current', (folder) => {
      for (const last of [1, 2]) {
        mkdirSync(join(folder, `v${last}`));
        writeFileSync(join(folder, `v${last}`, 'a.json'), roster(last));
      }
      symlinkSync('v1', join(folder, 'current'));
    });
    expect(await nextText()).toBe(roster(1));

    symlinkSync('v2', inFolder('next'));
    renameSync(inFolder('next'), inFolder('current'));
    expect(await nextText()).toBe(roster(2));
    writeFileSync(inFolder('v2/a.json'), roster(3));
    expect(await nextText()).toBe(roster(3));
  });
});

describe('a path that is not there', () => {
  test('is away after a grace, and handed over when it comes, its folders with it', async () => {
    const { nextText, aways, path, in: inFolder } = await watching('a/b/roster.json');

    await expect.poll(() => aways, { timeout: 5000 }).toEqual([`"${path}" does not exist`]);
    mkdirSync(inFolder('a/b'), { recursive: true });
    writeFileSync(path, roster(1));

    expect(await nextText()).toBe(roster(1));
  });

  test('any more is no version, and comes back with its folder, be it as it was', async () => {
    const {
      nextText,
      aways,
      path,
      in: inFolder,
      texts,
    } = await watching('a/roster.json', (folder) => {
      mkdirSync(join(folder, 'a'));
      writeFileSync(join(folder, 'a', 'roster.json'), roster(1));
    });
    expect(await nextText()).toBe(roster(1));

    renameSync(inFolder('a'), inFolder('aside'));
    await expect.poll(() => aways, { timeout: 5000 }).toEqual([`"${path}" does not exist`]);
    renameSync(inFolder('aside'), inFolder('a'));
    expect(await nextText()).toBe(roster(1));
    rmSync(inFolder('a'), { recursive: true });
    mkdirSync(inFolder('a'));
    writeFileSync(path, roster(2));
    expect(await nextText()).toBe(roster(2));

    expect(texts()).toHaveLength(3);
    expect(aways).toHaveLength(1);
  });

  test('for less than the grace is neither away nor handed over again', async () => {
    const {
      nextText,
      aways,
      path,
      in: inFolder,
      replace,
    } = await watching('roster.json', undefined, {
      graceMs: 60_000,
    });
    writeFileSync(path, roster(1));
    expect(await nextText()).toBe(roster(1));

    renameSync(path, inFolder('aside'));
    renameSync(inFolder('aside'), path);
    replace(roster(2));

    expect(await nextText()).toBe(roster(2));
    expect(aways).toEqual([]);
  });

  test('is seen by each of several sources when its folder is made anew', async () => {
    const folder = temporaryFolder();
    const feeds = [openTestFeed(), openTestFeed()] as const;
    mkdirSync(join(folder, 'a'));
    for (const [index, { feed }] of feeds.entries()) {
      writeFileSync(join(folder, 'a', `${index}.json`), roster(1));
      const source = await watchPath({ path: join(folder, 'a', `${index}.json`), settleMs: 20 }, feed);
      onTestFinished(() => source.close());
    }
    for (const { next } of feeds) await next();

    rmSync(join(folder, 'a'), { recursive: true });
    mkdirSync(join(folder, 'a'));
    for (const [index, { next }] of feeds.entries()) {
      for (const last of [2, 3]) {
        writeFileSync(join(folder, 'a', `${index}.json`), roster(last));
        expect((await next()).text).toBe(roster(last));
      }
    }
  });

  test.each([
    [
      'a named pipe',
      (path: string) => execFileSync('mkfifo', [path]),
      'is a named pipe: expected a file or a directory',
    ],
    ['a directory', (path: string) => mkdirSync(path), 'is a directory now: expected a file as before'],
  ])('but %s is away', async (_what, make, words) => {
    const { nextText, aways, path } = await watching('roster.json', (folder) =>
      writeFileSync(join(folder, 'roster.json'), roster(1)),
    );
    expect(await nextText()).toBe(roster(1));

    rmSync(path);
    make(path);
    await expect.poll(() => aways, { timeout: 5000 }).toEqual([`"${path}" ${words}`]);
    rmSync(path, { recursive: true });
    writeFileSync(path, roster(2));

    expect(await nextText()).toBe(roster(2));
  });

  test('may be there and not be readable', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.json');
    writeFileSync(path, roster(1), { mode: 0o000 });
    chmodSync(folder, 0o755);

    asNobody(() => expect(openingFault(path)).toBe(`"${path}" may not be read: permission denied`));
  });

  test('has a pipe beside it that nobody must wait for', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.json'), roster(1));
    execFileSync('mkfifo', [join(folder, 'a.stderr')]);

    expect(stampOf(join(folder, 'a.json'))).toBe(`"${join(folder, 'a.stderr')}" is a named pipe: expected a file`);
  });
});

describe('without an event', () => {
  test('a change is found by polling', async () => {
    const { put, replace, nextText } = await watching('roster.json', undefined, { pollMs: 20 });

    put(roster(1));
    expect(await nextText()).toBe(roster(1));
    replace(roster(2));
    expect(await nextText()).toBe(roster(2));
  });

  test('a change is found by looking again after a while', async () => {
    const {
      nextText,
      in: inFolder,
      path,
    } = await watching(
      'a/b/roster.json',
      (folder) => {
        mkdirSync(join(folder, 'a/b'), { recursive: true });
        writeFileSync(join(folder, 'a/b/roster.json'), roster(1));
      },
      { recheckMs: 100 },
    );
    expect(await nextText()).toBe(roster(1));

    // the folder of the file is not told that the one above it was moved
    renameSync(inFolder('a'), inFolder('aside'));
    mkdirSync(inFolder('a/b'), { recursive: true });
    writeFileSync(path, roster(2));

    expect(await nextText()).toBe(roster(2));
  });
});

describe('closing', () => {
  test('resolves when what was handed over is stored, and takes nothing new', async () => {
    const told = openTestFeed();
    let store = () => {};
    const stored = new Promise<void>((resolve) => {
      store = resolve;
    });
    const deliver: TestFeed['feed']['deliver'] = async (input) => {
      await told.feed.deliver(input);
      await stored;
      return [];
    };
    const { put, next, source, deliveries } = await watching('.', undefined, {
      feed: { ...told, feed: { ...told.feed, deliver } },
    });
    put(roster(1), 'a.json');
    put(roster(1), 'b.json');
    await next();
    let isClosed = false;

    const closing = source.close().then(() => {
      isClosed = true;
    });
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    store();
    await closing;
    put(roster(2), 'a.json');

    expect(deliveries.map(({ label }) => label)).toEqual(['a.json']);
  });
});
