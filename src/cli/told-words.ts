import type { Recorded } from '../recorder/index.ts';
import { fullTime, type TimeWriter } from '../report/index.ts';

/** What became of an input that could not be read. */
export function keptWords({ appended }: Extract<Recorded, { kind: 'unreadable' }>): string {
  if (appended === null) return 'nothing recorded: nothing is known yet that could stand';
  return `pass ${appended.number}: recorded as unreadable; what was declared last stands`;
}

/** What hosts and engines told, in figures. */
export function observedWords({ label, observed }: Extract<Recorded, { kind: 'observed' }>, times: TimeWriter): string {
  const { observations, added, problems } = observed;
  const [first, last] = [observations[0], observations.at(-1)];
  const nodes = [...new Set(observations.map(({ node }) => node))];
  const odd = problems.length === 0 ? '' : `, ${problems.length} lines that could not be read`;
  if (!first || !last) return `${label}: nothing observed${odd}`;
  const fresh = added === observations.length ? '' : `, ${added} of them new`;
  const span = `${fullTime(times, first.at)} to ${fullTime(times, last.at)}`;
  return `${label}: ${observations.length} observed on ${nodes.join(', ')}${fresh}, ${span}${odd}`;
}
