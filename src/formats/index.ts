/**
 * Text in, nouns out: one file per input shape and one line in the list of `read-pass.ts` or `read-input.ts`. A bad entry among many is a
 * problem in the result; only an input that no pass can be read from throws. Pure: no files, no network, no clock.
 */
export { localNode } from './docker-inspect.ts';
export { type FoldedText, foldLists, type KnownLists } from './folded-lists.ts';
export type { Circumstances, Format, Input } from './format.ts';
export { mapText } from './mapped.ts';
export { expectMapping } from './mapped-evaluate.ts';
export { expectFewParts } from './most-parts.ts';
export type { ObservationFormat, ReadObservations } from './observation-format.ts';
export { parseJson } from './parse-json.ts';
export { formatNames, observationFormats, type ReadInput, readInput } from './read-input.ts';
export { formats, type ReadPass, readPass } from './read-pass.ts';
export { textKind } from './text-kind.ts';
export { type Place, UnreadableInput } from './unreadable-input.ts';
