import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Flaps, findFlaps } from '../../../src/diff/flaps/flaps.ts';
import { viewHistories } from '../../../src/diff/flaps/view-histories.ts';
import type { Pass, RecordingGap } from '../../../src/roster/index.ts';
import { type PassParts, pass, type StateParts, startMs, state } from '../../roster/builders.ts';
import { mesh, recordingGap } from '../builders.ts';

const node = 'g14.internal:192.0.2.2';
const git = 'git.g14.example:192.0.2.2';
const wiki = 'wiki.g14.example:192.0.2.2';

/** Passes of a text, a letter each: the state of that letter. */
function passes(
  text: string,
  states: Readonly<Record<string, StateParts>>,
  parts: (number: number) => PassParts = () => ({}),
) {
  const built = new Map(Object.entries(states).map(([letter, one]) => [letter, state(one)]));
  return [...text].map((letter, index) =>
    pass({ number: index + 1, key: String(index + 1), state: built.get(letter) as Pass['state'], ...parts(index + 1) }),
  );
}

function flapsOf(all: readonly Pass[], recordingGaps: readonly RecordingGap[] = []): Flaps {
  return findFlaps(viewHistories(all, recordingGaps), (name) => (name.includes('.g14.') ? 'g14' : null));
}

function said({ flaps }: Flaps) {
  return flaps.map(({ name, seenBy, bouts }) => [name, bouts.map(({ state }) => state).join(), seenBy]);
}

const whole = mesh([node, git, wiki]);
const without = mesh([node]);
const everywhere = { roster: true, nodes: ['g14', 'novox'], containers: 3 };

describe('two names that flap together', () => {
  const { flaps, groups } = flapsOf(passes('AABABA', { A: whole, B: without }));

  test('are told with when, how often, at what cost and to where', () => {
    expect(flaps[0]).toMatchObject({
      name: 'git.g14.example',
      owner: 'g14',
      seenBy: everywhere,
      now: ['192.0.2.2'],
      replacements: 12,
      group: 1,
      bouts: [
        {
          state: 'flapping',
          transitions: 4,
          reversions: 3,
          quietMissing: 5,
          before: ['192.0.2.2'],
          confirmed: null,
          persistent: true,
          oscillation: {
            cycleLength: 2,
            passes: { median: 2, least: 2, most: 2 },
            seconds: { median: 120, least: 120, most: 120 },
            dutyCycle: 0.5,
          },
        },
      ],
    });
    const [bout] = flaps[0]?.bouts ?? [];
    expect([bout?.started.number, bout?.flagged.number, bout?.lastMoved.number]).toEqual([3, 5, 6]);
  });

  test('have the score of two losses, faded', () => {
    expect(flaps[0]?.score).toBe(Math.round(1000 * 2 ** (-3 / 15) + 1000 * 2 ** (-1 / 15)));
  });

  test('are one set with what the set cost', () => {
    expect(groups).toEqual([
      { group: 1, names: ['git.g14.example', 'wiki.g14.example'], owner: 'g14', times: 4, replacements: 12 },
    ]);
  });
});

describe('names that do not flap together', () => {
  test('are two sets, the one with the worse score first', () => {
    const { flaps, groups } = flapsOf(passes('ABCBA', { A: whole, B: mesh([node, wiki]), C: mesh([node]) }));

    expect(flaps.map(({ name, bouts, group }) => [name, bouts.at(-1)?.state, group])).toEqual([
      ['wiki.g14.example', 'fleeting', 2],
      ['git.g14.example', 'fleeting', 1],
    ]);
    expect(groups.map(({ times, replacements }) => [times, replacements])).toEqual([
      [2, 6],
      [2, 6],
    ]);
  });

  test('a name that moves and one that goes in the same passes are two sets', () => {
    const { groups } = flapsOf(passes('ABAB', { A: whole, B: mesh([node, 'wiki.g14.example:192.0.2.9']) }));

    expect(groups.map(({ names }) => names)).toEqual([['git.g14.example'], ['wiki.g14.example']]);
  });

  test('what flaps comes before what has settled', () => {
    const { flaps } = flapsOf(passes(`ABAB${'B'.repeat(8)}CBC`, { A: whole, B: mesh([node, wiki]), C: mesh([node]) }));

    expect(flaps.map(({ name, bouts }) => [name, bouts[0]?.state])).toEqual([
      ['wiki.g14.example', 'flapping'],
      ['git.g14.example', 'settled'],
    ]);
    expect(flaps[1]?.bouts[0]?.confirmed?.number).toBe(9);
  });
});

