/**
 * Sources in, passes out: a source's text is read by a format, its secrets are replaced by keyed digests, and the pass is
 * appended to the history. What cannot be read is recorded as such. It must never know what a move is, nor print.
 */

export { type ExportHeader, exportFormat, exportLine, keptSettings } from './import/export-line.ts';
export { expectRepository } from './import/git-source.ts';
export { importGit } from './import/import-git.ts';
export { importLines } from './import/import-lines.ts';
export { importSnapshots } from './import/import-snapshots.ts';
export type { ImportSettings } from './import/settings.ts';
export { openTally, type Tally } from './import/tally.ts';
export { mapInput } from './map-input.ts';
export { previewPass } from './preview-pass.ts';
export { readDraft } from './read-draft.ts';
export { type ReadRunning, type RunningInput, runningReader } from './read-running.ts';
export { defaultQuietGapMs, type Recording, record, recordMapped } from './record.ts';
export { type InputText, openRecorder, type Recorded } from './recorder.ts';
export { defaultSizeLimitBytes } from './size-limit.ts';
export { readSource } from './source-file.ts';
export { faultText } from './unreadable-pass.ts';
