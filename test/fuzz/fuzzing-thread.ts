/** One thread that fuzzes one format, and shows the input that it is at to those who watch it. */
import { parentPort, workerData } from 'node:worker_threads';
import { fuzzFormat } from './fuzz-format.ts';
import { fuzzedFormats } from './fuzzed-formats.ts';
import { type FuzzingTask, openInputSlot } from './input-slot.ts';

const { format: name, slot, ...fuzzing } = workerData as FuzzingTask;
const format = fuzzedFormats.find((one) => one.name === name);
if (!format) throw new Error(`no format "${name}"`);
const figures = await fuzzFormat(format, { ...fuzzing, onInput: openInputSlot(slot).write });
parentPort?.postMessage(figures);
