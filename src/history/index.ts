/**
 * The store: SQLite lives here and nowhere else. What `append` has acknowledged is on the disk; what was recorded is never
 * changed; a reader sees whole passes only, and one unchanging view until it is closed. States are handed out lazily and
 * contents are shared, so equal digests are equal objects while they are cached. It must never know what a move is.
 */
export type { Appended } from './append.ts';
export { backupStore } from './backup.ts';
export { TranscriptError } from './find-content.ts';
export type { Finding } from './finding.ts';
export type { Horizon } from './horizon.ts';
export { type History, openForReading, openForRecording } from './open.ts';
export { openPruner, type Pruned, type PruneSettings } from './prune.ts';
export { defaultRetention, type RetentionLimits } from './prune-limits.ts';
export type { PlannedTarget } from './prune-plan.ts';
export type { PruneStep } from './prune-transaction.ts';
export type { ControllerStats } from './stats.ts';
export { StoreError } from './store-error.ts';
export type * from './transcript.ts';
export type { FoundBindings } from './write-bindings.ts';
