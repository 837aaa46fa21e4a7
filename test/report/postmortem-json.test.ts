import { expect, test } from 'vitest';
import { postmortemJson } from '../../src/report/postmortem-json.ts';
import { diagnosisOf, utc } from './builders.ts';
import { incident, told } from './incident-passes.ts';

test('a postmortem has the facts of diff, flaps and explain, and what it cost', () => {
  const observations = [told(2, 3, 'died'), told(2, 5), told(2, 9, 'started'), told(3, 1, 'died')];
  const diagnosis = diagnosisOf(incident('+-+-'), { controlPlane: ['postgres*'], observations });

  const json = postmortemJson(diagnosis, { since: null, until: null }, utc);

  expect(Object.keys(json)).toEqual([
    'format',
    'complete',
    'gaps',
    'window',
    'passes',
    'net',
    'minutesAre',
    'minutes',
    'absences',
    'flaps',
    'findings',
    'controlPlane',
    'loop',
    'ruledOut',
    'notEstablished',
    'disagreements',
  ]);
  expect(json.format).toBe('roster-history/report@1');
  expect(json.passes[0]?.observed).toEqual({ predicted: 2, observed: 1, unexplained: 0, missing: 1 });
  expect(json.flaps.groups).toHaveLength(1);
  expect(json.minutesAre).toBe('observed');
  expect(json.minutes).toEqual([{ minute: '2026-03-01T10:02:00Z', count: 1 }]);
  expect(json.absences).toEqual([
    {
      node: 'novox',
      container: 'mesh-store/postgres.server',
      from: '2026-03-01T10:02:03Z',
      until: '2026-03-01T10:02:09Z',
    },
    { node: 'novox', container: 'mesh-store/postgres.server', from: '2026-03-01T10:03:01Z', until: null },
  ]);
  expect(json.notEstablished.length).toBeGreaterThan(0);
  expect(json.notEstablished[0]).toEqual({ what: expect.any(String), wanted: expect.any(String) });
});
