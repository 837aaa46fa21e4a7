import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { churn, flap, type PassFiles, smallMesh } from './inputs.ts';
import { compare, costOf } from './measure.ts';
import type { Row } from './row.ts';
import { committedFolder, runningRecorder, temporaryFolder, writePass } from './workshop.ts';

const rounds = 41;

/** A running recorder takes a pass in which a name moved: against git, and against reading, hashing and parsing the same bytes. */
export function* changedPassRows(): Generator<Row> {
  const folder = temporaryFolder();
  const recorder = runningRecorder();
  const repository = committedFolder();
  const next = changes();
  const write = (to: string) => writePass(to, next.next().value as PassFiles);
  warmUp(10, () => {
    write(folder);
    recorder.take(folder);
  });
  const wall = compare(
    rounds,
    () => {
      write(folder);
      return costOf(() => recorder.take(folder));
    },
    () => {
      write(repository.folder);
      return costOf(() => repository.commit());
    },
    'wall',
  );
  yield {
    work: 'a running recorder takes a pass with a change: wall',
    against: 'git add -A && git commit',
    unit: 'ms',
    ...wall,
    atMost: 1 / 8,
  };
  const cpu = compare(
    rounds,
    () => {
      write(folder);
      return costOf(() => recorder.take(folder));
    },
    () => costOf(() => readHashParse(folder)),
    'cpu',
  );
  yield { work: 'the same: CPU', against: 'read, SHA-256, JSON.parse', unit: 'ms', ...cpu, atMost: 2.5 };
}

/** A running recorder takes a pass whose bytes it saw before. */
export function* knownPassRows(): Generator<Row> {
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const story = flap(smallMesh);
  for (const folder of folders) writePass(folder, story.next().value as PassFiles);
  const recorder = runningRecorder();
  warmUp(20, (round) => recorder.take(folders[round % 2 === 0 ? 0 : 1]));
  const cpu = compare(
    rounds * 2,
    (round) => costOf(() => recorder.take(folders[round % 2 === 0 ? 0 : 1])),
    (round) => costOf(() => readHash(folders[round % 2 === 0 ? 0 : 1])),
    'cpu',
  );
  yield { work: 'a pass whose bytes were seen before: CPU', against: 'read, SHA-256', unit: 'ms', ...cpu, atMost: 1.5 };
}

/** Every pass moves a name. */
function* changes(): Generator<PassFiles> {
  let count = 0;
  for (const files of churn(smallMesh)) {
    if (count % 4 === 3) yield files;
    count += 1;
  }
}

function warmUp(times: number, work: (round: number) => void): void {
  for (let round = 0; round < times; round += 1) work(round);
}

function readHash(folder: string): Buffer[] {
  return readdirSync(folder).map((name) => {
    const bytes = readFileSync(join(folder, name));
    createHash('sha256').update(bytes).digest();
    return bytes;
  });
}

function readHashParse(folder: string): unknown[] {
  return readHash(folder).map((bytes) => JSON.parse(bytes.toString('utf8')));
}
