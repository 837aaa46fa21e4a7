/** Tens of thousands of host entries read in no time. Each limit is many times what it takes, and far below what a quadratic reading takes. */
import { describe, expect, it } from 'vitest';
import { readPass } from '../../src/formats/index.ts';
import {
  declarationInForce,
  decodeEntries,
  type EncodedEntries,
  encodeEntries,
  namesOf,
} from '../../src/roster/index.ts';
import { declarationOf } from './builders.ts';

const count = 30_000;
const address = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
const many = <T>(make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const texts = many((index) => `n${index}.mesh.example:${address(index)}`);
const lone = (hosts: unknown) => JSON.stringify({ node: 'novox', containers: [{ name: 'web', hosts }] });

describe('tens of thousands of', () => {
  it.each<[string, () => string]>([
    ['entries of a mesh list', () => lone(texts)],
    [
      'entries of a mesh map',
      () => lone(Object.fromEntries(many((index) => [`n${index}.mesh.example`, address(index)]))),
    ],
    ['addresses of one name', () => lone({ n: many(address) })],
    ['addresses in one text', () => lone([`n:${many(address).join(',')}`])],
    ['names without an address', () => lone(Object.fromEntries(many((index) => [`n${index}`, null])))],
    ['entries that are repeated', () => lone(many(() => 'n:192.0.2.1'))],
  ])('%s are read, and come back from their bytes', (_, text) => {
    const [container] = declarationOf(readPass(text()).draft.reports[0]).containers ?? [];
    const entries = container?.hosts.entries ?? [];

    expect(entries).toHaveLength(count);
    const bytes = encodeEntries(entries);
    expect(encodeEntries(decodeEntries(JSON.parse(bytes) as EncodedEntries)) === bytes).toBe(true);
  });

  it.each<[string, () => string, number]>([
    ['lines of a hosts file', () => many((index) => `${address(index)}\tn${index}.mesh.example`).join('\n'), count],
    ['names on one line', () => `192.0.2.1 ${many((index) => `n${index}`).join(' ')}`, count],
    ['names on a line without an address', () => `192.0.2.1 a\n ${many((index) => `n${index}`).join(' ')}`, count + 1],
    [
      'entries of a roster',
      () => JSON.stringify({ roster: many((index) => ({ name: `n${index}`, address: address(index), node: 'x' })) }),
      count,
    ],
  ])('%s are read', (_, text, names) => {
    const { roster } = readPass(text()).draft;

    expect(roster && namesOf(roster.list).size).toBe(names);
  });

  it('entries of each of ten containers are merged into what was known', () => {
    const containers = (hosts: readonly string[]) =>
      Array.from({ length: 10 }, (_, index) => ({ name: `c${index}`, hosts }));
    const whole = declarationOf(
      readPass(JSON.stringify({ node: 'novox', containers: containers(texts) })).draft.reports[0],
    );
    const half = texts.filter((_, index) => index % 2 === 0);
    const shown = declarationOf(
      readPass(JSON.stringify({ node: 'novox', containers: containers(half) })).draft.reports[0],
    );

    const merged = declarationInForce(whole, shown, 'names');

    expect(merged.containers?.map(({ hosts }) => hosts.digest)).toEqual(
      whole.containers?.map(({ hosts }) => hosts.digest),
    );
  });

  it('containers of one id are read', () => {
    const text = JSON.stringify({ node: 'novox', containers: many(() => ({ name: 'web' })) });

    expect(declarationOf(readPass(text).draft.reports[0]).containers?.at(-1)?.id).toBe(`web#${count}`);
  });
});
