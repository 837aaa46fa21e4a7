import type { Fuzzing } from './fuzz-format.ts';

/** What a thread is told to do, and the memory that it shares. */
export interface FuzzingTask extends Omit<Fuzzing, 'onInput'> {
  readonly format: string;
  readonly slot: SharedArrayBuffer;
}

/** The input that a thread is at, in memory that is shared with the thread that watches it: one that hangs cannot answer. */
export interface InputSlot {
  write(text: string): void;
  /** How many inputs were begun, and the last one as far as there is room for it. */
  read(): { readonly count: number; readonly text: string };
}

const headBytes = 8;
const mostBytes = 2 ** 20;

/** Makes the memory of a slot. */
export function inputSlotMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(headBytes + mostBytes);
}

/** Opens a slot. */
export function openInputSlot(memory: SharedArrayBuffer): InputSlot {
  const head = new Int32Array(memory, 0, 2);
  const bytes = new Uint8Array(memory, headBytes);
  return {
    write(text) {
      const encoded = new TextEncoder().encode(text).subarray(0, mostBytes);
      bytes.set(encoded);
      Atomics.store(head, 1, encoded.length);
      Atomics.add(head, 0, 1);
    },
    read: () => ({
      count: Atomics.load(head, 0),
      text: new TextDecoder().decode(bytes.slice(0, Atomics.load(head, 1))),
    }),
  };
}
