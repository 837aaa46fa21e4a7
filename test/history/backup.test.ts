import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupStore, openForReading, openForRecording, StoreError } from '../../src/history/index.ts';
import { passDraft, planned } from '../roster/builders.ts';
import { buildProgram, removeProgram, run } from '../support/spawn.ts';
import { temporaryFolder, temporaryStore } from '../support/temporary-store.ts';

let program: string;
beforeAll(async () => {
  program = await buildProgram('appending-process');
});
afterAll(() => removeProgram(program));

const web = { containers: [{ id: 'mesh/web', hosts: ['a.internal:192.0.2.1'] }] };

function backUp(file: string, target: string, force = false) {
  return backupStore({ file, target, force, progress: () => {} });
}

async function faultOf(work: Promise<unknown>): Promise<{ message: string; hint: string | null }> {
  const fault = await work.then(
    () => null,
    (error: unknown) => error as StoreError,
  );
  expect(fault).toBeInstanceOf(StoreError);
  const { message, hint } = fault as StoreError;
  return { message, hint };
}

/** A store of three passes with a key beside it. */
function filledStore() {
  const store = temporaryStore();
  for (const key of ['1', '2', '3']) store.append({ key, reports: [planned('ace', web)] });
  writeFileSync(`${store.file}.key`, 'a key', { mode: 0o600 });
  return { ...store, target: join(store.folder, 'backup.db') };
}

describe('a backup', () => {
  test('is the store and its key, for nobody else to read, with nothing left beside them', async () => {
    const { file, folder, target } = filledStore();

    const backup = await backUp(file, target);

    expect(backup).toEqual({ passes: 3, bytes: statSync(target).size, key: true });
    expect(['', '.key'].map((ending) => statSync(target + ending).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(readFileSync(`${target}.key`, 'utf8')).toBe('a key');
    expect(readdirSync(folder).filter((name) => name.startsWith('backup.db'))).toEqual(['backup.db', 'backup.db.key']);
  });

  test('is restored by copying: it is whole, and records on', async () => {
    const { file, target, passes } = filledStore();
    await backUp(file, target);
    const restored = join(temporaryFolder(), 'history.db');
    for (const ending of ['', '.key']) copyFileSync(target + ending, restored + ending);

    const history = openForRecording(restored);
    const draft = passDraft({ key: '4', reports: [planned('ace', web)] });
    expect(history.append({ draft, recordedAt: 0, source: null, quietGapMs: 0 })).toEqual({
      kind: 'recorded',
      number: 4,
    });

    expect(history.verify()).toEqual([]);
    expect([...history.passes('default', 1, 3)]).toEqual(passes());
    history.close();
  });

  test('is of one moment, however much is recorded while it is made', async () => {
    const file = join(temporaryFolder(), 'history.db');
    const recorder = run(program, [file, 'mesh', '150']);
    const counts: number[] = [];
    await recorder.printed(20);

    while (recorder.process.exitCode === null) {
      const target = join(temporaryFolder(), 'backup.db');
      const { passes } = await backUp(file, target);
      const copy = openForReading(target);
      expect(copy.verify()).toEqual([]);
      expect([...copy.passes('mesh', 1, 999)].length).toBe(passes);
      copy.close();
      counts.push(passes);
    }

    await recorder.ended();
    expect(counts.length).toBeGreaterThan(1);
  });

  test('takes what stands in the log, and says that there is no key where there is none', async () => {
    const { file, target } = filledStore();
    rmSync(`${file}.key`);

    expect(await backUp(file, target)).toMatchObject({ passes: 3, key: false });
  });

  test('replaces a file only where it is told to', async () => {
    const { file, target, folder } = filledStore();
    writeFileSync(target, 'mine');

    expect(await faultOf(backUp(file, target))).toEqual({
      message: `"${target}" is there already`,
      hint: 'name another file, or replace it with --force',
    });
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(await backUp(file, target, true)).toMatchObject({ passes: 3 });

    rmSync(target);
    expect((await faultOf(backUp(file, target))).message).toBe(`"${target}.key" is there already`);
    writeFileSync(`${target}-wal`, '');
    expect((await faultOf(backUp(file, target, true))).message).toBe(
      `"${target}" is in use, or was: "${target}-wal" lies beside it`,
    );
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('is written nowhere where it cannot be', async () => {
    const { file, folder } = filledStore();
    mkdirSync(join(folder, 'backups'));

    expect(await faultOf(backUp(file, join(folder, 'backups')))).toEqual({
      message: `"${join(folder, 'backups')}" is a directory: expected the name of a file`,
      hint: `roster-history backup ${join(folder, 'backups', 'history.db')}`,
    });
    expect((await faultOf(backUp(file, file, true))).message).toBe(
      `"${file}" is the store itself: expected another file`,
    );
    expect(await faultOf(backUp(file, join(folder, 'nowhere', 'b.db')))).toEqual({
      message: `no folder "${join(folder, 'nowhere')}" to write a backup into`,
      hint: `mkdir -p ${join(folder, 'nowhere')}`,
    });
    expect((await faultOf(backUp(file, join(folder, 'x'.repeat(300))))).message).toContain('name too long');
  });

  test('is not made of a store that is damaged', async () => {
    const { file, history, target, folder } = filledStore();
    history.close();
    truncateSync(file, statSync(file).size - 2048);

    const fault = await backUp(file, target).then(
      () => null,
      (error: unknown) => error,
    );

    expect(fault).toMatchObject({ damaged: true });
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([]);
  });

  test('that is given up leaves nothing', async () => {
    const { file, target, folder } = filledStore();
    const progress = () => {
      throw new Error('interrupted');
    };

    await expect(backupStore({ file, target, force: false, progress })).rejects.toThrow('interrupted');

    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([]);
  });
});
