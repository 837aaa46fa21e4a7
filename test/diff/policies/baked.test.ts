import { describe, expect, test } from 'vitest';
import { policyOf } from '../../../src/diff/index.ts';
import { bakerOf, bindingsOf } from '../../../src/diff/policies/baked.ts';
import { type Container, type HostsList, namesOf } from '../../../src/roster/index.ts';
import { list } from '../../roster/builders.ts';
import { bound } from './builders.ts';

const whole = list('a.example:192.0.2.1', 'b.example:192.0.2.2', 'c.example:192.0.2.3');
const scoped = policyOf(['scoped']);

function texts({ entries }: HostsList): string[] {
  return entries.map(({ text }) => text);
}

describe('what is baked in', () => {
  test('is the list as it is, unless bindings count', () => {
    const baker = bakerOf(policyOf(['sorted']));

    expect(baker.bake(bound([]), whole)).toBe(whole);
  });

  test('is nothing under resolver', () => {
    expect(texts(bakerOf(policyOf(['resolver'])).bake(bound(['a.example']), whole))).toEqual([]);
  });

  test('is what a container binds', () => {
    expect(texts(bakerOf(scoped).bake(bound(['a.example', 'gone.example']), whole))).toEqual(['a.example:192.0.2.1']);
    expect(bakerOf(scoped).bake(bound(['c.example', 'b.example', 'a.example']), whole)).toBe(whole);
  });

  test('is every name where it cannot be told what a container binds', () => {
    expect(bakerOf(scoped).bake(bound(['a.example'], {}, 'refers-elsewhere'), whole)).toBe(whole);
  });

  test('is the same object for the same entries', () => {
    const baker = bakerOf(scoped);

    const first = baker.bake(bound(['a.example']), whole);

    expect(baker.bake(bound(['a.example']), list('a.example:192.0.2.1', 'd.example:192.0.2.4'))).toBe(first);
  });
});

describe('a binding that the config gives', () => {
  const given = new Map([
    ['postgres*', ['b.*']],
    ['*-proxy', ['c.example', 'a.example']],
  ]);
  const bakedInto = (container: Container) => texts(bakerOf(scoped, given).bake(container, whole));

  test('is of containers by their id, their label or their bare name', () => {
    expect(bakedInto(bound([], { id: 'mesh-store/postgres.server' }))).toEqual(['b.example:192.0.2.2']);
    expect(bakedInto(bound([], { id: 'edge/route-proxy' }))).toEqual(['a.example:192.0.2.1', 'c.example:192.0.2.3']);
    expect(bakedInto(bound([], { id: 'gitea/gitea.server' }))).toEqual([]);
  });

  test('adds to what is seen', () => {
    expect(bakedInto(bound(['a.example'], { id: 'mesh-store/postgres.server' }))).toEqual([
      'a.example:192.0.2.1',
      'b.example:192.0.2.2',
    ]);
  });

  test('is told of the names in question, and null where what is bound cannot be told', () => {
    const neededOf = bindingsOf(given);
    const one = bound(['a.example', 'gone.example'], { id: 'mesh-store/postgres.server' });
    const untold = bound(['a.example'], { id: 'mesh-store/postgres.server' }, 'too-much');

    expect(neededOf(one, namesOf(whole))).toEqual(new Set(['a.example', 'b.example']));
    expect(neededOf(one, namesOf(list('c.example:192.0.2.3')))).toEqual(new Set());
    expect(neededOf(untold, namesOf(whole))).toBe(null);
  });
});

describe('between which lists nothing is replaced', () => {
  const isSame = (part: 'as-recorded' | 'sorted', one: HostsList, other: HostsList) => {
    const { identityOf } = bakerOf(policyOf([part]));
    return identityOf(one) === identityOf(other);
  };

  test('is told by their text, as recorded', () => {
    expect(isSame('as-recorded', whole, list(...texts(whole)))).toBe(true);
    expect(isSame('as-recorded', whole, list(...texts(whole).reverse()))).toBe(false);
  });

  test('is told by names and addresses, where neither order nor spelling counts', () => {
    expect(isSame('sorted', whole, list(...texts(whole).reverse()))).toBe(true);
    expect(isSame('sorted', list('a.example:192.0.2.1'), list('A.example.=192.0.2.1'))).toBe(true);
    expect(isSame('sorted', list('a.example:192.0.2.1'), list('a.example:192.0.2.9'))).toBe(false);
  });

  test('is told by the order of the addresses of one name all the same: the first is the one that is used', () => {
    const [first, second] = ['a.example:192.0.2.1', 'a.example:192.0.2.9'];

    expect(isSame('sorted', list(first, second), list(second, first))).toBe(false);
    expect(isSame('sorted', list(first, second), list('a.example:192.0.2.1,192.0.2.9'))).toBe(true);
  });
});
