/** A recorder for tests: `STORE PATH…` records the paths, and says of each pass what became of it. */
import { openForRecording } from '../../src/history/index.ts';
import { record } from '../../src/recorder/index.ts';

const [file, ...paths] = process.argv.slice(2) as [string, ...string[]];
const history = openForRecording(file);
for (const recorded of record(history, { paths, circumstances: {}, quietGapMs: 0, now: Date.now })) {
  if (recorded.kind !== 'observed') process.stdout.write(`${JSON.stringify(recorded.appended)}\n`);
}
history.close();
