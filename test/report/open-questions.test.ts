import { describe, expect, test } from 'vitest';
import { type Diagnosis, diagnose, type Finding } from '../../src/diff/index.ts';
import { openQuestions } from '../../src/report/open-questions.ts';
import type { Pass } from '../../src/roster/index.ts';
import { recordingGap } from '../diff/builders.ts';
import { diagnosisOf, utc } from './builders.ts';
import { incident } from './incident-passes.ts';

function asked(diagnosis: Diagnosis): string[] {
  return openQuestions(diagnosis, utc).map(({ what, wanted }) => `${what} | ${wanted}`);
}

const quiet = diagnosisOf(incident('++'));
const none = { baseline: null, passes: () => [] };

describe('what is not established', () => {
  test('is nothing where nothing happened', () => {
    expect(asked(quiet)).toEqual([]);
    expect(asked(diagnose(none, { observations: [], controlPlane: [] }))).toEqual([]);
  });

  test('is what was not observed, not certain, and not looked for', () => {
    expect(asked(diagnosisOf(incident('+-+')))).toEqual([
      'that the 6 predicted replacements on g14 and novox happened: nothing observed on them is recorded | the host log or the engine events of g14 and novox',
      "that g14's plan failed in pass 2 (finding 1, likely): no outcome says so | the controller's own log of pass 2, or a controller that reports a failed plan as an outcome",
      'whether what was replaced made the next pass fail: no container is named that the control plane runs on | the same report with --control-plane',
    ]);
  });

  test('is what was observed and not explained, and predicted and not seen', () => {
    const strays = { ...quiet, tallies: [{ pass: 11, predicted: 0, observed: 1, unexplained: 1, missing: 0 }] };
    expect(asked(strays)).toEqual([
      'why 1 observed replacement happened that no declaration explains (pass 11)' +
        " | the host agent's own reason, or the declaration that it really applied",
    ]);
    const missing = { ...quiet, tallies: [{ pass: 2, predicted: 3, observed: 1, unexplained: 0, missing: 2 }] };
    expect(asked(missing)).toEqual([
      'whether 2 predicted replacements happened that nobody saw (pass 2): a container left alone may hold a stale address' +
        ' | the hosts list that the running container has, against its declaration',
    ]);
  });

  test('is a loop that did not hold each time, and that one that did is more than a coincidence', () => {
    const diagnosis = diagnosisOf(incident('+-+-+'), { controlPlane: ['postgres*'] });
    const loop = { ...(diagnosis.loop as NonNullable<Diagnosis['loop']>), selfReinforcing: true };

    expect(asked(diagnosis).at(-1)).toMatch(
      /^whether the replaced control plane made later passes fail: it held 1 of 3 times/,
    );
    expect(asked({ ...diagnosis, loop }).at(-1)).toMatch(/^that the loop is a cause and not a coincidence: it held/);
    expect(asked(diagnosisOf(incident('+-'), { controlPlane: ['nothing'] })).join()).not.toContain('loop');
  });

  test('is what the history does not hold', () => {
    const passes = incident('++++').map(
      (one, index): Pass =>
        index === 1
          ? { ...one, outcomes: [{ node: 'g14', outcome: 'partial', error: null }] }
          : index === 2
            ? { ...one, outcomes: [{ node: 'g14', outcome: 'unreadable', error: 'no\nfile' }] }
            : index === 3
              ? { ...one, key: '9' }
              : one,
    );

    expect(asked(diagnose({ baseline: null, passes: () => passes }, { observations: [], controlPlane: [] }))).toEqual([
      'what pass 1 changed: no pass before it is recorded | the declarations of the pass before it',
      'what g14 was to run in pass 2: partial | the whole declaration of g14 in that pass',
      'what g14 was to run in pass 3: unreadable, no; file | the whole declaration of g14 in that pass',
      "what happened right before pass 4: 5 passes before it (by the controller's ids) not recorded | those passes from the controller, recorded",
    ]);
  });

  test('is what happened while nothing was recorded', () => {
    const [baseline, ...rest] = incident('+++') as [Pass, ...Pass[]];
    const recordingGaps = [
      recordingGap(1.2, 1.8, { reason: 'killed, or the machine was down' }),
      recordingGap(3, null, { kind: 'away', source: 'a.json', reason: 'no such\nfile' }),
    ];

    expect(
      asked(diagnose({ baseline, recordingGaps, passes: () => rest }, { observations: [], controlPlane: [] })),
    ).toEqual([
      'what happened 2026-03-01 10:01:12–10:01:48, 0.6 min, of which passes may be missing: the recorder was not running (killed, or the machine was down)' +
        " | the controller's own log of that time",
      'what happened since 2026-03-01 10:03, of which passes may be missing: a.json is away: no such; file' +
        " | the controller's own log of that time",
    ]);
  });

  test('is the mesh where a pass could not be read, the same said once, and counted past the eighth', () => {
    const gaps = (texts: readonly string[]) =>
      texts.map((text, index) => ({ kind: 'unreadable' as const, pass: index + 2, node: null, text }));
    const withGaps = (texts: readonly string[]) => asked({ ...quiet, window: { ...quiet.window, gaps: gaps(texts) } });

    expect(withGaps(['gone', 'gone'])).toEqual([
      'what the mesh was to run in passes 2, 3: unreadable, gone | the whole declaration of every node in those passes',
    ]);
    expect(withGaps(Array.from({ length: 11 }, (_, index) => `${index}`)).at(-1)).toBe(
      '3 more gaps | the passes that are not recorded whole',
    );
  });

  test('is why names moved, what only a trigger says, and counted past the eighth', () => {
    const finding = (kind: string, parts: object = {}) =>
      ({
        kind,
        confidence: 'likely',
        passes: [2],
        replacements: 0,
        names: ['a'],
        containers: [],
        owner: null,
        ...parts,
      }) as unknown as Finding;
    const findings = [finding('names-moved', { confidence: 'certain' }), finding('module-assigned', { module: 'ai' })];

    expect(asked({ ...quiet, findings })).toEqual([
      "why a moved in pass 2 (finding 1) | the controller's own log of pass 2",
      "that module ai was assigned: a came in pass 2 (finding 2, likely) | the trigger of pass 2, or the controller's own log",
    ]);
    expect(asked({ ...quiet, findings: Array.from({ length: 11 }, () => findings[0] as Finding) }).at(-1)).toBe(
      '3 more findings below certain | the outcomes of the controller in their passes',
    );
  });
});
