import { engineSocket, urlLabel } from '../../recorder/watch/index.ts';
import type { Surroundings } from '../surroundings.ts';
import type { PlannedSource } from './planned-source.ts';

/**
 * How a source is called: as it was written, but an engine with its socket, and a URL without what may be a secret. In
 * anything else secrets are still to be redacted.
 */
export function sourceLabel(
  { text, address }: Pick<PlannedSource, 'text' | 'address'>,
  { env, isRoot }: Pick<Surroundings, 'env' | 'isRoot'>,
): string {
  if (address.kind === 'url') return urlLabel(address.url);
  if (address.kind !== 'engine') return text;
  return `${address.engine}:${engineSocket(address.engine, address.socket, env, isRoot)}`;
}