describe('in which views', () => {
  const roster = [node, git];
  const of = (novox: readonly string[], g14: readonly string[]): StateParts => ({
    roster,
    nodes: { novox: { containers: [{ id: 'a/a', hosts: novox }] }, g14: { containers: [{ id: 'b/b', hosts: g14 }] } },
  });

  test('two nodes that steadily disagree never flap', () => {
    expect(flapsOf(passes('AAAAAAAA', { A: of([git], ['git.g14.example:192.0.2.9']) }))).toEqual({
      flaps: [],
      groups: [],
    });
  });

  test('a flap in one node only is told of that node', () => {
    expect(said(flapsOf(passes('ABABA', { A: of([node, git], [node, git]), B: of([node], [node, git]) })))).toEqual([
      ['git.g14.example', 'flapping', { roster: false, nodes: ['novox'], containers: 1 }],
    ]);
  });

  test("a flap of one container's list only is told of that list", () => {
    const lists = (second: readonly string[]): StateParts => ({
      roster,
      nodes: {
        novox: {
          roster,
          containers: [
            { id: 'a/a', hosts: roster },
            { id: 'b/b', hosts: second },
          ],
        },
      },
    });

    expect(said(flapsOf(passes('ABABA', { A: lists(roster), B: lists([node]) })))).toEqual([
      ['git.g14.example', 'flapping', { roster: false, nodes: ['novox'], containers: 1 }],
    ]);
  });

  test('a flap of a roster that was given is told also where no container carries it', () => {
    expect(said(flapsOf(passes('ABAB', { A: { roster }, B: { roster: [node] } })))).toEqual([
      ['git.g14.example', 'flapping', { roster: true, nodes: [], containers: 0 }],
    ]);
  });

  test('a roster that is given in one pass and derived in the next is two views', () => {
    expect(flapsOf(passes('ABAB', { A: { roster }, B: { roster: null } })).flaps).toEqual([]);
  });

  test('a container that came later saw part of the same flap', () => {
    const later = (hosts: readonly string[]) => mesh(hosts, { nodes: { ace: { containers: [{ id: 'c/c', hosts }] } } });
    const [flap, ...others] = flapsOf(
      passes('ABABabab', { A: whole, B: without, a: later([node, git, wiki]), b: later([node]) }),
    ).flaps;

    expect(others.map(({ name }) => name)).toEqual(['wiki.g14.example']);
    expect(flap?.seenBy).toEqual({ roster: true, nodes: ['ace', 'g14', 'novox'], containers: 4 });
    expect(flap?.bouts[0]?.transitions).toBe(7);
  });

  test('a container that was gone while its list changed did not revert', () => {
    const one = (hosts: readonly string[]): StateParts => ({
      roster: [],
      nodes: { novox: { containers: [{ id: 'a/a', hosts }] } },
    });

    const gone: StateParts = { roster: [], nodes: { novox: { containers: [] } } };
    const states = { A: one([node, git]), B: one([node]), '-': gone };

    expect(flapsOf(passes('AB-AB-AB-AB', states)).flaps.filter(({ seenBy }) => seenBy.containers > 0)).toEqual([]);
  });
});

describe('what was not recorded', () => {
  const states = { A: whole, B: without };

  test('a pass that could not be read breaks the sequence', () => {
    const unreadable = (number: number): PassParts => (number === 3 ? { outcome: 'unreadable' } : {});

    expect(flapsOf(passes('ABBAB', states)).flaps).not.toEqual([]);
    expect(flapsOf(passes('ABBAB', states, unreadable)).flaps).toEqual([]);
  });

  test('a node that could not be read breaks its own sequence and that of a derived roster', () => {
    const unreadable = (number: number): PassParts =>
      number === 3 ? { outcomes: [{ node: 'novox', outcome: 'unreadable' }] } : {};

    expect(said(flapsOf(passes('ABBAB', states, unreadable)))).toEqual([
      ['git.g14.example', 'flapping', { roster: false, nodes: ['g14'], containers: 1 }],
      ['wiki.g14.example', 'flapping', { roster: false, nodes: ['g14'], containers: 1 }],
    ]);
  });

  test('passes that are missing by their ids break the sequence, and are not quiet', () => {
    const jump =
      (after: number) =>
      (number: number): PassParts => ({
        key: String(number > after ? number + 10 : number),
      });

    expect(flapsOf(passes('ABABAB', states, jump(3))).flaps[0]?.bouts[0]?.state).toBe('fleeting');
    expect(flapsOf(passes('ABABB', states, jump(4))).flaps[0]?.bouts[0]).toMatchObject({
      state: 'flapping',
      quietMissing: 5,
    });
  });

  test('a node that could not be read again and again is told all the same', () => {
    const unreadable = (number: number): PassParts =>
      number % 2 === 0 ? { outcomes: [{ node: 'novox', outcome: 'unreadable' }] } : {};

    expect(said(flapsOf(passes('ABABAB', states, unreadable)))[0]).toEqual([
      'git.g14.example',
      'flapping',
      { roster: false, nodes: ['g14'], containers: 1 },
    ]);
  });

  test('the view with the fewest gaps says what all saw', () => {
    const unreadable = (number: number): PassParts =>
      number === 5 ? { outcomes: [{ node: 'novox', outcome: 'unreadable' }] } : {};
    const [flap] = flapsOf(passes('ABABBBBBBB', states, unreadable)).flaps;

    expect(flap?.seenBy).toEqual(everywhere);
    expect(flap?.bouts[0]?.confirmed?.number).toBe(9);
  });
});

