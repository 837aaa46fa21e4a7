import type { Recorded } from '../recorder/index.ts';
import { fullTime, oneLine, type TimeWriter } from '../report/index.ts';
import type { Observation } from '../roster/index.ts';
import type { KeptInput } from './kept-input.ts';

/** What became of an input that could not be read. */
export function keptWords(
  { appended }: Pick<Extract<Recorded, { kind: 'unreadable' }>, 'appended'>,
  kept?: Pick<KeptInput, 'outcome' | 'error'>,
): string {
  if (appended === null) return 'nothing recorded: nothing is known yet that could stand';
  const how = kept?.outcome === 'failed' ? `failed (${oneLine(kept.error)})` : 'unreadable';
  return `pass ${appended.number}: recorded as ${how}; what was declared last stands`;
}

/** What hosts and engines told: how much, of which nodes, how much of it is new, and of which time. */
export function observedWords({ label, observed }: Extract<Recorded, { kind: 'observed' }>, times: TimeWriter): string {
  const { observations, added, problems } = observed;
  const [first, last] = [observations[0], observations.at(-1)];
  const odd = problems.length === 0 ? '' : `, ${counted(problems.length, 'line')} that could not be read`;
  if (!first || !last) return `${label}: nothing observed${odd}`;
  const nodes = [...new Set(observations.map(({ node }) => node))];
  const fresh = added === observations.length ? '' : `, ${added === 0 ? 'none' : added} of them new`;
  const from = fullTime(times, first.at);
  const until = fullTime(times, last.at);
  const span = from === until ? from : `${from} to ${until}`;
  return `${label}: ${thingsWords(observations)} observed on ${nodes.join(', ')}${fresh}, ${span}${odd}`;
}

/** A host tells of replacements, an engine of each step of one. */
function thingsWords(observations: readonly Observation[]): string {
  if (observations.every(({ kind }) => kind === 'replaced')) return counted(observations.length, 'replacement');
  const containers = new Set(observations.map(({ node, container }) => `${node}\0${container}`));
  return `${counted(observations.length, 'event')} of ${counted(containers.size, 'container')}`;
}

function counted(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : `${noun}s`}`;
}
