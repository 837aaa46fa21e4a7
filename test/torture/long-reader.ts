import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { passText, writePasses } from './passes.ts';
import { push } from './posting.ts';
import { runProgram, startProgram } from './program.ts';
import { expectStored } from './stored.ts';
import type { Rack, Torture } from './torture.ts';

const mebibyte = 2 ** 20;
/** So much of the log may stay for good. */
const keptBytes = 8 * mebibyte;

/** A reader that holds its view for very long while a recorder goes on. */
export const longReader: Torture = {
  name: 'long-reader',
  promise:
    'a reader that holds its view: the log is told of when it has grown, it shrinks when that ends, and a pager holds nothing',
  async run(rack) {
    const store = join(rack.folder, 'history.db');
    const passes = rack.sized(2000, 120);
    await record(rack, store, 'first', 1);
    await besideForeign(rack, store, passes);
    await besidePager(rack, store, rack.sized(400, 60));
  },
};

/** Another program that has begun to read and never ends. */
async function besideForeign(rack: Rack, store: string, passes: number): Promise<void> {
  const code = `const D = require('better-sqlite3'); const d = new D(${JSON.stringify(store)}, { readonly: true });
    d.exec('BEGIN'); d.prepare('SELECT count(*) FROM passes').get(); console.log('reading'); setInterval(() => {}, 1000);`;
  const reader = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  rack.atEnd(() => void reader.kill('SIGKILL'));
  await once(reader.stdout, 'data');
  const socket = join(rack.folder, 'passes.sock');
  const running = startProgram(['--store', store, 'watch', `unix:${socket}`]);
  rack.atEnd(async () => void (await running.kill()));
  await running.printed('watching unix:');
  const acknowledged = new Set(['first']);
  for (let number = 2; number <= passes; number += 1) {
    const { status } = await push(socket, passText(`l-${number}`, number, { extra: 2000 }));
    if (status === 201) acknowledged.add(`l-${number}`);
  }
  const grown = logBytes(store);
  rack.figure('log beside a reader that stays, in bytes', grown);
  rack.figure('passes meanwhile', passes);
  const notices = running.out().match(/has grown to/g)?.length ?? 0;
  const oneShot = await record(rack, store, 'one-shot', passes + 1);
  if (grown > 64 * mebibyte) {
    rack.expect(notices === 1, `watch says ${notices} times that the log has grown`);
    rack.expect(oneShot.includes('has grown to'), 'record does not say that the log has grown');
  }
  rack.figure(
    'what is said',
    /the write-ahead log.*/.exec(oneShot)?.[0].replace(store, 'STORE') ?? '(nothing: not large)',
  );
  reader.kill('SIGKILL');
  await once(reader, 'close');
  for (let number = passes + 2; number < passes + 6; number += 1) {
    const { status } = await push(socket, passText(`l-${number}`, number));
    if (status === 201) acknowledged.add(`l-${number}`);
  }
  rack.figure('log when that reader has ended, in bytes', logBytes(store));
  rack.expect(logBytes(store) <= keptBytes, `the log stays at ${logBytes(store)} bytes`);
  running.process.kill('SIGTERM');
  await running.ended;
  rack.figure('log when the recorder has ended too, in bytes', logBytes(store));
  rack.expect(logBytes(store) === 0, 'the log is not taken into the file when the last recorder ends');
  await expectStored(rack, store, new Set([...acknowledged, 'one-shot']), 'after a reader that stayed');
}

/** An answer that nobody reads on, as when a pager is left open. */
async function besidePager(rack: Rack, store: string, passes: number): Promise<void> {
  const pager = spawn(
    'sh',
    ['-c', `${process.execPath} dist/main.cjs --store ${store} log --limit 0 --json | sleep 1000`],
    {
      detached: true,
      stdio: 'ignore',
    },
  );
  rack.atEnd(() => {
    if (pager.pid) process.kill(-pager.pid, 'SIGKILL');
  });
  writePasses(
    join(rack.folder, 'passes'),
    Array.from({ length: passes }, (_, index) => `pager-${index}`),
    10_000,
  );
  await runProgram(['--store', store, 'record', join(rack.folder, 'passes')]);
  rack.figure('log beside a pager that is left open, in bytes', logBytes(store));
  rack.expect(logBytes(store) <= keptBytes, `a pager keeps the log at ${logBytes(store)} bytes`);
}

async function record(rack: Rack, store: string, key: string, number: number): Promise<string> {
  const { code, err } = await runProgram(['--store', store, 'record', '-'], passText(key, number));
  rack.expect(code === 0, `record ended with ${code}: ${err}`);
  return err;
}

function logBytes(store: string): number {
  return existsSync(`${store}-wal`) ? statSync(`${store}-wal`).size : 0;
}
