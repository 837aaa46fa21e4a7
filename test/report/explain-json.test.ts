import { expect, test } from 'vitest';
import { explainJson } from '../../src/report/explain-json.ts';
import { diagnosisOf, utc } from './builders.ts';
import { incident, told } from './incident-passes.ts';

test('an explanation has its findings, the loop, what is ruled out, and each pass with its findings', () => {
  const diagnosis = diagnosisOf(incident('+-+'), { controlPlane: ['postgres*'], observations: [told(2, 5)] });

  const { findings, loop, passes, ...rest } = explainJson(diagnosis, { since: null, until: null }, utc);

  expect(rest).toEqual({
    format: 'roster-history/explain@1',
    complete: true,
    gaps: [],
    window: { since: '2026-03-01T10:02:00Z', until: '2026-03-01T10:03:00Z', baseline: 1 },
    controlPlane: ['postgres*'],
    ruledOut: [
      {
        trigger: 'assign gitea',
        passes: [2],
        mentions: ['gitea'],
        absent: ['gitea'],
        reason:
          'its name was in no hosts list; no name of gitea moved, and none of its containers came, went or changed its spec',
      },
    ],
  });
  expect(findings).toMatchObject([
    {
      finding: 1,
      kind: 'plan-failed',
      confidence: 'likely',
      owner: 'g14',
      passes: [2],
      returned: [3],
      text: "g14's plan failed, and 2 of its names went",
      evidence: [
        expect.stringContaining('gone in pass 2; back in pass 3'),
        expect.stringContaining('inferred: '),
        expect.any(String),
      ],
    },
  ]);
  expect(loop).toMatchObject({ selfReinforcing: false, after: { failed: 0, of: 1 }, others: { failed: 0, of: 0 } });
  expect(passes).toMatchObject([
    { pass: 2, key: '2', at: '2026-03-01T10:02:00Z', trigger: 'assign gitea', findings: [1] },
    { pass: 3, findings: [1] },
  ]);
  expect(passes[0]?.observed).toEqual({ predicted: 2, observed: 1, unexplained: 0, missing: 1 });
});

test('there is no loop where none was looked for', () => {
  expect(explainJson(diagnosisOf(incident('+-')), { since: 0, until: 0 }, utc)).toMatchObject({
    window: { since: '1970-01-01T00:00:00Z' },
    loop: null,
  });
});
