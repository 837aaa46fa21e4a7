import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filledProgram } from '../support/pruned-program.ts';
import { incidentProgram, run } from './run.ts';

describe('backup', () => {
  test('copies the store and its key, and says how it is restored', async () => {
    const { print, store, folder } = await incidentProgram();
    const target = join(folder, 'backup.db');

    const lines = (await print('backup', target)).split('\n');

    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${target}: \\d+ passes, [\\d.]+ KiB, copied and checked in 0\\.0 s$`)),
      `${target}.key: the key that its secrets are digested with; keep both, or what is recorded later compares with none of them`,
      `to restore: stop what records, remove ${store}-wal and ${store}-shm, copy both back`,
      '',
    ]);
    const log = await print('log', '--json');
    expect((await run(['--store', target, 'log', '--json'])).out).toBe(log);
  });

  test('gives it as data', async () => {
    const { print, store, folder } = filledProgram(3);
    const target = join(folder, 'backup.db');

    expect(JSON.parse(await print('backup', target, '--json'))).toEqual({
      format: 'roster-history/backup@1',
      complete: true,
      gaps: [],
      store,
      backup: target,
      key: null,
      passes: 3,
      bytes: statSync(target).size,
      elapsedMs: 0,
    });
    expect(await print('backup', target, '--force')).toContain('no key lies beside the store');
  });

  test('replaces nothing unless it is told to', async () => {
    const { run: runIt, folder } = filledProgram(3);
    const target = join(folder, 'backup.db');
    writeFileSync(target, 'mine');

    expect(await runIt('backup', target)).toEqual({
      out: '',
      err: `roster-history: "${target}" is there already\nhint: name another file, or replace it with --force\n`,
      exitCode: 2,
    });
  });

  test('writes nothing where it is interrupted', async () => {
    const { run: runIt, folder } = filledProgram(3, { onSignal: (_signal, listener) => listener() });

    const { err, exitCode } = await runIt('backup', join(folder, 'backup.db'));

    expect([err, exitCode]).toEqual(['roster-history: interrupted: no backup was written\n', 2]);
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([]);
  });

  test('shows on a terminal how far it is', async () => {
    const { run: runIt, folder } = filledProgram(3, { errorIsTerminal: true });

    const { err, exitCode } = await runIt('backup', join(folder, 'backup.db'));

    expect(exitCode).toBe(0);
    expect(err).toContain('copying [');
    expect(existsSync(join(folder, 'backup.db'))).toBe(true);
  });
});
