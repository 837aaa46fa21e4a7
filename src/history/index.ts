/**
 * The store: SQLite lives here and nowhere else. What `append` has acknowledged is on the disk; what was recorded is never
 * changed; a reader sees whole passes only, and one unchanging view until it is closed. States are handed out lazily and
 * contents are shared, so equal digests are equal objects while they are cached. It must never know what a move is.
 */
export type { Appended } from './append.ts';
export { TranscriptError } from './find-content.ts';
export { type History, openForReading, openForRecording } from './open.ts';
export { StoreError } from './store-error.ts';
export type * from './transcript.ts';
export type { Finding } from './verify.ts';
