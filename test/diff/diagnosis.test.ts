import { describe, expect, test } from 'vitest';
import { diagnose } from '../../src/diff/diagnosis.ts';
import { flapsOf } from '../../src/diff/flaps/flap-finder.ts';
import { observePasses } from '../../src/diff/observed.ts';
import { withObserved } from '../../src/diff/observed-window.ts';
import { explainWindow } from '../../src/diff/window.ts';
import type { Observation, Pass } from '../../src/roster/index.ts';
import { roster, type StateParts, startMs } from '../roster/builders.ts';
import { mesh, passesOf, recordingGap } from './builders.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3'];
const whole = mesh([...own, 'git.g14.example:192.0.2.2', 'wiki.g14.example:192.0.2.2']);
const lost = mesh(own);

function source(states: readonly StateParts[]) {
  const [baseline, ...rest] = passesOf(...states) as [Pass, ...Pass[]];
  return { baseline, passes: () => rest };
}

const minute = 60_000;
const postgres = { node: 'novox', container: 'mesh-store/postgres.server' };

describe('a diagnosis', () => {
  const alternating = source([whole, lost, whole, lost]);

  test('says what moved, what flaps, why, and how much was replaced each minute', () => {
    const found = diagnose(alternating, { observations: [], controlPlane: ['postgres*'] });

    expect(found.window.passes.map(({ difference }) => difference?.replacements.total)).toEqual([3, 3, 3]);
    expect(found.flaps.flaps.map(({ name, owner, bouts }) => [name, owner, bouts[0]?.started.number])).toEqual([
      ['git.g14.example', 'g14', 2],
      ['wiki.g14.example', 'g14', 2],
    ]);
    expect(found.findings.map(({ kind, replacements }) => [kind, replacements])).toEqual([['plan-failed', 9]]);
    expect(found.loop).toMatchObject({ containers: [postgres], after: { failed: 1, of: 2 }, selfReinforcing: false });
    expect([found.minutesAre, found.minutes]).toEqual([
      'predicted',
      [2, 3, 4].map((number) => ({ minute: startMs + number * minute, count: 3 })),
    ]);
    expect([found.tallies, found.absences, found.controlPlane]).toEqual([[], [], ['postgres*']]);
  });

  test('goes by what was observed where something was, each replacement once', () => {
    const at = startMs + 2 * minute;
    const observations: Observation[] = [
      { ...postgres, kind: 'died', at },
      { ...postgres, kind: 'replaced', at: at + 1000 },
      { ...postgres, kind: 'created', at: at + 2000 },
      { ...postgres, kind: 'started', at: at + 3000 },
      { node: 'novox', container: 'x/x', kind: 'replaced', at: at + minute },
    ];
    const found = diagnose(source([whole, lost]), { observations, controlPlane: ['postgres*'] });

    expect(found.tallies).toEqual([{ pass: 2, predicted: 2, observed: 2, unexplained: 1, missing: 1 }]);
    expect([found.minutesAre, found.minutes]).toEqual([
      'observed',
      [
        { minute: at, count: 1 },
        { minute: at + minute, count: 1 },
      ],
    ]);
    expect(found.absences).toEqual([{ ...postgres, from: at, until: at + 3000 }]);
    expect(found.findings.map(({ kind, replacements }) => [kind, replacements])).toEqual([
      ['plan-failed', 2],
      ['unexplained', 1],
    ]);
  });

  test('takes what was matched over a wider run of passes', () => {
    const observed = {
      passes: [],
      tallies: [2, 9].map((number) => ({ pass: number, predicted: 1, observed: 1, unexplained: 0, missing: 0 })),
    };

    expect(
      diagnose(source([whole, lost]), { observations: [], observed, controlPlane: [] }).tallies.map(
        (tally) => tally.pass,
      ),
    ).toEqual([2]);
  });

  test('of a quiet window has nothing to say', () => {
    const found = diagnose(source([whole, whole, whole]), { observations: [], controlPlane: ['postgres*'] });

    expect(found).toMatchObject({
      findings: [],
      flaps: { flaps: [], groups: [] },
      loop: null,
      minutes: [],
      absences: [],
    });
  });
});

test('a window says what was observed of its replacements', () => {
  const [baseline, one] = passesOf(whole, lost) as [Pass, Pass];
  const explained = explainWindow([one], baseline);
  const observed = observePasses(explained.passes, [{ ...postgres, kind: 'replaced', at: one.at }]);
  const window = withObserved(explained, observed);

  expect(window.passes[0]?.difference?.replacements.containers.map(({ observed }) => observed)).toEqual([
    null,
    true,
    false,
  ]);
});

describe('the owner of a name that flaps', () => {
  const name = 'wiki.example:203.0.113.1';
  const given = { ...mesh([...own, name]), roster: roster([...own, name], { 'wiki.example': 'novox' }) };
  const gone = { ...mesh(own), roster: roster(own) };

  test('is the one that was given, also while the name is gone', () => {
    expect(flapsOf(source([given, gone, given, gone])).flaps.map(({ owner }) => owner)).toEqual(['novox']);
  });

  test('may be given by the roster of one node', () => {
    const of = (own_: ReturnType<typeof roster>): StateParts => ({ nodes: { ace: { roster: own_ } } });
    const states = [of(roster([name], { 'wiki.example': 'novox' })), of(roster([]))];

    expect(flapsOf(source([...states, ...states])).flaps.map(({ owner }) => owner)).toEqual(['novox']);
  });

  test('is not known where nothing tells', () => {
    const states = [mesh([...own, name]), mesh(own)];

    expect(flapsOf(source([...states, ...states])).flaps.map(({ owner }) => owner)).toEqual([null]);
  });

  test('without passes nothing flaps', () => {
    expect(flapsOf({ baseline: null, passes: () => [] })).toEqual({ flaps: [], groups: [] });
  });

  test('a gap among the passes breaks what is followed through them', () => {
    const passes = passesOf(given, gone, given, gone);
    const recordingGaps = [recordingGap(3.2, 3.8)];

    expect(flapsOf({ baseline: null, recordingGaps, passes: () => passes }).flaps[0]?.bouts[0]?.state).toBe('fleeting');
    expect(
      diagnose({ baseline: null, recordingGaps, passes: () => passes }, { observations: [], controlPlane: [] }),
    ).toMatchObject({ window: { gaps: [{ kind: 'not-running', pass: 4 }] }, flaps: { flaps: [{ owner: 'novox' }] } });
  });

  test('a window without a pass before it is followed from its first pass', () => {
    const passes = passesOf(given, gone, given, gone);

    expect(flapsOf({ baseline: null, passes: () => passes }).flaps[0]?.bouts[0]?.state).toBe('flapping');
  });
});
