import type { Circumstances } from '../../formats/index.ts';

/** How history that exists already is imported, whatever its source. */
export interface ImportSettings {
  /** What fills in what a document lacks: its controller and its node. */
  readonly circumstances: Pick<Circumstances, 'controller' | 'node'>;
  /** Whether a document that names no node is that of the node that its file is named after. */
  readonly nodeFromName: boolean;
  /** The format to read with; recognised from the content where it is not named. */
  readonly format?: string;
  /** Patterns of the keys and paths whose values are no secrets. Where nothing is said, those of the store. */
  readonly show?: readonly string[];
  /** Milliseconds since the epoch. */
  now(): number;
  /** The instant of a wall time such as `2026-03-01 10:00:00`, in the user's zone; null where it is none. */
  readWall(text: string): number | null;
  /** Whether to stop after the piece at hand: what was recorded stays, and the same import goes on from there. */
  isStopped?(): boolean;
  /** Is told how much is done, of how much where that is known. */
  progress?(done: number, total: number | null): void;
}
