import { join } from 'node:path';
import { flap, smallMesh, writePass } from './inputs.ts';
import { compare } from './measure.ts';
import type { Row } from './row.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { commandCost, emptyProcessCost } from './whole-process.ts';

const rounds = 21;

/** `record` of a pass whose bytes were seen before, each time as a process of its own. */
export async function* oneShotRows(): AsyncGenerator<Row> {
  const store = join(temporaryFolder(), 'history.db');
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const story = flap(smallMesh);
  for (const folder of folders) writePass(folder, story.next().value);
  const record = (round: number) => commandCost(store, 'record', folders[round % 2 === 0 ? 0 : 1]);
  for (let round = 0; round < 4; round += 1) record(round);
  yield {
    work: 'one-shot record of a pass seen before: whole process',
    against: 'node -e 0',
    unit: 'ms',
    ...(await compare(rounds, record, emptyProcessCost, 'wall')),
    atMost: 2,
  };
}
