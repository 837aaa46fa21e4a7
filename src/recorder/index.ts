/**
 * Sources in, passes out: a source's text is read by a format, its secrets are replaced by keyed digests, and the pass is
 * appended to the history. What cannot be read is recorded as such. It must never know what a move is, nor print.
 */
export { defaultQuietGapMs, type Recording, record } from './record.ts';
export { type InputText, openRecorder, type Recorded, type Recorder, type RecorderSettings } from './recorder.ts';
export { faultText } from './unreadable-pass.ts';
