import { describe, expect, test } from 'vitest';
import { nameMoves } from '../../src/diff/name-moves.ts';
import { namesVanishedTogether, reasonOf } from '../../src/diff/reasons.ts';
import { namesOf, type Outcome } from '../../src/roster/index.ts';
import { list } from '../roster/builders.ts';

const db = namesOf(list('db:192.0.2.81'));
const none = namesOf(list());
const [removal] = nameMoves(db, none);
const [addition] = nameMoves(none, db);
const [change] = nameMoves(db, namesOf(list('db:192.0.2.82')));

describe('reasonOf', () => {
  test.each<[Outcome | undefined, boolean, string, string | null]>([
    ['failed', false, 'lost', 'recorded'],
    ['unreadable', false, 'lost', 'recorded'],
    ['partial', false, 'lost', 'recorded'],
    ['failed', true, 'lost', 'recorded'],
    ['planned', true, 'lost', 'inferred'],
    ['skipped', true, 'lost', 'inferred'],
    [undefined, true, 'lost', 'inferred'],
    ['planned', false, 'withdrawn', 'recorded'],
    ['skipped', false, 'unknown', null],
    ['unreported', false, 'unknown', null],
    [undefined, false, 'unknown', null],
  ])('a removed name whose owner was %s, gone together: %s, is %s (%s)', (outcome, together, reason, evidence) => {
    expect(removal && reasonOf(removal, outcome, together, false)).toEqual({ reason, evidence });
  });

  test('an added name has returned where it was held before, and else is new', () => {
    expect(addition && reasonOf(addition, 'failed', false, true)).toEqual({ reason: 'returned', evidence: null });
    expect(addition && reasonOf(addition, 'failed', false, false)).toEqual({ reason: 'new', evidence: null });
  });

  test('a name that stayed has no reason', () => {
    expect(change && reasonOf(change, 'failed', true, true)).toEqual({ reason: null, evidence: null });
  });
});

/** The names that vanish together: owners are the second label of a name, or the first of `NODE.internal`. */
function vanished(before: readonly string[], after: readonly string[]) {
  const [from, to] = [before, after].map((names) => namesOf(list(...names.map((name) => `${name}:192.0.2.1`))));
  if (!from || !to) throw new Error('no lists');
  const ownerOf = (name: string) => {
    const [first, second] = name.split('.') as [string, string | undefined];
    return second === 'internal' ? first : second === 'nobody' ? null : (second ?? null);
  };
  return [...namesVanishedTogether(from, nameMoves(from, to), ownerOf).keys()];
}

const rest = ['git.novox', 'auth.novox', 'mail.novox', 'docs.novox', 'wiki.ace'];

describe('namesVanishedTogether', () => {
  test("all of one owner's routed names", () => {
    expect(vanished([...rest, 'forge.g14', 'books.g14'], rest)).toEqual(['forge.g14', 'books.g14']);
  });

  test("a node's own name does not count as routed, and is lost with the routed ones", () => {
    expect(vanished([...rest, 'g14.internal', 'forge.g14', 'books.g14'], [...rest, 'g14.internal'])).toEqual([
      'forge.g14',
      'books.g14',
    ]);
    expect(vanished([...rest, 'g14.internal', 'forge.g14', 'books.g14'], rest)).toEqual([
      'g14.internal',
      'forge.g14',
      'books.g14',
    ]);
  });

  test('not an own name and the only routed one', () => {
    expect(vanished([...rest, 'g14.internal', 'forge.g14'], rest)).toEqual([]);
  });

  test("not some of one owner's names", () => {
    expect(vanished([...rest, 'forge.g14', 'books.g14', 'chat.g14'], [...rest, 'chat.g14'])).toEqual([]);
  });

  test('not the single name of an owner', () => {
    expect(vanished([...rest, 'forge.g14'], rest)).toEqual([]);
  });

  test('at least three names that are at least half of a view', () => {
    expect(
      vanished(['a.nobody', 'b.nobody', 'c.nobody', 'd.nobody', 'e.nobody', 'f.nobody'], rest.slice(0, 0)),
    ).toHaveLength(6);
    expect(vanished(['a.nobody', 'b.nobody', 'c.nobody', 'd.x', 'e.x', 'f.x'], ['d.x', 'e.x', 'f.x'])).toEqual([
      'a.nobody',
      'b.nobody',
      'c.nobody',
    ]);
  });

  test('not three names that are less than half', () => {
    expect(
      vanished(['a.nobody', 'b.nobody', 'c.nobody', 'd.x', 'e.x', 'f.x', 'g.x'], ['d.x', 'e.x', 'f.x', 'g.x']),
    ).toEqual([]);
  });

  test('not two names that are half', () => {
    expect(vanished(['a.nobody', 'b.nobody', 'd.x', 'e.x'], ['d.x', 'e.x'])).toEqual([]);
  });

  test('all names of a view of two', () => {
    expect(vanished(['a.nobody', 'b.x'], [])).toEqual(['a.nobody', 'b.x']);
  });

  test('names that are listed without an address are not held', () => {
    const before = namesOf(list('a:192.0.2.1', 'b:192.0.2.1', 'c:', 'd:', 'e:'));

    expect([...namesVanishedTogether(before, nameMoves(before, none), () => null)]).toEqual([
      ['a', 'view'],
      ['b', 'view'],
    ]);
  });
});
