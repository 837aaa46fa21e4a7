import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { committedFolder } from './committed-folder.ts';
import { changes, flap, smallMesh, writePass } from './inputs.ts';
import { byTurns, compare, costOf, median } from './measure.ts';
import type { Row } from './row.ts';
import { runningRecorder } from './running-recorder.ts';
import { temporaryFolder } from './temporary-folder.ts';

const rounds = 41;

/** A running recorder takes a pass in which a name moved: against git, and against reading, hashing and parsing the same bytes. */
export async function* changedPassRows(): AsyncGenerator<Row> {
  const folder = temporaryFolder();
  const recorder = runningRecorder();
  const repository = committedFolder();
  const passes = changes(smallMesh);
  const write = (to: string) => writePass(to, passes.next().value);
  const take = () => {
    write(folder);
    return costOf(() => recorder.take(folder));
  };
  const commit = () => {
    write(repository.folder);
    return costOf(() => repository.commit());
  };
  for (let round = 0; round < 10; round += 1) take();
  yield {
    work: 'a running recorder takes a pass with a change: wall',
    against: 'git add -A, git commit',
    unit: 'ms',
    ...(await compare(rounds, take, commit, 'wall')),
    atMost: 1 / 8,
  };
  yield {
    work: 'the same: CPU',
    against: 'read, SHA-256, JSON.parse',
    unit: 'ms',
    ...(await compare(rounds, take, () => costOf(() => readHashParse(folder)), 'cpu')),
    atMost: 2.5,
  };
}

/** A running recorder takes a pass whose bytes it saw before. */
export async function* knownPassRows(): AsyncGenerator<Row> {
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const folderOf = (round: number) => folders[round % 2 === 0 ? 0 : 1];
  const story = flap(smallMesh);
  for (const folder of folders) writePass(folder, story.next().value);
  const recorder = runningRecorder();
  for (let round = 0; round < 20; round += 1) recorder.take(folderOf(round));
  const space = Buffer.alloc(2 ** 20);
  const costs = await byTurns(
    rounds * 2,
    (round) => costOf(() => recorder.take(folderOf(round))),
    (round) => costOf(() => readHash(folderOf(round))),
    (round) => costOf(() => readHashInto(space, folderOf(round))),
  );
  const [value, baseline, strict] = costs.map((runs) => median(runs.map(({ cpu }) => cpu))) as [number, number, number];
  const row = { unit: 'ms', value } as const;
  yield {
    ...row,
    work: 'a pass whose bytes were seen before: CPU',
    against: 'read, SHA-256',
    baseline,
    atMost: 1.5,
  };
  // most of what reading costs is memory that was never touched, which a recorder does without
  yield { ...row, work: 'the same', against: 'into memory used again', baseline: strict, atMost: null };
}

/** Reads and hashes the files of a folder, one after the other. */
function readHash(folder: string): void {
  for (const name of inputNames(folder)) readHashed(join(folder, name));
}

/** The same with one piece of memory for all files, each of which must fit into it. */
function readHashInto(space: Buffer, folder: string): void {
  for (const name of inputNames(folder)) {
    const descriptor = openSync(join(folder, name), 'r');
    const length = readSync(descriptor, space, 0, space.length, 0);
    closeSync(descriptor);
    createHash('sha256').update(space.subarray(0, length)).digest();
  }
}

/** Reads and hashes the files of a folder, and parses each as JSON. */
export function readHashParse(folder: string): void {
  for (const name of inputNames(folder)) JSON.parse(readHashed(join(folder, name)).toString('utf8'));
}

/** Reads and hashes one file. */
export function readHashed(file: string): Buffer {
  const bytes = readFileSync(file);
  createHash('sha256').update(bytes).digest();
  return bytes;
}

function inputNames(folder: string): string[] {
  return readdirSync(folder).filter((name) => !name.startsWith('.'));
}
