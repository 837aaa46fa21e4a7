import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { expectShape, filledText, findShapeFault, listOrMap, objectWith, text } from '../../src/formats/shape.ts';
import { UnreadableInput } from '../../src/formats/unreadable-input.ts';

const shape = objectWith({ name: filledText, label: z.nullish(text), hosts: listOrMap });

describe('findShapeFault', () => {
  it.each([
    [{ name: 'web' }, null],
    [{ name: 'web', label: null, hosts: null, other: 5 }, null],
    [{ name: 'web', hosts: [] }, null],
    [{ name: 'web', hosts: { a: 'b' } }, null],
    ['web', 'expected an object, found a text of 3 characters'],
    [null, 'expected an object, found null'],
    [[], 'expected an object, found a list'],
    [{}, '"name": expected a text, found nothing'],
    [{ name: '' }, '"name": expected a text that is not empty, found an empty text'],
    [{ name: { a: 1 } }, '"name": expected a text, found an object'],
    [{ name: 'web', label: 5 }, '"label": expected a text, found 5'],
    [{ name: 'web', hosts: 'a:b' }, '"hosts": expected a list or a map, found a text of 3 characters'],
    [{ name: 'web', hosts: true }, '"hosts": expected a list or a map, found true'],
  ])('%j: %s', (value, fault) => {
    expect(findShapeFault(shape, value)).toBe(fault);
  });

  it('a text is not quoted: it may be a secret in the wrong place', () => {
    expect(['x', 'x'.repeat(100)].map((hosts) => findShapeFault(shape, { name: 'web', hosts }))).toEqual([
      '"hosts": expected a list or a map, found a text of one character',
      '"hosts": expected a list or a map, found a text of 100 characters',
    ]);
  });
});

describe('expectShape', () => {
  it('gives the value itself', () => {
    const value = JSON.parse('{"name":"web","__proto__":{"polluted":true}}');

    expect(expectShape(shape, value, 'the container')).toBe(value);
  });

  it('throws with the fault and what it is about', () => {
    expect(() => expectShape(shape, { name: 5 }, 'the container')).toThrow(
      new UnreadableInput('the container: "name": expected a text, found 5'),
    );
  });
});
