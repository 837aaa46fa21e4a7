import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { passText } from './passes.ts';
import { type Ran, runProgram } from './program.ts';
import { loggedPasses } from './stored.ts';
import { mountTmpfs, remount } from './tmpfs.ts';
import type { Rack, Torture } from './torture.ts';

/** What is not as it should be outside of the program: each with its message and exit code. */
export const outsideWorld: Torture = {
  name: 'outside-world',
  promise:
    'a read-only disk, a missing folder, a newer store, what is no store, a clock that goes back, a DST night: each is said, nothing is changed',
  async run(rack) {
    await readOnly(rack);
    await missingFolders(rack);
    await newerStore(rack);
    await strangers(rack);
    await clockGoesBack(rack);
    await nightOfTwoHours(rack);
  },
};

async function readOnly(rack: Rack): Promise<void> {
  const disk = join(rack.folder, 'read-only');
  if (!mountTmpfs(rack, disk, 'size=8m')) return;
  const store = join(disk, 'history.db');
  await record(store, 'o-1', 1);
  await record(store, 'o-2', 2);
  // a log that was left behind when the disk was made read-only
  const database = new BetterSqlite3(store);
  database.pragma('wal_autocheckpoint = 0');
  database.prepare("INSERT INTO settings (name, value) VALUES ('left', 'behind')").run();
  const withLog = join(disk, 'with-log.db');
  for (const end of ['', '-wal', '.key']) writeFileSync(withLog + end, readFileSync(store + end));
  database.close();
  if (!remount(disk, 'ro')) return rack.skip('a file system cannot be made read-only here');
  for (const file of [store, withLog]) {
    const keys = (await loggedPasses(file)).map(({ key }) => key);
    rack.expect(keys.join() === 'o-1,o-2', `on a read-only disk ${file} is read as ${keys.join()}`);
    await tells(rack, ['--store', file, 'verify'], 0, /whole/);
  }
  await tells(rack, ['--store', store, 'record', '-'], 2, /the file system is read-only/, passText('o-3', 3));
  await tells(
    rack,
    ['--store', join(disk, 'a', 'b.db'), 'record', '-'],
    2,
    /the file system is read-only/,
    passText('o-3', 3),
  );
  remount(disk, 'rw');
  rack.figure('read-only disk', 'read, with a log and without; refused for recording');
}

async function missingFolders(rack: Rack): Promise<void> {
  const store = join(rack.folder, 'no', 'such', 'history.db');
  await tells(rack, ['--store', store, 'log'], 2, /nothing was recorded there yet/);
  await tells(rack, ['--store', store, 'verify'], 2, /nothing was recorded there yet/);
  rack.expect(!existsSync(join(rack.folder, 'no')), 'asking made a folder');
  await tells(rack, ['--store', store, 'record', join(rack.folder, 'missing.json')], 2, /missing\.json/);
  await tells(rack, ['--store', store, 'record', '-'], 0, /^pass 1 /, passText('a', 1));
  rack.figure('missing folder', 'asking makes nothing, recording makes it');
}

async function newerStore(rack: Rack): Promise<void> {
  const store = join(rack.folder, 'newer.db');
  await record(store, 'n-1', 1);
  const database = new BetterSqlite3(store);
  database.exec("PRAGMA user_version = 77; UPDATE settings SET value = '77', digest = NULL WHERE name = 'schema'");
  database.pragma('journal_mode = DELETE');
  database.close();
  const before = readFileSync(store);
  for (const args of [['log'], ['verify'], ['export'], ['record', '-']])
    await tells(
      rack,
      ['--store', store, ...args],
      2,
      /has schema 77, this version .* knows up to \d+/,
      passText('n-2', 2),
    );
  rack.expect(readFileSync(store).equals(before), 'a newer store was changed');
  rack.figure('newer store', 'refused by all, unchanged');
}

async function strangers(rack: Rack): Promise<void> {
  const file = (name: string) => join(rack.folder, name);
  const other = new BetterSqlite3(file('other.db'));
  other.exec('CREATE TABLE t (x); INSERT INTO t VALUES (1)');
  other.close();
  writeFileSync(file('text.txt'), 'all mimsy were the borogoves\n'.repeat(20));
  mkdirSync(file('folder.db'));
  const cases: [string, RegExp][] = [
    ['other.db', /SQLite database of another program/],
    ['text.txt', /not a store: the file is no SQLite database/],
    ['folder.db', /is a directory: expected a file/],
  ];
  for (const [name, words] of cases) {
    const before = name === 'folder.db' ? null : readFileSync(file(name));
    for (const args of [['log'], ['verify'], ['record', '-']])
      await tells(rack, ['--store', file(name), ...args], 2, words, passText('x', 1));
    rack.expect(before === null || readFileSync(file(name)).equals(before), `${name} was changed`);
  }
  writeFileSync(file('empty.db'), '');
  await tells(rack, ['--store', file('empty.db'), 'log'], 2, /nothing was recorded there yet/);
  await tells(rack, ['--store', file('empty.db'), 'record', '-'], 0, /^pass 1 /, passText('x', 1));
  rack.figure('not ours', 'another database, a text, a folder: refused, unchanged; an empty file: made a store');
}

