import { isDeepStrictEqual } from 'node:util';
import type { ReadObservations } from '../../src/formats/index.ts';
import { type History, openForReading } from '../../src/history/index.ts';
import { escapeControls, fullTime } from '../../src/report/index.ts';
import type { Observation } from '../../src/roster/index.ts';
import { realTimes } from './real-times.ts';

/**
 * Records observations, reads them back, and throws where one is missing, or where its time cannot be written. `told` are
 * the lines that tell of one: each is an observation or a problem.
 */
export function recordObserved(history: History, source: string, { observations, problems }: ReadObservations): void {
  const own = observations.map((one) => ({ ...one, node: `${source} ${one.node}` }));
  history.appendObservations({ observations: own, recordedAt: Date.UTC(2026, 8, 29), source });
  const reader = openForReading(history.file);
  try {
    const read = reader.observations(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    const found = read.filter(({ node }) => node.startsWith(`${source} `)).map(plain);
    if (!isDeepStrictEqual(distinct(found), distinct(own.map(wellFormed)))) {
      throw new Error(`observed ${JSON.stringify(own)}, read back ${JSON.stringify(found)}`);
    }
  } finally {
    reader.close();
  }
  for (const { at } of observations) {
    const words = fullTime(realTimes, at);
    if (words !== escapeControls(words)) throw new Error(`a time that cannot be shown: ${at}`);
  }
  JSON.stringify(problems);
}

function plain({ node, container, kind, at }: Observation): Observation {
  return { node, container, kind, at };
}

/** As the store keeps a text: a lone half of a surrogate pair becomes U+FFFD. */
function wellFormed(one: Observation): Observation {
  const text = (value: string) => Buffer.from(value).toString();
  return { ...one, node: text(one.node), container: text(one.container) };
}

function distinct(all: readonly Observation[]): string[] {
  return [...new Set(all.map((one) => JSON.stringify(plain(one))))].sort();
}
