import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passText, writePasses } from './passes.ts';
import { type Ran, runProgram } from './program.ts';
import type { Rack, Torture } from './torture.ts';

const headerBytes = 100;

/** What is asked of each damaged store. */
const questions = [
  ['log', '--limit', '0', '--json'],
  ['diff', '--since', '1', '--json'],
  ['show', '3', '--json'],
  ['flaps', '--since', '1', '--json'],
  ['export'],
];

/** A flipped byte: where, and what it was. */
interface Flip {
  readonly page: number;
  readonly offset: number;
  readonly bit: number;
}

/** Flips one bit in each page of a store, and in each byte of its header, each in a copy of its own. */
export const flippedBytes: Torture = {
  name: 'flipped-bytes',
  promise:
    'a flipped byte in any page: verify finds it and names what is affected, nothing wrong is told as right, the rest is read',
  async run(rack) {
    const store = join(rack.folder, 'history.db');
    await fill(rack, store);
    const bytes = readFileSync(store);
    const pageBytes = pageBytesOf(bytes);
    const whole = await Promise.all(questions.map((question) => runProgram(['--store', store, ...question])));
    const flips = flipsOf(rack, bytes);
    const counts = { found: 0, unused: 0, salvaged: 0, refused: 0, nothing: 0 };
    for (const flip of flips) {
      const copy = join(rack.folder, 'flipped.db');
      for (const end of ['-wal', '-shm']) rmSync(copy + end, { force: true });
      const flipped = Buffer.from(bytes);
      const at = (flip.page - 1) * pageBytes + flip.offset;
      flipped[at] = (flipped[at] as number) ^ (1 << flip.bit);
      writeFileSync(copy, flipped);
      await askDamaged(rack, copy, flip, whole, counts);
    }
    rack.figure('pages', bytes.length / pageBytes);
    rack.figure('bytes flipped', flips.length);
    rack.figure('found by verify (exit 3)', counts.found);
    rack.figure('in bytes that nothing uses (all reads the same)', counts.unused);
    rack.figure('answers that were whole in spite of it', counts.salvaged);
    rack.figure('answers that leave something out and say so', counts.refused);
    rack.figure('answers that could not be given at all', counts.nothing);
  },
};

async function askDamaged(
  rack: Rack,
  copy: string,
  flip: Flip,
  whole: readonly Ran[],
  counts: Record<'found' | 'unused' | 'salvaged' | 'refused' | 'nothing', number>,
): Promise<void> {
  const where = `bit ${flip.bit} of byte ${flip.offset} of page ${flip.page}`;
  const ask = (args: readonly string[]) => runProgram(['--store', copy, ...args]);
  const [verified, answers] = await Promise.all([ask(['verify']), Promise.all(questions.map(ask))]);
  rack.expect(
    verified.code === 0 || verified.code === 3,
    `${where}: verify ended with ${verified.code}: ${verified.err}`,
  );
  counts[verified.code === 0 ? 'unused' : 'found'] += 1;
  for (const [index, question] of questions.entries()) {
    const expected = whole[index] as Ran;
    const { code, out, err } = answers[index] as Ran;
    const asked = `${where}: ${question[0]} (verify: ${verified.code})`;
    rack.expect(code === 0 || code === 3, `${asked} ended with ${code}: ${err}`);
    rack.expect(code !== 0 || out === expected.out, `${asked} tells something else, and does not say so`);
    rack.expect(verified.code !== 0 || code === 0, `${asked} is damaged where verify finds nothing: ${err}`);
    rack.expect(code !== 3 || err.includes('the store is damaged'), `${asked} says: ${err}`);
    if (code === 0) counts.salvaged += verified.code === 0 ? 0 : 1;
    else if (out === '') counts.nothing += 1;
    else {
      counts.refused += 1;
      if (question[0] === 'log') expectTrueOrMarked(rack, asked, out, expected.out);
    }
  }
}

/** Every pass of a log is as it was, or it says that it is unreadable, or follows one that does. */
function expectTrueOrMarked(rack: Rack, asked: string, found: string, expected: string): void {
  const read = (text: string) =>
    (JSON.parse(text) as { complete: boolean; passes: { pass: number; key: string }[] }).passes;
  const before = new Map(read(expected).map((pass) => [pass.pass, pass]));
  for (const pass of read(found)) {
    const known = before.get(pass.pass);
    rack.expect(pass.key === null || pass.key === known?.key, `${asked} gives pass ${pass.pass} the id ${pass.key}`);
  }
}

async function fill(rack: Rack, store: string): Promise<void> {
  const folder = join(rack.folder, 'passes');
  const passes = rack.sized(60, 12);
  writePasses(
    folder,
    Array.from({ length: passes }, (_, index) => `f-${index}`),
  );
  await runProgram(['--store', store, 'record', folder]);
  const log = Array.from({ length: passes }, (_, index) => {
    const at = new Date(Date.UTC(2026, 2, 1, 10) + index * 10_000 + 13_000).toISOString();
    return `${at} updated web.server (web): replaced`;
  });
  await runProgram(['--store', store, 'record', '--node', 'ace', '-'], `${log.join('\n')}\n`);
  // a node that joins a pass late, and one that joins it in time
  await runProgram(['--store', store, 'record', '-'], loneText('f-3'));
  await runProgram(['--store', store, 'record', '-'], passText('f-last', passes + 1));
  await runProgram(['--store', store, 'record', '-'], loneText('f-last'));
}

/** One node's declaration that joins a pass. */
function loneText(pass: string): string {
  const containers = [{ name: 'late.server', module: 'late', hosts: ['git.mesh.example:192.0.2.1'] }];
  return JSON.stringify({ controller: 'mesh', pass, node: 'late', outcome: 'planned', containers });
}

/** https://sqlite.org/fileformat.html#page_size */
function pageBytesOf(bytes: Buffer): number {
  return bytes.readUInt16BE(16);
}

function flipsOf(rack: Rack, bytes: Buffer): Flip[] {
  const pageBytes = pageBytesOf(bytes);
  const bit = () => rack.random.between(0, 7);
  const inPages = Array.from({ length: bytes.length / pageBytes }, (_, index) => index + 1).flatMap((page) =>
    Array.from({ length: rack.sized(3, 1) }, () => ({ page, offset: usedOffset(rack, bytes, page), bit: bit() })),
  );
  const inHeader = Array.from({ length: headerBytes }, (_, offset) => ({ page: 1, offset, bit: bit() }));
  return [
    ...inPages,
    ...inHeader.filter(({ offset }) => rack.size === 'full' || offset % 4 === rack.random.between(0, 3)),
  ];
}

/** A random place in a page, more often than not in one that holds something. */
function usedOffset(rack: Rack, bytes: Buffer, page: number): number {
  const pageBytes = pageBytesOf(bytes);
  let offset = rack.random.between(0, pageBytes - 1);
  for (let tries = 0; tries < 3 && bytes[(page - 1) * pageBytes + offset] === 0; tries += 1)
    offset = rack.random.between(0, pageBytes - 1);
  return offset;
}
