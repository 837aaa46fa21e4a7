import { StoreError } from '../../src/history/index.ts';

/** What a user is told of a store error, and whether it is damage. */
export interface StoreFault {
  readonly message: string;
  readonly hint: string | null;
  readonly damaged: boolean;
}

/** The store error that some work throws; fails where it throws none, or another one. */
export function storeFaultOf(work: () => unknown): StoreFault {
  try {
    work();
  } catch (error) {
    if (error instanceof StoreError) return { message: error.message, hint: error.hint, damaged: error.damaged };
    throw error;
  }
  throw new Error('no error was thrown');
}
