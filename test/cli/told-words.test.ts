import { describe, expect, test } from 'vitest';
import { observedWords } from '../../src/cli/told-words.ts';
import type { Observation, ObservationKind } from '../../src/roster/index.ts';
import { utc } from '../report/builders.ts';

const at = Date.parse('2026-09-29T20:46:06Z');

function observation(kind: ObservationKind, container = 'mesh/web', seconds = 0): Observation {
  return { node: 'novox', container, kind, at: at + seconds * 1000 };
}

function words(observations: readonly Observation[], added = observations.length, lines = 0): string {
  const problems = Array.from({ length: lines }, () => ({ code: 'malformed-entry' as const, node: 'novox' }));
  return observedWords({ kind: 'observed', label: 'host.log', observed: { observations, added, problems } }, utc);
}

describe('what was observed', () => {
  test.each<[string, string]>([
    [words([observation('replaced')]), 'host.log: 1 replacement observed on novox, 2026-09-29 20:46:06 UTC'],
    [
      words([observation('replaced'), observation('replaced', 'mesh/db', 60)], 1),
      'host.log: 2 replacements observed on novox, 1 of them new, 2026-09-29 20:46:06 UTC to 2026-09-29 20:47:06 UTC',
    ],
    [
      words([observation('replaced')], 0, 1),
      'host.log: 1 replacement observed on novox, none of them new, 2026-09-29 20:46:06 UTC, 1 line that could not be read',
    ],
    [
      words([observation('died'), observation('destroyed'), observation('created', 'mesh/db')]),
      'host.log: 3 events of 2 containers observed on novox, 2026-09-29 20:46:06 UTC',
    ],
    [words([], 0, 2), 'host.log: nothing observed, 2 lines that could not be read'],
  ])('%#: reads as a sentence', (found, expected) => {
    expect(found).toBe(expected);
  });
});
