import { Worker } from 'node:worker_threads';
import type { FuzzFigures } from './fuzz-format.ts';
import { type FuzzingTask, inputSlotMemory, openInputSlot } from './input-slot.ts';

/** What fuzzing a format gave, and what it took. */
export interface Fuzzed {
  readonly format: string;
  /** Null where the thread did not end by itself. */
  readonly figures: FuzzFigures | null;
  readonly failure: string | null;
  /** The most memory of the process while it ran. */
  readonly peakBytes: number;
}

/** An input that is looked at for longer hangs: it is measured again where it takes long, and shrunk where it fails. */
const hangMs = 60_000;
const lookMs = 50;
const heapMegabytes = 2048;

/** Fuzzes a format in a thread with bounded memory, and ends it where an input hangs. */
export function fuzzInThread(task: Omit<FuzzingTask, 'slot'>): Promise<Fuzzed> {
  const memory = inputSlotMemory();
  const slot = openInputSlot(memory);
  const worker = new Worker(new URL('./fuzzing-thread.mjs', import.meta.url), {
    workerData: { ...task, slot: memory } satisfies FuzzingTask,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  let [peakBytes, count, since] = [0, 0, Date.now()];
  return new Promise((resolve) => {
    const finish = (figures: FuzzFigures | null, failure: string | null) => {
      clearInterval(watch);
      void worker.terminate();
      resolve({ format: task.format, figures, failure, peakBytes });
    };
    const atInput = (words: string) => `${words} at the input ${JSON.stringify(slot.read().text.slice(0, 2000))}`;
    const watch = setInterval(() => {
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
      const now = slot.read().count;
      if (now !== count) [count, since] = [now, Date.now()];
      else if (Date.now() - since > hangMs) finish(null, atInput('hangs'));
    }, lookMs);
    worker.on('message', (figures: FuzzFigures) => finish(figures, figures.failure));
    worker.on('error', (error) => finish(null, atInput(error.message)));
  });
}
