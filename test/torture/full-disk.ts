import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { copyToOlder, schemaOf } from './older-copy.ts';
import { passText, writePasses } from './passes.ts';
import { push } from './posting.ts';
import { runProgram, startProgram } from './program.ts';
import { expectStored, loggedPasses } from './stored.ts';
import { mountTmpfs } from './tmpfs.ts';
import type { Rack, Torture } from './torture.ts';

const fullMessage = /the disk is full/;

/** Fills a disk while passes are recorded by one-shot recorders and by a long-running one, and while an old store is brought up to date. */
export const fullDisk: Torture = {
  name: 'full-disk',
  promise: 'a full disk: a clear error, nothing lost, and recording goes on once there is room',
  async run(rack) {
    const disk = join(rack.folder, 'disk');
    if (!mountTmpfs(rack, disk, 'size=2m')) return;
    await whileRecording(rack, disk);
    await whileStarting(rack, disk);
    await whileWatching(rack, disk);
    await whileMigrating(rack, disk);
  },
};

async function whileRecording(rack: Rack, disk: string): Promise<void> {
  const store = join(disk, 'history.db');
  const ballast = fill(disk, rack.sized(400_000, 1_760_000));
  const acknowledged = new Set<string>();
  const record = (number: number) =>
    runProgram(
      ['--store', store, 'record', '-'],
      passText(`r-${number}`, number, { extra: rack.sized(40_000, 80_000) }),
    );
  let number = 1;
  let failed = await record(number);
  for (; failed.code === 0 && number < 1000; number += 1, failed = await record(number))
    acknowledged.add(`r-${number}`);
  rack.figure('record: passes until full', acknowledged.size);
  rack.figure('record: what it says', failed.err.split('\n')[0] ?? '');
  rack.expect(failed.code === 2, `record on a full disk ended with ${failed.code}: ${failed.err}`);
  rack.expect(
    fullMessage.test(failed.err) && failed.err.includes(store) && failed.err.includes('hint:'),
    `record on a full disk says: ${failed.err}`,
  );
  fill(disk);
  const second = await record(number);
  rack.expect(second.code === 2 && fullMessage.test(second.err), `the second try says (${second.code}): ${second.err}`);
  await expectStored(rack, store, acknowledged, 'while the disk is full');
  rmSync(ballast);
  const after = await record(number);
  rack.expect(after.code === 0, `with room again record ended with ${after.code}: ${after.err}`);
  acknowledged.add(`r-${number}`);
  rack.figure('record: passes found after', await expectStored(rack, store, acknowledged, 'with room again'));
  empty(disk);
}

/** Not even the files of a store find room. */
async function whileStarting(rack: Rack, disk: string): Promise<void> {
  const store = join(disk, 'new.db');
  const ballast = fill(disk);
  const first = await runProgram(['--store', store, 'record', '-'], passText('s-1', 1));
  rack.expect(
    first.code === 2 && fullMessage.test(first.err) && first.err.includes(store),
    `the first record on a full disk says (${first.code}): ${first.err}`,
  );
  rmSync(ballast);
  const second = await runProgram(['--store', store, 'record', '-'], passText('s-1', 1));
  rack.expect(second.code === 0, `with room the first record ended with ${second.code}: ${second.err}`);
  await expectStored(rack, store, new Set(['s-1']), 'a store that was begun on a full disk');
  const left = readdirSync(disk).filter((name) => !name.startsWith('new.db') || /\.key\..+/.test(name));
  rack.expect(left.length === 0, `left behind: ${left.join(', ')}`);
  empty(disk);
}

