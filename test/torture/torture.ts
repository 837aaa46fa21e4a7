import type { Random } from '../mesh/seeded-random.ts';

/** How much is done: all of it for the script, a little of each for the tests. */
export type Size = 'full' | 'short';

/** What a torture works with. */
export interface Rack {
  /** A folder of its own, which goes when it ends. */
  readonly folder: string;
  readonly random: Random;
  readonly size: Size;
  /** Gives the one or the other by the size. */
  sized<T>(full: T, short: T): T;
  /** Notes a figure that was measured. */
  figure(what: string, value: number | string): void;
  /** Notes a broken promise unless something holds. */
  expect(holds: boolean, words: string): void;
  /** Notes why something could not be done here. */
  skip(reason: string): void;
  /** Does work when the torture ends, however it ends; the last first. */
  atEnd(work: () => void | Promise<void>): void;
}

/** One fault, and what must hold in spite of it. */
export interface Torture {
  readonly name: string;
  readonly promise: string;
  run(rack: Rack): Promise<void>;
}

/** What a torture found. */
export interface Found {
  readonly figures: readonly (readonly [what: string, value: number | string])[];
  readonly breaches: readonly string[];
  readonly skipped: readonly string[];
}
