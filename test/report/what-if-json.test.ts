import { expect, test } from 'vitest';
import { asRecorded, diagnose, policyOf, whatIf } from '../../src/diff/index.ts';
import { postmortemJson } from '../../src/report/postmortem-json.ts';
import { whatIfJson } from '../../src/report/what-if-json.ts';
import { mesh, passesOf } from '../diff/builders.ts';
import { utc } from './builders.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3', 'new.example:192.0.2.9'];
const routed = ['git.g14.example:192.0.2.2', 'wiki.g14.example:192.0.2.2'];
const [kick, whole, lost] = [[...own.slice(0, 2), ...routed], [...own, ...routed], own].map((roster) =>
  mesh(roster, { roster }),
) as [ReturnType<typeof mesh>, ReturnType<typeof mesh>, ReturnType<typeof mesh>];

const source = {
  baseline: null,
  passes: () => passesOf(kick, whole, lost, lost, whole, lost, lost, whole),
};
const controlPlane = ['postgres*'];
const diagnosis = diagnose(source, { observations: [], controlPlane });
const policies = [asRecorded, policyOf(['last-known-good'])];
const asked = whatIf(source, { policies, controlPlane, loop: diagnosis.loop });

const nothingStale = { containerPasses: 0, lostOnly: 0, containers: 0, containerSeconds: 0, longestSeconds: 0 };
const facts = {
  replayed: 8,
  compared: 7,
  containers: 3,
  assumes: [
    'each pass delivers what it delivered, a node that is handed nothing keeps what it runs, and a container is replaced when its identity changes',
    'replacements that nothing recorded explains are counted under no policy',
  ],
  policies: [
    {
      policy: 'as-recorded',
      rules: [],
      entries: 'all',
      textCounts: true,
      assumes: ['the text of the whole hosts list is part of the identity'],
      replacements: 15,
      controlPlane: 5,
      worstMinute: { at: '2026-03-01T10:02:00Z', replacements: 3 },
      stale: nothingStale,
      missing: 12,
      withoutNames: 0,
      withLoop: {
        replacements: 15,
        controlPlane: 5,
        worstMinute: { at: '2026-03-01T10:02:00Z', replacements: 3 },
        stale: nothingStale,
        missing: 12,
        withoutNames: 0,
      },
    },
    {
      policy: 'last-known-good',
      rules: [{ kind: 'last-known-good' }],
      entries: 'all',
      textCounts: true,
      assumes: [
        "names whose owner's plan failed, or looks as if it did, stay at the addresses they had until that owner has a name back or plans well",
      ],
      replacements: 3,
      controlPlane: 1,
      worstMinute: { at: '2026-03-01T10:02:00Z', replacements: 3 },
      stale: { containerPasses: 12, lostOnly: 12, containers: 3, containerSeconds: 720, longestSeconds: 120 },
      missing: 0,
      withoutNames: 0,
      withLoop: {
        replacements: 3,
        controlPlane: 1,
        worstMinute: { at: '2026-03-01T10:02:00Z', replacements: 3 },
        stale: { containerPasses: 3, lostOnly: 3, containers: 3, containerSeconds: 180, longestSeconds: 60 },
        missing: 0,
        withoutNames: 0,
      },
    },
  ],
  best: ['last-known-good'],
  bestWithLoop: ['last-known-good'],
  loop: { containers: [{ node: 'novox', container: 'mesh-store/postgres.server' }] },
  controlPlaneNotFound: [],
  bindingsNotTold: [
    { node: 'g14', container: 'forgejo/forgejo.server', why: 'not-searched' },
    { node: 'novox', container: 'mesh-store/postgres.server', why: 'not-searched' },
    { node: 'novox', container: 'gitea/gitea.server', why: 'not-searched' },
  ],
};

test('whatif gives the figures of each policy, as they fell and with the loop', () => {
  expect(whatIfJson(asked, [], { since: null, until: Date.UTC(2026, 2, 1, 11), baseline: 7 }, utc)).toEqual({
    format: 'roster-history/whatif@1',
    complete: true,
    gaps: [],
    window: { since: null, until: '2026-03-01T11:00:00Z', baseline: 7 },
    ...facts,
  });
});

test('a postmortem has the same figures where they were asked for', () => {
  const ends = { since: null, until: null };

  expect(postmortemJson(diagnosis, { ...ends, whatIf: asked }, utc)).toMatchObject({ whatIf: facts });
  expect(postmortemJson(diagnosis, ends, utc)).not.toHaveProperty('whatIf');
});

test('without a loop, and without a replacement, there is null', () => {
  const { policies: told, loop } = whatIfJson(
    whatIf({ baseline: null, passes: () => passesOf(whole) }, { policies, controlPlane: [], loop: null }),
    [],
    { since: null, until: null, baseline: null },
    utc,
  );

  expect(loop).toBe(null);
  expect(told.map(({ withLoop, worstMinute }) => [withLoop, worstMinute])).toEqual([
    [null, null],
    [null, null],
  ]);
});
