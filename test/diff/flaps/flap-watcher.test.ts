import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flapEvents, flappingNames } from '../../../src/diff/flaps/flap-events.ts';
import { openFlapFinder } from '../../../src/diff/flaps/flap-finder.ts';
import { openFlapWatcher } from '../../../src/diff/flaps/flap-watcher.ts';
import type { Name, Pass, RecordingGap } from '../../../src/roster/index.ts';
import { incident } from '../../report/incident-passes.ts';
import { pass } from '../../roster/builders.ts';
import { state } from '../arbitraries.ts';
import { recordingGap } from '../builders.ts';

test('a set starts when it is flagged and settles when it was quiet, with what it cost', () => {
  const watcher = openFlapWatcher();
  let flapped: ReadonlySet<Name> = new Set();

  const told = incident('+-+-++++++++').flatMap((one) => {
    watcher.take(one);
    const { flapping, events } = watcher.look(flapped);
    flapped = flapping;
    return events.map(({ kind, names, replacements }) => [one.number, kind, names.join(' '), replacements]);
  });

  expect(told).toEqual([
    [4, 'started', 'books.g14.example chat.g14.example', 9],
    [10, 'settled', 'books.g14.example chat.g14.example', 12],
  ]);
});

describe('properties', () => {
  const planned = { arbitrary: fc.constant('planned' as const), weight: 12 };
  const outcome = fc.oneof(planned, fc.constantFrom('unreadable' as const, 'failed' as const, 'partial' as const));
  const trace = fc
    .tuple(
      fc.array(state, { minLength: 2, maxLength: 4 }),
      fc.array(
        fc.record({
          letter: fc.nat(3),
          // a flap is quiet for a while now and then, so that it settles
          quiet: fc.oneof({ arbitrary: fc.constant(0), weight: 4 }, fc.nat(7)),
          outcome,
          ofNodes: fc.array(outcome, { minLength: 3, maxLength: 3 }),
          skipped: fc.oneof({ arbitrary: fc.constant(0), weight: 12 }, fc.constant(2)),
        }),
        { minLength: 6, maxLength: 24 },
      ),
    )
    .map(([states, steps]) => {
      let key = 0;
      return steps
        .flatMap((one) => [one, ...Array.from({ length: one.quiet }, () => ({ ...one, outcome: 'planned' as const }))])
        .map(({ letter, outcome: ofPass, ofNodes, skipped }, index): Pass => {
          key += 1 + skipped;
          const own = states[letter % states.length] as Pass['state'];
          return pass({
            number: index + 1,
            key: String(key),
            outcome: ofPass,
            state: own,
            outcomes: [...own.nodes.keys()].map((node, at) => ({ node, outcome: ofNodes[at] as 'planned' })),
          });
        });
    });
  const gap = fc
    .record({ from: fc.nat(30), lasts: fc.nat(4), kind: fc.constantFrom('away' as const, 'not-running' as const) })
    .map(({ from, lasts, kind }) => recordingGap(from, from + lasts + 0.5, { kind }));

  /** What two findings of everything tell of each pass. */
  function byFinding(all: readonly Pass[], gapsAt: (pass: Pass) => RecordingGap[]): unknown[] {
    const finder = openFlapFinder();
    let before = finder.find();
    return all.map((one) => {
      finder.take(one);
      const after = finder.find(gapsAt(one));
      const told = [[...flappingNames(after)].sort(), flapEvents(before, after)];
      before = after;
      return told;
    });
  }

  function byWatching(all: readonly Pass[], gapsAt: (pass: Pass) => RecordingGap[]): unknown[] {
    const watcher = openFlapWatcher();
    let flapped: ReadonlySet<Name> = new Set();
    return all.map((one) => {
      watcher.take(one);
      const { flapping, events } = watcher.look(flapped, gapsAt(one));
      flapped = flapping;
      return [[...flapping].sort(), events];
    });
  }

  test('each pass is told as two findings of all passes tell it', () => {
    fc.assert(
      fc.property(trace, (all) => {
        expect(byWatching(all, () => [])).toEqual(byFinding(all, () => []));
      }),
      { numRuns: 60 },
    );
  });

  test('so it is where a recorder tells of gaps, be it late', () => {
    fc.assert(
      fc.property(trace, fc.array(gap, { maxLength: 2 }), fc.nat(40), (all, gaps, told) => {
        const gapsAt = ({ number }: Pass) => (number < told ? [] : gaps);
        expect(byWatching(all, gapsAt)).toEqual(byFinding(all, gapsAt));
      }),
      { numRuns: 40 },
    );
  });
});
