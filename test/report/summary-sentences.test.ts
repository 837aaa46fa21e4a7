import { describe, expect, test } from 'vitest';
import { type Diagnosis, diagnose } from '../../src/diff/index.ts';
import { summarySentences } from '../../src/report/summary-sentences.ts';
import type { Pass } from '../../src/roster/index.ts';
import { mesh, runs } from '../diff/builders.ts';
import { diagnosisOf, passesOf, utc } from './builders.ts';
import { incident, told } from './incident-passes.ts';

function sentences(diagnosis: Diagnosis): string[] {
  return summarySentences(diagnosis, utc);
}

const of = (passes: readonly Pass[], options = {}) => sentences(diagnosisOf(passes, options));
const when = 'Between 2026-03-01 10:02:00 UTC and 2026-03-01';
const spec = (image: string) => ({ nodes: { ace: { containers: [{ spec: { image } }] } } });

describe('the summary', () => {
  test('tells in three sentences what moved, what it cost, and why', () => {
    expect(of(incident('+!+!+'))).toEqual([
      `${when} 10:05:00 UTC, 2 names of g14 moved, in 4 of 4 passes, and each is back where it was.`,
      'It cost 12 replacements in 4 passes, each time both of novox, the one of g14 (predicted from the declarations; nothing observed is recorded).',
      "The recorded reason is that g14's plan failed, and 2 of its names went (gone in passes 2, 4; back in passes 3, 5); " +
        'the last pass of the window (5) still changed something, so it is not known to be over.',
    ]);
  });

  test('tells what is left, what was observed, and since when it is quiet', () => {
    const [moved, cost, why] = of(incident('+--'), { observations: [told(2, 5), told(3, 5)] });

    expect(moved).toBe(
      `${when} 10:03:00 UTC, 2 names of g14 moved, in 1 of 2 passes, of which 2 are not where they were.`,
    );
    expect(cost).toContain('(on the nodes that were listened to ');
    expect(why).toMatch(
      /^A possible reason is that g14's plan failed, and 2 of its names went \(gone in pass 2; not back since\); /,
    );
  });

  test('tells of one pass, of several owners, and that one name is elsewhere', () => {
    const [moved] = of(passesOf(mesh(['a:192.0.2.9', 'b:192.0.2.9']), mesh(['a:192.0.2.2', 'b:192.0.2.9'])));

    expect(moved).toBe('At 2026-03-01 10:02:00 UTC, 1 name of g14 moved, in 1 of 1 pass.');
    expect(
      of(
        passesOf(
          mesh(['a:192.0.2.9', 'b:192.0.2.9']),
          mesh(['a:192.0.2.2', 'b:192.0.2.9']),
          mesh(['a:192.0.2.2', 'b:192.0.2.9']),
        ),
      )[0],
    ).toContain(', of which 1 is not where it was.');
    expect(of(passesOf(mesh(['a:192.0.2.9', 'b:192.0.2.9']), mesh(['a:192.0.2.2', 'b:192.0.2.3'])))[0]).toContain(
      '2 names moved',
    );
  });

  test('tells that nothing moved, and what was replaced all the same', () => {
    expect(of(passesOf(spec('a'), spec('b'), spec('b')))).toEqual([
      `${when} 10:03:00 UTC, no name moved in 2 passes.`,
      'It cost 1 replacement in 1 pass, the one of ace (predicted from the declarations; nothing observed is recorded).',
      'The recorded reason is that the spec changed: image in pass 2; 1 quiet pass followed the last change (pass 2, 2026-03-01 10:02:00 UTC).',
    ]);
  });

  test('tells that nothing happened', () => {
    expect(of(passesOf(spec('a'), spec('a'))).slice(1)).toEqual([
      'No container was replaced.',
      'Nothing needs a reason; nothing happened.',
    ]);
    expect(sentences(diagnose({ baseline: null, passes: () => [] }, { observations: [], controlPlane: [] }))[0]).toBe(
      'No pass is recorded in this window.',
    );
  });

  test('says where nothing recorded says why', () => {
    const moved = of(passesOf({ nodes: { ace: runs('db:192.0.2.81') } }, { nodes: { ace: runs('db:192.0.2.82') } }));
    const engine = (id: string) => ({ nodes: { ace: { containers: [{ engine: { id } }] } } });

    expect(moved[2]).toContain('Nothing recorded says why db moved in pass 2; ');
    expect(of(passesOf(engine('1'), engine('2')))[2]).toContain(
      'Nothing recorded says why containers were replaced in pass 2; ',
    );
  });

  test('tells of the loop, and does not say where it was each time where that differs', () => {
    const diagnosis = diagnosisOf(incident('+!+'), { controlPlane: ['postgres*'] });
    const loop = { ...(diagnosis.loop as NonNullable<Diagnosis['loop']>), selfReinforcing: true };

    expect(sentences({ ...diagnosis, loop })[2]).toContain(
      ', and it fed itself through postgres.server (mesh-store); ',
    );
    const one = (a: string, b: string) => ({
      nodes: { ace: { containers: [{ spec: { a } }] }, bob: { containers: [{ spec: { b } }] } },
    });
    expect(of(passesOf(one('1', '1'), one('2', '1'), one('2', '2')))[1]).toBe(
      'It cost 2 replacements in 2 passes (predicted from the declarations; nothing observed is recorded).',
    );
  });
});
