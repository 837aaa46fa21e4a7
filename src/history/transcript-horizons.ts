import type { Database } from 'better-sqlite3';
import {
  type HorizonRow,
  horizonFacts,
  horizonRowDigest,
  horizonRows,
  wholeHorizonRows,
  writeHorizon,
} from './horizon.ts';
import { removing } from './prune-transaction.ts';
import type { StoreReader } from './read.ts';
import type { TranscriptHorizon, TranscriptRange } from './transcript.ts';
import { wellFormedText } from './well-formed.ts';

/** What a transcript says of horizons. */
export interface ToldHorizons {
  readonly parts: readonly TranscriptHorizon[];
  /** The passes before this one are told with their numbers: those after it have the same ones without. */
  readonly numberedBefore: number;
}

/**
 * What is to be told of horizons in some ranges, where those begin with the first passes that are kept. Of one controller
 * among others, whose passes are not told, the passes that are gone are numbered from 1.
 */
export function toldHorizons(
  database: Database,
  reader: StoreReader,
  ranges: readonly TranscriptRange[],
): ToldHorizons {
  const begun = new Set(
    ranges
      .filter(({ controller, baseline, first }) => reader.findBefore(controller, baseline ?? first, 1) === null)
      .map(({ controller }) => controller),
  );
  const rows = wholeHorizonRows(database, reader.damage).filter(({ controller }) => begun.has(controller));
  if (reader.controllers().every((controller) => begun.has(controller))) {
    return { parts: rows.map(partOf), numberedBefore: Math.max(0, ...rows.map(({ first_pass }) => first_pass)) };
  }
  if (ranges.length > 1) return { parts: [], numberedBefore: 0 };
  const renumbered = rows.map((row) => {
    return { ...row, first_pass: row.removed + 1, from_pass: 1, until_pass: row.removed };
  });
  return { parts: renumbered.map(partOf), numberedBefore: 0 };
}

function partOf(row: Omit<HorizonRow, 'digest'>): TranscriptHorizon {
  return { kind: 'horizon', horizon: horizonFacts(row) };
}

function rowOf({ horizon }: TranscriptHorizon): Omit<HorizonRow, 'digest'> {
  return {
    controller: wellFormedText(horizon.controller),
    first_pass: horizon.firstPass,
    removed: horizon.removed,
    from_pass: horizon.fromPass,
    from_at: horizon.fromAt,
    until_pass: horizon.untilPass,
    pruned_at: horizon.prunedAt,
    reason: horizon.reason,
    bound: horizon.bound,
  };
}

/** What became of a horizon: a store that holds passes already begins where it begins. */
export type RestoredHorizon = 'taken' | 'known' | 'left-out';

/** Takes the horizons of a transcript into a store that is empty. */
export interface HorizonRestorer {
  take(part: TranscriptHorizon): RestoredHorizon;
  /** Writes what was taken; to be called before each pass, in its transaction: without passes there is nothing that begins. */
  write(): void;
}

/** Opens a store for horizons. */
export function openHorizonRestorer(database: Database): HorizonRestorer {
  const anyPass = database.prepare('SELECT 1 FROM passes LIMIT 1').pluck();
  let taken: Omit<HorizonRow, 'digest'>[] = [];
  return {
    take(part) {
      const row = rowOf(part);
      const known = horizonRows(database).find(({ controller }) => controller === row.controller);
      if (known !== undefined) return known.digest.toString('hex') === horizonRowDigest(row) ? 'known' : 'left-out';
      if (anyPass.get() !== undefined) return 'left-out';
      taken.push(row);
      return 'taken';
    },
    write() {
      if (taken.length === 0) return;
      // what was written may have been undone
      if (anyPass.get() !== undefined) taken = [];
      else
        removing(database, () => {
          for (const row of taken) writeHorizon(database, row);
        });
    },
  };
}
