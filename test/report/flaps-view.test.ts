import { describe, expect, test } from 'vitest';
import { type Flaps, flapsOf, gapsOf } from '../../src/diff/index.ts';
import { flapBlocks, flapsView } from '../../src/report/flaps-view.ts';
import type { Pass } from '../../src/roster/index.ts';
import { mesh } from '../diff/builders.ts';
import { passesOf, plain, utc } from './builders.ts';

/** Passes with the name at the address of each letter; `-` where it is absent. */
function sequence(values: string, names: readonly string[] = ['db.internal']): Pass[] {
  return passesOf(
    ...[...values].map((value) =>
      mesh([
        'keep.internal:192.0.2.99',
        ...(value === '-' ? [] : names.map((name) => `${name}:192.0.2.${value.charCodeAt(0) - 64}`)),
      ]),
    ),
  );
}

function flaps(passes: readonly Pass[]): Flaps {
  return flapsOf({ baseline: null, passes: () => passes });
}

function told(values: string, names?: readonly string[]): string[] {
  return plain(flapsView(flaps(sequence(values, names)), [], 'all passes', utc))
    .trimEnd()
    .split('\n')
    .slice(2);
}

describe('flapsView', () => {
  test('says that nothing flaps', () => {
    expect(plain(flapsView(flaps(sequence('AAB')), [], 'all passes', utc))).toBe('all passes · UTC\n\nnothing flaps\n');
  });

  test('tells what flaps: how it alternates, that it is not over, where it is now', () => {
    expect(told('ABABAB')).toEqual([
      'flapping  db.internal of g14  moved 5 times, 15 replacements',
      '    since pass 2 (2026-03-01 10:02:00 UTC): 5 moves, 4 of them back to an earlier value; counted as flapping from pass 4 on',
      '    not over: last moved in pass 6 (2026-03-01 10:06:00 UTC); 5 more quiet passes before it counts as settled',
      '    net: 192.0.2.1 before, 192.0.2.2 now',
      '    it alternates between 2 values, a round every 2 passes, about 2 min; away from where it was in 50 % of the passes',
      '    seen in the roster, g14, novox and 3 containers; damping score 2284 (RFC 2439)',
    ]);
  });

  test('tells what has settled, and since when that is sure', () => {
    expect(told('A-A-AAAAAAA', ['a.internal', 'b.internal']).slice(0, 5)).toEqual([
      'settled  2 names together  moved 4 times, 12 replacements',
      '    a.internal b.internal',
      '    since pass 2 (2026-03-01 10:02:00 UTC): 4 moves, 3 of them back to an earlier value; counted as flapping from pass 4 on',
      '    settled: last moved in pass 5 (2026-03-01 10:05:00 UTC), sure since pass 10',
      '    net: now at 192.0.2.1, as before',
    ]);
  });

  test('tells an excursion', () => {
    expect(told('A-AA').slice(0, 3)).toEqual([
      'fleeting  db.internal  moved 2 times, 6 replacements',
      '    one excursion: left in pass 2 (2026-03-01 10:02:00 UTC), back in pass 3 (2026-03-01 10:03:00 UTC); 4 more quiet passes before it counts as over',
      '    net: now at 192.0.2.1, as before',
    ]);
    expect(told('A-AAAAAAAA')[1]).toContain('back in pass 3 (2026-03-01 10:03:00 UTC), quiet since');
  });

  test('tells earlier bouts', () => {
    expect(told('ABABAAAAAAAAAAAAAAAAABABA').join('\n')).toContain('; 1 earlier bout in this window');
  });

  test('tells a longer round, one of uneven length, and one without any order', () => {
    expect(told('ABCABCABC').join('\n')).toContain('it goes round through 3 values, a round every 3 passes');
    expect(told('ABABBAB').join('\n')).toMatch(/a round every [\d.]+ passes \(\d to \d\)/);
    expect(told('ABABCAB').join('\n')).toContain('it has no rhythm: its values come back in no fixed order');
  });

  test('leaves out the time of a round where the clock stood still', () => {
    const still = sequence('ABABAB').map((pass) => ({ ...pass, at: 0 }));

    expect(plain(flapsView(flaps(still), [], 'x', utc))).toContain('a round every 2 passes; away');
  });

  test('a name that went is gone, and names of one set at addresses of their own are counted', () => {
    expect(told('A-A-').join('\n')).toContain('net: 192.0.2.1 before, gone now');
    const at = (last: number) => [`a.internal:192.0.2.${last}`, `b.internal:192.0.2.${last + 10}`];
    const apart = (...lists: string[][]) =>
      plain(flapsView(flaps(passesOf(...lists.map((one) => mesh(one)))), [], 'x', utc));

    expect(apart(at(1), [], at(1), [], at(1))).toContain('net: now each at an address of its own, as before');
    expect(apart(at(1), [], at(1), [])).toContain('net: 2 of 2 not where they were before');
  });

  test('tells the owner, and counts many nodes', () => {
    const nodes = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((node) => [node, { containers: [{ hosts: ['db:192.0.2.1'] }] }]),
    );
    const other = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((node) => [node, { containers: [{ hosts: [] }] }]));
    const one = { nodes: { ...nodes, a: { ...nodes.a, address: '192.0.2.1' } } };
    const two = { nodes: { ...other, a: { ...other.a, address: '192.0.2.1' } } };
    const text = plain(flapsView(flaps(passesOf(one, two, one, two)), [], 'x', utc));

    expect(text).toContain('flapping  db of a  moved 3 times');
    expect(text).toContain('seen in the roster, 5 nodes and 5 containers');
  });

  test('says that flaps may hide in gaps', () => {
    const [first, second] = sequence('AA') as [Pass, Pass];
    const gaps = gapsOf([first, { ...second, outcome: 'unreadable' }]);

    expect(plain(flapsView(flaps([]), gaps, 'x', utc))).toContain(
      '1 gap in what is recorded: no flap is told across one, so there may be more\n' +
        '    unreadable pass 2: unreadable\n',
    );
  });
});

test('sets past a limit are counted', () => {
  const lists = (away: number) =>
    Array.from({ length: 4 }, (_, index) => (index === away ? [] : [`n${index}.internal:192.0.2.${index}`])).flat();
  const states = [-1, 0, -1, 1, -1, 2, -1, 3, -1].map((away) => mesh(lists(away)));

  expect(plain(flapBlocks(flaps(passesOf(...states)), [], utc, 2))).toContain('and 2 more sets\n');
});
