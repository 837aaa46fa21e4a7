import { describe, expect, test } from 'vitest';
import type { Loop } from '../../../src/diff/index.ts';
import { loopFailures, openLoopCourse } from '../../../src/diff/policies/loop-course.ts';
import type { OtherCourse } from '../../../src/diff/policies/replay.ts';
import type { Pass } from '../../../src/roster/index.ts';
import { pass } from '../../roster/builders.ts';
import { mesh } from '../builders.ts';
import { shown, stepsOf } from './builders.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3'];
const routed = ['git.g14.example:192.0.2.2', 'wiki.g14.example:192.0.2.2'];
const added = 'new.example:192.0.2.9';
const whole = [...own, added, ...routed];
const store = { node: 'novox', container: 'mesh-store/postgres.server' };
const gitea = { node: 'novox', container: 'gitea/gitea.server' };

/** A loop that closes through the store: replaced in the passes 2 and 4, and failed in the passes 3 and 5. */
const loop: Loop = {
  containers: [
    { ...store, after: { failed: 2, of: 2 }, others: { failed: 0, of: 1 } },
    { ...gitea, after: { failed: 1, of: 2 }, others: { failed: 0, of: 1 } },
  ],
  after: { failed: 2, of: 2 },
  others: { failed: 0, of: 1 },
  selfReinforcing: true,
  passes: [2, 4],
  failures: [3, 5],
  tested: [1, 2, 3, 4, 5],
};

const away = [...own, added];

/** Passes in which the names of g14 are away in passes 3 and 5, told or not. */
function passes(told: boolean): Pass[] {
  return [[...own, ...routed], whole, away, whole, away, away].map((roster, index) =>
    pass({
      number: index + 1,
      state: mesh(roster, { roster }),
      outcomes: told && [2, 4].includes(index) ? [{ node: 'g14', outcome: 'failed' }] : [],
    }),
  );
}

function shownCourse(course: OtherCourse | undefined) {
  return (
    course && {
      names: shown(course.names),
      lost: [...course.losses.keys()],
      failing: [...course.failing],
      averted: [...course.averted],
    }
  );
}

/** The course of each pass where these containers are replaced in it. */
function courses(told: boolean, replaced: Readonly<Record<number, (typeof store)[]>>) {
  const steps = stepsOf(passes(told));
  const course = openLoopCourse(loopFailures(loop, steps));
  return steps.map((step) => {
    const other = course.courseOf(step);
    course.took(replaced[step.pass.number] ?? []);
    return shownCourse(other);
  });
}

test('what failed are the owners of names that were lost, and the nodes of which it was told', () => {
  const [swallowed, told] = [false, true].map((one) => loopFailures(loop, stepsOf(passes(one))));

  expect([...(swallowed?.owners ?? [])]).toEqual(['g14']);
  expect([...(swallowed?.ownerless ?? [])]).toEqual([]);
  expect([...(swallowed?.nodes ?? [])]).toEqual([]);
  expect([...(told?.nodes ?? [])]).toEqual(['g14']);
});

test('of names without an owner, those fail that were lost', () => {
  const foreign = ['x.example:198.51.100.1', 'y.example:198.51.100.2', 'z.example:198.51.100.3'];
  const steps = stepsOf(
    [[...own, ...foreign], own, [...own, ...foreign], [...own, ...foreign]].map((roster, index) =>
      pass({ number: index + 1, state: mesh(roster, { roster }) }),
    ),
  );
  const failures = loopFailures({ ...loop, passes: [1], failures: [2], tested: [1, 2, 3] }, steps);
  const course = openLoopCourse(failures);
  const names = steps.map((step) => {
    const other = course.courseOf(step);
    course.took([1, 3].includes(step.pass.number) ? [store] : []);
    return other && shown(other.names);
  });

  expect([...failures.ownerless]).toEqual(['x.example', 'y.example', 'z.example']);
  expect(names).toEqual([undefined, undefined, undefined, own]);
});

describe('the course of a pass', () => {
  test('is the recorded one where the store is replaced as it was', () => {
    expect(courses(false, { 2: [store], 4: [store] })).toEqual(Array(6).fill(undefined));
  });

  test('has no failure that follows no replacement of the store: the names stay', () => {
    const averted = { names: whole, lost: [], failing: [], averted: [] };

    expect(courses(false, { 2: [store], 4: [gitea] })[4]).toEqual(averted);
    expect(courses(false, {})[2]).toEqual(averted);
  });

  test('hands a node over what the others are given, where it does not fail', () => {
    expect(courses(true, {})[2]?.averted).toEqual(['g14']);
  });

  test('has a failure that was not recorded where the store was replaced and was not before', () => {
    const course = courses(true, { 2: [store], 3: [store], 4: [store] })[3];

    expect(course).toEqual({
      names: away,
      lost: ['git.g14.example', 'wiki.g14.example'],
      failing: ['g14'],
      averted: [],
    });
  });

  test('has no failure after another container, which was replaced without one too', () => {
    expect(courses(true, { 2: [store], 3: [gitea], 4: [store] })[3]).toBe(undefined);
  });

  test('is the recorded one behind a gap, where nobody knows what would have followed', () => {
    const steps = stepsOf(passes(true));
    const course = openLoopCourse(loopFailures({ ...loop, tested: [1, 2, 4, 5] }, steps));
    const given = steps.map((step) => {
      const other = course.courseOf(step);
      course.took([2, 3, 4].includes(step.pass.number) ? [store] : []);
      return other;
    });

    expect(given[3]).toBe(undefined);
  });

  test('has a failure after any of the containers where no single one tells the failures from the rest', () => {
    const steps = stepsOf(passes(false));
    const containers = loop.containers.map((one) => ({ ...one, after: { failed: 1, of: 2 } }));
    const course = openLoopCourse(loopFailures({ ...loop, containers }, steps));
    const lost = steps.map((step) => {
      const other = course.courseOf(step);
      course.took([2, 3, 4].includes(step.pass.number) ? [gitea] : []);
      return [...(other?.losses.keys() ?? [])];
    });

    expect(lost[3]).toEqual(['git.g14.example', 'wiki.g14.example']);
  });

  test('has no failure where a replacement that was recorded was followed by none', () => {
    const steps = stepsOf(passes(false));
    const course = openLoopCourse(loopFailures({ ...loop, passes: [1, 2, 4] }, steps));
    course.courseOf(steps[0] as (typeof steps)[number]);
    course.took([store]);

    expect(course.courseOf(steps[1] as (typeof steps)[number])).toBe(undefined);
  });
});
