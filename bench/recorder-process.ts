/** A recorder in a process of its own, its memory as `watch` has it: takes the folder of each message as a pass, and answers with a {@link TakenPass}. */
import { createRequire } from 'node:module';
import { costOf } from './measure.ts';
import { runningRecorder } from './running-recorder.ts';
import type { TakenPass } from './spawned-recorder.ts';

createRequire(import.meta.url)('../scripts/watch-memory.cjs');
const recorder = runningRecorder(process.argv[2]);

process.on('message', (folder: string) => {
  const cost = costOf(() => recorder.take(folder));
  const { used, log } = recorder.history.size();
  const taken: TakenPass = { ...cost, peakBytes: process.resourceUsage().maxRSS * 1024, storeBytes: used - log };
  process.send?.(taken);
});
process.on('disconnect', () => {
  recorder.history.close();
  process.exit();
});
