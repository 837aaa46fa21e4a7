import type { Circumstances } from '../formats/index.ts';
import type { History } from '../history/index.ts';
import { readingSpace } from './lent-text.ts';
import { type InputText, openRecorder, type Recorded, type RecorderSettings } from './recorder.ts';
import { readSource } from './source-file.ts';

/** Lone declarations that come within this time of each other make one pass. */
export const defaultQuietGapMs = 2000;

/** How inputs are recorded. `circumstances` fill in what an input lacks. */
export interface Recording extends RecorderSettings {
  readonly paths: readonly string[];
  readonly circumstances: Circumstances;
  /** The format to read with; recognised from the content where it is not named. */
  readonly format?: string;
  /** An input that is larger cannot be read; 64 MiB where nothing is said. */
  readonly sizeLimitBytes?: number;
}

/**
 * Records inputs, pass by pass, as the results are taken: no more is held than what still gathers. What could not be read
 * is recorded as such, and the rest goes on.
 */
export function* record(history: History, recording: Recording): Generator<Recorded> {
  const recorder = openRecorder(history, recording);
  for (const input of inputsOf(recording)) yield* recorder.take(input);
  yield* recorder.finish();
}

/** The same for inputs of a foreign shape: `map` makes each one of ours. */
export async function* recordMapped(
  history: History,
  recording: Recording,
  map: (input: InputText) => Promise<InputText>,
): AsyncGenerator<Recorded> {
  const recorder = openRecorder(history, recording);
  for (const input of inputsOf(recording)) yield* recorder.take(await map(input));
  yield* recorder.finish();
}

function* inputsOf({ paths, circumstances, format, sizeLimitBytes }: Recording): Generator<InputText> {
  const known = { circumstances, ...(format === undefined ? {} : { format }) };
  const space = readingSpace();
  for (const path of paths) {
    // not spread: that would decode what is lent
    for (const source of readSource(path, sizeLimitBytes, space)) yield Object.assign(source, known);
  }
}
