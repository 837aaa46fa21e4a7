/**
 * A recorder for tests: `STORE NAME COUNT` appends passes of the controller NAME, its two nodes changing in step, and says
 * each time what it was told: the number of the pass and its id.
 */
import { openForRecording } from '../../src/history/index.ts';
import { passDraft, planned } from '../roster/builders.ts';

const [file, name, count] = process.argv.slice(2) as [string, string, string];
const history = openForRecording(file);
for (let index = 0; index < Number(count); index += 1) {
  const hosts = [`step.internal:192.0.2.${index % 250}`];
  const { number } = history.append({
    draft: passDraft({
      controller: name,
      key: String(index),
      roster: hosts,
      reports: ['ace', 'g14'].map((node) => planned(node, { containers: [{ id: 'mesh/web', hosts }] })),
    }),
    recordedAt: Date.now(),
    source: null,
    quietGapMs: 0,
  });
  process.stdout.write(`${number} ${index}\n`);
}
history.close();