async function whileWatching(rack: Rack, disk: string): Promise<void> {
  const store = join(disk, 'history.db');
  const source = join(rack.folder, 'source');
  const socket = join(rack.folder, 'passes.sock');
  const acknowledged = new Set(['d-0']);
  writePasses(source, ['d-0']);
  const ballast = fill(disk, rack.sized(600_000, 1_500_000));
  const running = startProgram(['--store', store, 'watch', `unix:${socket}`, source]);
  rack.atEnd(async () => void (await running.kill()));
  await Promise.race([running.printed('key:d-0'), delay(20_000)]);
  let number = 1;
  for (let status = 201; status === 201 && number < 1000; number += 1) {
    const pushed = await push(socket, passText(`w-${number}`, number, { extra: 30_000 }));
    status = pushed.status;
    if (status === 201) acknowledged.add(`w-${number}`);
    else {
      rack.expect(
        status === 503 && fullMessage.test(pushed.body),
        `a push on a full disk was answered with ${status}: ${pushed.body}`,
      );
    }
  }
  fill(disk);
  rack.figure('watch: passes until full', acknowledged.size);
  // what a directory delivers is kept and tried again
  writeFileSync(join(source, '000001.json'), passText('d-1', 5000));
  await delay(rack.sized(6000, 300));
  await expectStored(rack, store, acknowledged, 'while the disk is full for watch');
  const faults = () => `${running.out()}${running.err()}`.match(/NOT RECORDING/g)?.length ?? 0;
  rack.expect(faults() === 1, `watch says ${faults()} times that it does not record: ${running.out()}`);
  rmSync(ballast);
  rmSync(join(disk, 'ballast-rest'), { force: true });
  const began = performance.now();
  await Promise.race([running.printed('RECORDING AGAIN'), delay(90_000)]);
  rack.figure('watch: seconds until it records again', ((performance.now() - began) / 1000).toFixed(1));
  const pushed = await push(socket, passText(`w-${number}`, number));
  rack.expect(pushed.status === 201, `with room a push was answered with ${pushed.status}: ${pushed.body}`);
  acknowledged.add(`w-${number}`).add('d-1');
  const back = `${running.out()}${running.err()}`.match(/RECORDING AGAIN/g)?.length ?? 0;
  rack.expect(back === 1, `watch says ${back} times that it records again`);
  running.process.kill('SIGTERM');
  const { code, err } = await running.ended;
  rack.expect(code === 0, `watch ended with ${code}: ${err}`);
  rack.figure('watch: passes found after', await expectStored(rack, store, acknowledged, 'with room again for watch'));
  empty(disk);
}

async function whileMigrating(rack: Rack, disk: string): Promise<void> {
  const [current, older] = [join(rack.folder, 'current.db'), join(disk, 'older.db')];
  const keys = Array.from({ length: rack.sized(60, 20) }, (_, index) => `m-${index}`);
  writePasses(join(rack.folder, 'passes'), keys);
  await runProgram(['--store', current, 'record', join(rack.folder, 'passes')]);
  copyToOlder(current, older);
  const newest = schemaOf(current);
  const ballast = fill(disk);
  const record = () => runProgram(['--store', older, 'record', '-'], passText('m-new', 5000));
  const full = await record();
  rack.expect(
    full.code === 2 && fullMessage.test(full.err) && full.err.includes(older),
    `recording into an old store on a full disk says (${full.code}): ${full.err}`,
  );
  rack.figure('migration: schema while full', schemaOf(older));
  const read = await loggedPasses(older).catch((error: Error) => error.message);
  rack.expect(read.length === keys.length, `an old store on a full disk is read as: ${JSON.stringify(read)}`);
  rmSync(ballast);
  const after = await record();
  rack.expect(after.code === 0, `with room the old store ended with ${after.code}: ${after.err}`);
  rack.figure('migration: schema with room', schemaOf(older));
  rack.expect(schemaOf(older) === newest, `with room the store has schema ${schemaOf(older)}`);
  await expectStored(rack, older, new Set([...keys, 'm-new']), 'an old store with room again');
  empty(disk);
}

/** Fills a disk with a file, so many bytes or all that is free, and gives its path. */
function fill(disk: string, bytes?: number): string {
  const file = join(disk, bytes === undefined ? 'ballast-rest' : 'ballast');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(file, Buffer.alloc(bytes ?? bavail * bsize));
  return file;
}

function empty(disk: string): void {
  for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
}
