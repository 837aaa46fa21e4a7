import { committedFolder } from './committed-folder.ts';
import { churn, flap, type Story, smallMesh, writePass } from './inputs.ts';
import type { Row } from './row.ts';
import { runningRecorder, storeBytes } from './running-recorder.ts';

const passes = 2000;

/** The store after 2,000 passes against git's pack of the same files after `gc --aggressive`. */
export function* storeRows(): Generator<Row> {
  yield sizeRow('flap', flap);
  yield sizeRow('churn', churn);
}

function sizeRow(name: string, story: Story): Row {
  const repository = committedFolder();
  const recorder = runningRecorder();
  const told = story(smallMesh);
  for (let count = 0; count < passes; count += 1) {
    writePass(repository.folder, told.next().value);
    repository.commit();
    recorder.take(repository.folder);
  }
  recorder.history.close();
  return {
    work: `store after 2,000 passes (${name})`,
    against: 'git pack after gc --aggressive',
    unit: 'KB',
    value: storeBytes(recorder.file) / 1024,
    baseline: repository.packedBytes() / 1024,
    atMost: 1 / 2,
  };
}