describe('a gap that the recorder told of', () => {
  const states = { A: whole, B: without };
  const bout = (text: string, ...recordingGaps: readonly RecordingGap[]) => {
    const [last] = flapsOf(passes(text, states), recordingGaps).flaps[0]?.bouts.slice(-1) ?? [];
    return last && [last.state, last.transitions, last.quietMissing, last.confirmed?.number ?? null];
  };

  test('breaks the sequence: moves on either side of it do not add up to a flap', () => {
    expect(bout('AABAB')).toEqual(['flapping', 3, 5, null]);
    expect(bout('AABAB', recordingGap(3.2, 3.8))).toBeUndefined();
    expect(bout('AABABA', recordingGap(3.2, 3.8))?.slice(0, 2)).toEqual(['fleeting', 2]);
  });

  test('is no quiet: quiet passes on either side of it do not add up to a settled flap', () => {
    expect(bout('ABABBBBBB')).toEqual(['settled', 3, 0, 9]);
    expect(bout('ABABBBBBB', recordingGap(6.2, 6.8))).toEqual(['flapping', 3, 3, null]);
    expect(bout('ABABBBBBBBBB', recordingGap(6.2, 6.8))).toEqual(['settled', 3, 0, 12]);
  });

  test('is no move: what is different behind it was not seen to change', () => {
    expect(bout('AAAB', recordingGap(3.2, 3.8))).toBeUndefined();
    expect(bout('ABABABAA', recordingGap(6.2, 6.8))?.slice(0, 2)).toEqual(['flapping', 5]);
  });

  test('ends no flap that was running', () => {
    expect(bout('ABABAB', recordingGap(5.2, 5.8))?.slice(0, 2)).toEqual(['flapping', 4]);
  });

  test('of a source hides no flap among the passes that others gave meanwhile', () => {
    expect(bout('ABABBBBBB', recordingGap(4.5, 7.5, { kind: 'away' }))).toEqual(['flapping', 3, 4, null]);
    expect(bout('ABABBBBBB', recordingGap(4.5, null, { kind: 'away' }))).toEqual(['settled', 3, 0, 9]);
  });

  test('behind the last pass changes nothing of what was seen', () => {
    expect(bout('ABABBBBBB', recordingGap(9.5, null))).toEqual(bout('ABABBBBBB'));
  });
});

describe('whatever the passes', () => {
  const text = fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 40 }).map((all) => all.join(''));
  const states = { A: whole, B: without, C: mesh([node, 'git.g14.example:192.0.2.9']) };

  test('a quiet history has no flap', () => {
    fc.assert(
      fc.property(fc.constantFrom('A', 'B', 'C'), fc.integer({ min: 1, max: 40 }), (letter, count) => {
        expect(flapsOf(passes(letter.repeat(count), states))).toEqual({ flaps: [], groups: [] });
      }),
    );
  });

  test('states that are built anew with equal digests give the same flaps', () => {
    fc.assert(
      fc.property(text, (letters) => {
        const anew = [...letters].map((letter, index) =>
          pass({ number: index + 1, key: String(index + 1), state: states[letter as 'A'] }),
        );
        expect(flapsOf(anew)).toEqual(flapsOf(passes(letters, states)));
      }),
      { numRuns: 30 },
    );
  });

  test('each flap is of one set, and a set costs at least what its names do', () => {
    fc.assert(
      fc.property(text, (letters) => {
        const { flaps, groups } = flapsOf(passes(letters, states));
        expect(groups.flatMap(({ names }) => names).sort()).toEqual(flaps.map(({ name }) => name).sort());
        for (const { group, replacements } of flaps)
          expect(groups[group - 1]?.replacements).toBeGreaterThanOrEqual(replacements);
      }),
    );
  });
});

test('ten thousand passes of a flap are found as one', () => {
  const names = Array.from({ length: 150 }, (_, index) => `n${index}.example:192.0.2.${index}`);
  const big = (hosts: readonly string[]) => ({
    nodes: Object.fromEntries(
      ['ace', 'g14', 'novox', 'raspi'].map((one) => [
        one,
        { containers: Array.from({ length: 30 }, (_, index) => ({ id: `m${index}/c`, hosts })) },
      ]),
    ),
  });
  const all = passes('AB'.repeat(5000), { A: big(names), B: big(names.slice(37)) });

  const { flaps, groups } = flapsOf(all);

  expect([flaps.length, groups.length, flaps[0]?.replacements]).toEqual([37, 1, 9999 * 120]);
  expect(flaps[0]?.bouts[0]?.started.at).toBe(startMs + 2 * 60_000);
}, 20_000);
