import { describe, expect, test } from 'vitest';
import { findStaleSince, resolveAlike } from '../../src/diff/index.ts';
import { type Address, type Pass, parseName } from '../../src/roster/index.ts';
import { startMs } from '../roster/builders.ts';
import { passesOf, runs } from './builders.ts';

/** Passes of novox's `postgres.server`, one for each address of db.internal: `-` is none, `x` a pass without the container. */
function history(values: string): Pass[] {
  return passesOf(
    ...[...values].map((value) => {
      if (value === 'x') return { nodes: { novox: { containers: [] } } };
      return {
        nodes: { novox: runs('keep.internal:192.0.2.1', ...(value === '-' ? [] : [`db.internal:192.0.2.${value}`])) },
      };
    }),
  );
}

/** Since when a list has not had what is held, by passes in stretches of so many. */
function since(values: string, holds: readonly string[], length = 100) {
  const passes = history(values);
  const [container] = passes.at(-1)?.state.nodes.get('novox')?.containers.keys() ?? [];
  let asked = 0;
  function* stretches(): Generator<Pass[]> {
    for (let end = passes.length; end > 0; end -= length) {
      asked += 1;
      yield passes.slice(Math.max(0, end - length), end);
    }
  }
  const question = {
    node: 'novox',
    container: container ?? 'none',
    name: parseName('db.internal').name,
    holds: holds as readonly Address[],
  };
  const [found] = findStaleSince([question], stretches());
  return { ...found, asked };
}

const at = (pass: number) => ({ pass, at: startMs + pass * 60_000 });

describe('since when a declaration has not had what a container holds', () => {
  test('is the first pass from which on it has not', () => {
    expect(since('222399', ['192.0.2.2'])).toEqual({ since: at(4), passes: 3, wasDeclared: true, asked: 1 });
  });

  test('is told by the last excursion: what came back in between was no stale entry', () => {
    expect(since('29299', ['192.0.2.2'])).toMatchObject({ since: at(4), passes: 2 });
  });

  test('is the same however the passes are divided, and no stretch is asked for without need', () => {
    expect(since('2223999', ['192.0.2.2'], 1)).toEqual({ since: at(4), passes: 4, wasDeclared: true, asked: 5 });
    expect(since('2223999', ['192.0.2.2'], 3)).toEqual({ since: at(4), passes: 4, wasDeclared: true, asked: 2 });
    expect(since('2223999', ['192.0.2.2'], 4)).toEqual({ since: at(4), passes: 4, wasDeclared: true, asked: 2 });
  });

  test('is not known where the first pass that is kept had it no more', () => {
    expect(since('3399', ['192.0.2.2'])).toEqual({ since: null, passes: 4, wasDeclared: false, asked: 1 });
  });

  test('of a name that is not baked in is the pass that brought it', () => {
    expect(since('--99', [])).toMatchObject({ since: at(3), passes: 2, wasDeclared: true });
  });

  test('a pass without the container has nothing of what it holds', () => {
    expect(since('2x99', ['192.0.2.2'])).toMatchObject({ since: at(2), passes: 3 });
    expect(since('9x99', [])).toMatchObject({ since: at(3), passes: 2 });
  });

  test('is the first pass with the container where it was never declared so', () => {
    expect(since('x3399', ['192.0.2.2'], 2)).toEqual({ since: at(2), passes: 4, wasDeclared: false, asked: 3 });
  });

  test('of what is declared now is no pass', () => {
    expect(since('99', ['192.0.2.9'])).toEqual({ since: null, passes: 0, wasDeclared: true, asked: 1 });
  });

  test('is nothing without a question, and of no pass', () => {
    expect(findStaleSince([], [history('9')])).toEqual([]);
    expect(since('', ['192.0.2.2'])).toEqual({ since: null, passes: 0, wasDeclared: false, asked: 0 });
  });
});

test('addresses resolve alike where the first one is the same and so are the others, in any order', () => {
  const alike = (one: string, other: string) =>
    resolveAlike(one.split(' ') as Address[], other.split(' ') as Address[]);

  expect(alike('192.0.2.1 192.0.2.2 192.0.2.3', '192.0.2.1 192.0.2.3 192.0.2.2')).toBe(true);
  expect(alike('192.0.2.1 192.0.2.2', '192.0.2.2 192.0.2.1')).toBe(false);
  expect(alike('192.0.2.1', '192.0.2.1 192.0.2.2')).toBe(false);
  expect(alike('192.0.2.1 192.0.2.2', '192.0.2.1 192.0.2.3')).toBe(false);
});
