import type { InputText, Recorded } from '../recorder.ts';

/** What a running source is given to tell of what it sees. */
export interface Feed {
  /**
   * Hands one input over. Inputs of all sources are recorded one after the other, in the order in which they are handed
   * over; the promise resolves when what came of it is on the disk, and rejects with a StoreError where it could not be stored.
   */
  deliver(input: InputText): Promise<readonly Recorded[]>;
  /**
   * Tells that the source cannot be reached, with the reason. It may be told as often as it is tried: it is said and
   * recorded once, and it ends with the next delivery. A command that ran and failed is a delivery with its exit status, not this.
   */
  away(reason: string): void;
  /** Says something that a person should know, such as that a limit was reached. The same words are said once. */
  notice(words: string): void;
}

/** A source that runs until it is closed. */
export interface RunningSource {
  /** How the source is called in messages and in the history; no secret is in it. */
  readonly label: string;
  /** Takes nothing new, and resolves when what was taken has been handed over. */
  close(): Promise<void>;
}
