import { churn, flap, type PassFiles, type Story, smallMesh, writePass } from './inputs.ts';
import type { Row } from './row.ts';
import { spawnedRecorder } from './spawned-recorder.ts';
import { temporaryFolder } from './temporary-folder.ts';

const [few, many] = [100, 10_000];

/** The peak memory of one recorder in a process of its own, after 100 passes and after 10,000. */
export async function* memoryRows(): AsyncGenerator<Row> {
  yield await peakRow('flap', flap);
  yield await peakRow('churn', churn);
}

async function peakRow(name: string, story: Story): Promise<Row> {
  const recorder = spawnedRecorder();
  const folders = new Map<PassFiles, string>();
  const told = story(smallMesh);
  const peaks: number[] = [];
  for (let count = 1; count <= many; count += 1) {
    const { peakBytes } = await recorder.take(written(folders, told.next().value));
    if (count === few || count === many) peaks.push(peakBytes / 2 ** 20);
  }
  await recorder.stop();
  const [baseline, value] = peaks as [number, number];
  return {
    work: `peak memory of a recorder after 10,000 passes (${name})`,
    against: 'after 100 passes',
    unit: 'MB',
    value,
    baseline,
    atMost: 1.2,
  };
}

/** The folder that holds a pass; what stands in one of the last two is not written again. */
function written(folders: Map<PassFiles, string>, files: PassFiles): string {
  const known = folders.get(files);
  if (known !== undefined) return known;
  const [oldest] = folders.size < 2 ? [] : folders;
  if (oldest !== undefined) folders.delete(oldest[0]);
  const folder = oldest?.[1] ?? temporaryFolder();
  writePass(folder, files);
  folders.set(files, folder);
  return folder;
}