async function clockGoesBack(rack: Rack): Promise<void> {
  const store = join(rack.folder, 'clock.db');
  const times = ['10:00:00', '10:01:00', '10:02:00', '10:00:35', '10:02:00'];
  for (const [index, time] of times.entries()) {
    const text = passText(`c-${index + 1}`, Math.floor(index / 2));
    await runProgram(['--store', store, 'record', '-'], text.replace(/"at":"[^"]*"/, `"at":"2026-03-01T${time}Z"`));
  }
  const keys = (await loggedPasses(store)).map(({ key }) => key);
  rack.expect(keys.join() === 'c-1,c-2,c-3,c-4,c-5', `passes of a clock that went back come as ${keys.join()}`);
  const { out } = await runProgram(['--store', store, 'show', '4', '--json']);
  rack.expect(/"clock-went-back"/.test(out) && out.includes('85 s before pass 3'), `pass 4 says: ${out}`);
  const diff = await runProgram(['--store', store, 'diff', '--since', '1', '--json']);
  rack.expect(diff.code === 0 && !/":\s*-\d/.test(diff.out), 'a length of time is negative');
  await tells(rack, ['--store', store, 'verify'], 0, /whole/);
  rack.figure('clock goes back', 'order of recording, said as a problem (85 s)');
}

/** In Berlin 2:30 comes twice on 25 October 2026: at 00:30 and at 01:30 UTC. */
async function nightOfTwoHours(rack: Rack): Promise<void> {
  const store = join(rack.folder, 'night.db');
  for (const [index, at] of ['00:10', '00:30', '00:50', '01:10', '01:30', '01:50'].entries()) {
    const text = passText(`d-${index + 1}`, index);
    await runProgram(['--store', store, 'record', '-'], text.replace(/"at":"[^"]*"/, `"at":"2026-10-25T${at}:00Z"`));
  }
  const log = await runProgram(['--store', store, 'log', '--tz', 'Europe/Berlin', '--json']);
  const times = (JSON.parse(log.out) as { passes: { at: string }[] }).passes.map(({ at }) => at.slice(11));
  rack.expect(
    times.join() === '02:10:00+02:00,02:30:00+02:00,02:50:00+02:00,02:10:00+01:00,02:30:00+01:00,02:50:00+01:00',
    `the night of two hours reads ${times.join()}`,
  );
  const since = async (text: string) => {
    const ran = await runProgram(['--store', store, 'log', '--tz', 'Europe/Berlin', '--since', text, '--json']);
    return (JSON.parse(ran.out) as { passes: { key: string }[] }).passes.map(({ key }) => key).join();
  };
  const [first, second, wall] = [
    await since('2026-10-25T02:30:00+02:00'),
    await since('2026-10-25T02:30:00+01:00'),
    await since('2026-10-25 02:30'),
  ];
  rack.expect(first === 'd-2,d-3,d-4,d-5,d-6', `since the first 2:30: ${first}`);
  rack.expect(second === 'd-5,d-6', `since the second 2:30: ${second}`);
  rack.expect(wall === first || wall === second, `since 2:30 on the wall: ${wall}`);
  rack.figure(
    'DST night',
    `6 passes in order, each hour told apart; "02:30" is read as ${wall === second ? 'the later' : 'the earlier'}`,
  );
}

async function record(store: string, key: string, number: number): Promise<Ran> {
  return runProgram(['--store', store, 'record', '-'], passText(key, number));
}

async function tells(rack: Rack, args: readonly string[], code: number, words: RegExp, input?: string): Promise<void> {
  const ran = await runProgram(args, input);
  const told = ran.out + ran.err;
  rack.expect(ran.code === code, `${args.join(' ')} ended with ${ran.code}, expected ${code}: ${told}`);
  rack.expect(words.test(told), `${args.join(' ')} says: ${told}`);
  if (code === 2 && !args.includes('record'))
    rack.expect(told.includes('hint:'), `${args.join(' ')} gives no hint: ${told}`);
}
