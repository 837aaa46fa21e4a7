import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPass } from '../src/formats/index.ts';
import { committedFolder } from './committed-folder.ts';
import { type Cost, compare, costOf } from './measure.ts';
import { readHashed } from './record-rows.ts';
import { type HostsVersion, loadHostsVersions } from './replay-file.ts';
import type { Row } from './row.ts';
import { runningRecorder, storeBytes } from './running-recorder.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { commandCost, emptyProcessCost } from './whole-process.ts';

const rounds = 41;

/** A history of a hosts file is replayed: as a whole, against git that takes the same, and its last versions pass by pass. */
export async function* replayRows(file: string): AsyncGenerator<Row> {
  const versions = loadHostsVersions(file);
  const what = `replay of ${versions.length.toLocaleString('en')} versions`;
  const imports: string[] = [];
  const packs: (() => number)[] = [];
  const importTime = await compare(
    3,
    () => {
      imports.push(join(temporaryFolder(), 'history.db'));
      return commandCost(imports.at(-1) as string, 'import', file);
    },
    () => {
      const repository = committedFolder();
      packs.push(repository.packedBytes);
      const stream = fastImportStream(versions);
      return costOf(() => repository.fastImport(stream));
    },
    'wall',
  );
  yield { work: `${what}: import`, against: 'git fast-import', unit: 'ms', ...importTime, atMost: null };
  const [store, packedBytes] = [imports[0] as string, packs[0] as () => number];
  yield {
    work: `${what}: store`,
    against: 'git pack after gc --aggressive',
    unit: 'KB',
    value: storeBytes(store) / 1024,
    baseline: packedBytes() / 1024,
    atMost: 1 / 2,
  };
  yield* passRows(versions);
  const answer = async (work: string, atMost: number, ...args: string[]): Promise<Row> => ({
    work: `${what}: ${work}`,
    against: 'node -e 0',
    unit: 'ms',
    ...(await compare(15, () => commandCost(store, ...args), emptyProcessCost, 'wall')),
    atMost,
  });
  yield await answer('diff --since, last 20', 2, 'diff', '--since', 'latest~19');
  yield await answer('flaps', 4, 'flaps');
  yield await answer('name', 4, 'name', anyNameOf(versions.at(-1) as HostsVersion));
}

async function* passRows(versions: readonly HostsVersion[]): AsyncGenerator<Row> {
  const repository = committedFolder();
  const recorder = runningRecorder();
  const path = join(repository.folder, 'roster.hosts');
  const last = changedVersions(versions);
  const show = (index: number) => writeFileSync(path, (last[index % last.length] as HostsVersion).text);
  const take = (): Cost => costOf(() => recorder.take(path));
  const readOne = (): Cost => costOf(() => readHashed(path));
  // git stages nothing for a file whose size and time are as they were: the turns are of different versions
  let shown = 0;
  const changed = await compare(
    Math.min(rounds, Math.floor(last.length / 4)),
    () => {
      show(shown++);
      return take();
    },
    () => {
      show(shown++);
      return costOf(() => repository.commit());
    },
    'wall',
  );
  yield {
    work: 'a changed pass of it: wall',
    against: 'git add -A, git commit',
    unit: 'ms',
    ...changed,
    atMost: 1 / 8,
  };
  const taken = await compare(
    Math.min(rounds, Math.floor(last.length / 4)),
    () => {
      show(shown++);
      return take();
    },
    readOne,
    'cpu',
  );
  yield { work: 'the same: CPU', against: 'read, SHA-256', unit: 'ms', ...taken, atMost: null };
  const known = await compare(
    rounds * 2,
    () => {
      show(shown - 1);
      return take();
    },
    readOne,
    'cpu',
  );
  yield { work: 'a pass of it seen before: CPU', against: 'read, SHA-256', unit: 'ms', ...known, atMost: null };
}

/** The last versions that differ from the ones before them. */
function changedVersions(versions: readonly HostsVersion[]): readonly HostsVersion[] {
  return versions.filter(({ text }, index) => index === 0 || text !== versions[index - 1]?.text).slice(-rounds * 4);
}

function anyNameOf({ text }: HostsVersion): string {
  const names = readPass(text).draft.roster?.list.entries.map(({ name }) => name) ?? [];
  return names[0] ?? 'localhost';
}

/** Each version as a commit, as `git fast-import` reads them. */
function fastImportStream(versions: readonly HostsVersion[]): string {
  return versions
    .map(({ at, text }) => {
      const committer = `bench <bench@mesh.example> ${Math.floor(at / 1000)} +0000`;
      const head = `commit refs/heads/main\ncommitter ${committer}\ndata 4\npass\nM 100644 inline roster.hosts\n`;
      return `${head}data ${Buffer.byteLength(text)}\n${text}\n`;
    })
    .join('\n');
}
