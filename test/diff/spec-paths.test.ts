import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { specPaths } from '../../src/diff/spec-paths.ts';
import { canonicalJson, type JsonObject } from '../../src/roster/index.ts';

describe('specPaths', () => {
  test.each<[string, JsonObject, JsonObject, string[]]>([
    ['a changed value', { image: 'a' }, { image: 'b' }, ['image']],
    ['a value below', { env: { LOG_LEVEL: 'info' } }, { env: { LOG_LEVEL: 'debug' } }, ['env.LOG_LEVEL']],
    ['an added and a removed key', { a: 1, c: 1 }, { b: 1, c: 1 }, ['a', 'b']],
    ['a key that comes with null', {}, { a: null }, ['a']],
    ['an object that comes whole', {}, { env: { A: '1' } }, ['env']],
    ['an object in the place of a list', { a: {} }, { a: [] }, ['a']],
    ['a key with dots', { labels: { 'mesh.tier': 'edge' } }, { labels: {} }, ['labels["mesh.tier"]']],
    ['an odd key at the top', { 'a b': 1 }, {}, ['["a b"]']],
    ['an element of a list', { args: ['a', 'b', 'c'] }, { args: ['a', 'x', 'c'] }, ['args[1]']],
    ['a longer list', { args: ['a'] }, { args: ['a', 'b'] }, ['args[1]']],
    ['a list of objects', { mounts: [{ target: '/a' }] }, { mounts: [{ target: '/b' }] }, ['mounts[0].target']],
    ['a list of variables', { env: ['A=1', 'B=2'] }, { env: ['A=1', 'B=3'] }, ['env.B']],
    ['a variable that comes', { env: ['A=1'] }, { env: ['B=2', 'A=1'] }, ['env.B']],
    ['the first variable', { env: [] }, { env: ['A=1'] }, ['env.A']],
    ['variables in another order', { env: ['A=1', 'B=2'] }, { env: ['B=2', 'A=1'] }, ['env']],
    ['a variable that is repeated', { env: ['A=1'] }, { env: ['A=1', 'A=1'] }, ['env']],
    ['a value of several lines', { env: ['A=1\n2'] }, { env: ['A=1\n3'] }, ['env.A']],
    ['variables that become other texts', { env: ['A=1'] }, { env: ['--a'] }, ['env[0]']],
  ])('%s', (_, before, after, paths) => {
    expect(specPaths(before, after)).toEqual(paths);
  });

  test('a key named __proto__ is a key like others', () => {
    const before = JSON.parse('{ "env": { "__proto__": "a" } }') as JsonObject;
    const after = JSON.parse('{ "env": { "__proto__": "b" } }') as JsonObject;

    expect(specPaths(before, after)).toEqual(['env.__proto__']);
    expect(specPaths(before, { env: {} })).toEqual(['env.__proto__']);
  });

  test('specs have paths between them exactly where they are not equal', () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(json, json, (before, after) => {
        // numbers that JSON cannot tell apart are one number
        const [from, to] = [before, after].map((one) => JSON.parse(JSON.stringify(one)) as JsonObject);
        if (!from || !to) return;

        expect(specPaths(from, to).length > 0).toBe(canonicalJson(from) !== canonicalJson(to));
        expect(specPaths(from, from)).toEqual([]);
      }),
    );
  });
});
