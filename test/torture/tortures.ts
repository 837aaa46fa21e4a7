import { atOnce } from './at-once.ts';
import { flippedBytes } from './flipped-bytes.ts';
import { fullDisk } from './full-disk.ts';
import { killImport } from './kill-import.ts';
import { killMigration } from './kill-migration.ts';
import { killPrune } from './kill-prune.ts';
import { killRecord } from './kill-record.ts';
import { killWatch } from './kill-watch.ts';
import { longReader } from './long-reader.ts';
import { outsideWorld } from './outside-world.ts';
import type { Torture } from './torture.ts';

/** Every torture, in the order in which they are run. */
export const tortures: readonly Torture[] = [
  killRecord,
  killWatch,
  killImport,
  killPrune,
  killMigration,
  fullDisk,
  atOnce,
  longReader,
  flippedBytes,
  outsideWorld,
];
