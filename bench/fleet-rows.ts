import { committedFolder } from './committed-folder.ts';
import { changes, flap, fleetMesh, type MeshSize, smallMesh, writePass } from './inputs.ts';
import { byTurns, type Cost, compare, costOf, median } from './measure.ts';
import { readHashParse } from './record-rows.ts';
import type { Row, Unit } from './row.ts';
import { type SpawnedRecorder, spawnedRecorder, type TakenPass } from './spawned-recorder.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { commandCost, commandPeakBytes, emptyProcessCost } from './whole-process.ts';

const ownSizes: readonly MeshSize[] = [
  smallMesh,
  { nodes: 20, containers: 50, names: 300 },
  { nodes: 50, containers: 50, names: 500 },
  fleetMesh,
];

/** So many passes that move a name to a new address, fewer where they take long. */
const mostChanged = 41;

/** All passes of each history that is asked about; those that are not changed by a move to a new address are a flap's. */
const allPasses = 200;

/** What one machine carries, size by size: those asked for, else four of its own. */
export async function* fleetRows(asked: readonly MeshSize[]): AsyncGenerator<Row> {
  for (const size of asked.length > 0 ? asked : ownSizes) yield* sizeRows(size);
}

async function* sizeRows(size: MeshSize): AsyncGenerator<Row> {
  const name = `${size.nodes}×${size.containers}×${size.names}`;
  const row = (work: string, against: string, unit: Unit, value: number, baseline: number): Row => ({
    work: `${name}: ${work}`,
    against,
    unit,
    value,
    baseline,
    atMost: null,
  });
  const recorder = spawnedRecorder();
  const changed = await takeChanges(size, recorder);
  const { passBytes, first, taken } = changed;
  const wall = median(taken.map((pass) => pass.wall));
  const cpu = median(taken.map((pass) => pass.cpu));
  const gitWall = median(changed.commits.map((cost) => cost.wall));
  yield row('first pass', 'its commit', 'ms', first.wall, changed.firstCommit.wall);
  yield row('a pass with a change: wall', 'git add -A, git commit', 'ms', wall, gitWall);
  yield row('the same: CPU', 'read, SHA-256, JSON.parse', 'ms', cpu, median(changed.parses.map((cost) => cost.cpu)));
  yield row('such passes', 'git', 'a minute', 60_000 / wall, 60_000 / gitWall);
  const known = await takeFlap(size, recorder, allPasses - taken.length - 1);
  yield row('passes seen before', 'git', 'a minute', 60_000 / median(known.map((pass) => pass.wall)), 60_000 / gitWall);
  const peak = Math.max(...known.map((pass) => pass.peakBytes));
  yield row('peak memory of the recorder', 'the text of one pass', 'MB', peak / 2 ** 20, passBytes / 2 ** 20);
  yield row('first pass in the store', 'its text', 'KB', first.storeBytes / 1024, passBytes / 1024);
  const whole = (known.at(-1) as TakenPass).storeBytes;
  yield row(`${allPasses} passes in the store`, 'the first alone', 'KB', whole / 1024, first.storeBytes / 1024);
  await recorder.stop();
  for (const command of [['diff', '--since', '1'], ['flaps']]) {
    const times = await compare(3, () => commandCost(recorder.file, ...command), emptyProcessCost, 'wall');
    yield row(`${command[0]} over ${allPasses} passes`, 'node -e 0', 'ms', times.value, times.baseline);
    const bytes = commandPeakBytes(recorder.file, ...command);
    yield row(`${command[0]}: peak memory`, 'the text of one pass', 'MB', bytes / 2 ** 20, passBytes / 2 ** 20);
  }
}

/** What changed passes cost, the first pass apart, by turns with git and with reading, hashing and parsing of the same files. */
interface Changed {
  readonly passBytes: number;
  readonly first: TakenPass;
  readonly firstCommit: Cost;
  readonly taken: readonly TakenPass[];
  readonly commits: readonly Cost[];
  readonly parses: readonly Cost[];
}

async function takeChanges(size: MeshSize, recorder: SpawnedRecorder): Promise<Changed> {
  const { folder, commit } = committedFolder();
  const passes = changes(size);
  const passBytes = writePass(folder, passes.next().value);
  const first = await recorder.take(folder);
  const firstCommit = costOf(commit);
  const taken: TakenPass[] = [];
  const last = { round: -1 };
  const onPass = (round: number) => {
    if (round !== last.round) writePass(folder, passes.next().value);
    last.round = round;
  };
  const [, commits = [], parses = []] = await byTurns(
    mostChanged,
    async (round) => {
      onPass(round);
      const pass = await recorder.take(folder);
      taken.push(pass);
      return pass;
    },
    (round) => {
      onPass(round);
      return costOf(commit);
    },
    (round) => {
      onPass(round);
      return costOf(() => readHashParse(folder));
    },
  );
  return { passBytes, first, firstCommit, taken, commits, parses };
}

/** Records a flap, and gives what its passes cost once both of its states are known. */
async function takeFlap(size: MeshSize, recorder: SpawnedRecorder, passes: number): Promise<TakenPass[]> {
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const story = flap(size);
  for (const folder of folders) writePass(folder, story.next().value);
  const taken: TakenPass[] = [];
  for (let pass = 0; pass < passes; pass += 1) taken.push(await recorder.take(folders[pass % 2 === 0 ? 0 : 1]));
  return taken.slice(folders.length);
}
