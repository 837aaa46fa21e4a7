import { dockerEvents } from './docker-events.ts';
import type { FoldedText } from './folded-lists.ts';
import type { Circumstances } from './format.ts';
import { hostLog } from './host-log.ts';
import type { ObservationFormat, ReadObservations } from './observation-format.ts';
import { passFormatNames, type ReadPass, readPass } from './read-pass.ts';

/** Every shape of input that tells what really happened, in the order in which it is asked. */
export const observationFormats: readonly ObservationFormat[] = [dockerEvents, hostLog];

/** One input as read: a pass that was declared, or what hosts and engines told of replacements. */
export type ReadInput =
  | ({ readonly kind: 'pass' } & ReadPass)
  | ({ readonly kind: 'observations'; readonly format: string } & ReadObservations);

/**
 * Reads an input of any known format, recognised from its content unless it is named. `lists` are those that words in it
 * stand for. Throws {@link UnreadableInput}.
 */
export function readInput(
  source: string,
  circumstances: Circumstances = {},
  formatName?: string,
  lists?: FoldedText['lists'],
): ReadInput {
  const text = source.replace(/^\ufeff/, '');
  const format = observationFormats.find(({ name, recognises }) =>
    formatName === undefined ? recognises(text) : name === formatName,
  );
  if (format) return { kind: 'observations', format: format.name, ...format.read(text, circumstances) };
  return { kind: 'pass', ...readPass(source, circumstances, formatName, lists) };
}

/** The names of the known formats. */
export function formatNames(): string[] {
  return [...passFormatNames(), ...observationFormats.map(({ name }) => name)];
}
