import { churn, flap, type Story, smallMesh } from './inputs.ts';
import type { Row } from './row.ts';
import { committedFolder, runningRecorder, storeBytes, writePass } from './workshop.ts';

const passes = 2000;

/** The store after 2,000 passes against git's pack of the same files after `gc --aggressive`. */
export function* storeRows(): Generator<Row> {
  yield sizeRow('flap', flap);
  yield sizeRow('churn', churn);
}

function sizeRow(name: string, story: Story): Row {
  const repository = committedFolder();
  const recorder = runningRecorder();
  let count = 0;
  for (const files of story(smallMesh)) {
    writePass(repository.folder, files);
    repository.commit();
    recorder.take(repository.folder);
    count += 1;
    if (count === passes) break;
  }
  recorder.history.close();
  return {
    work: `store after ${passes} passes (${name})`,
    against: 'git pack after gc --aggressive',
    unit: 'KB',
    value: storeBytes(recorder.file) / 1024,
    baseline: repository.packedBytes() / 1024,
    atMost: 1 / 2,
  };
}
