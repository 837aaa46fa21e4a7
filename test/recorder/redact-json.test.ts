import { describe, expect, test } from 'vitest';
import { redactJson, redactObject, redactTextOrJson } from '../../src/recorder/redact-json.ts';
import type { Json } from '../../src/roster/index.ts';
import { plainDigest, plainPolicy } from './plain-digest.ts';

const redact = (value: Json) => redactJson(value, plainPolicy);

/** A value inside of so many lists. */
function nested(depth: number): Json {
  let value: Json = 'x';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe('an environment', () => {
  test.each<[string, Json, Json]>([
    ['a map', { A: 'x', B: 'y=z', C: '' }, { A: plainDigest('x'), B: plainDigest('y=z'), C: '' }],
    [
      'a map of other values',
      { A: 1, B: true, C: null, D: ['x', 2], E: { F: 'x' } },
      {
        A: plainDigest('1'),
        B: plainDigest('true'),
        C: null,
        D: [plainDigest('x'), plainDigest('2')],
        E: { F: plainDigest('x') },
      },
    ],
    [
      'a map whose variables are called name and value',
      { name: 'x', value: 'y' },
      { name: plainDigest('x'), value: plainDigest('y') },
    ],
    [
      'KEY=value texts',
      ['A=x', 'B=y=z', 'C=', 'D'],
      [`A=${plainDigest('x')}`, `B=${plainDigest('y=z')}`, plainDigest('C='), plainDigest('D')],
    ],
    [
      'base64 texts',
      ['c2VjcmV0', 'c2VjcmU=', 'c2Vjcg=='],
      [plainDigest('c2VjcmV0'), plainDigest('c2VjcmU='), plainDigest('c2Vjcg==')],
    ],
    [
      'pairs',
      [
        { name: 'A', value: 'x' },
        { name: 'B', valueFrom: { key: 'y' } },
      ],
      [
        { name: 'A', value: plainDigest('x') },
        { name: 'B', valueFrom: { key: plainDigest('y') } },
      ],
    ],
    ['one text', 'A=x', `A=${plainDigest('x')}`],
    ['lines of text', 'A=x\nB=y', `A=${plainDigest('x\nB=y')}`],
    ['nothing', null, null],
  ])('as %s keeps its keys and loses its values', (_what, env, redacted) => {
    for (const key of ['env', 'Env', 'environment', 'secrets'])
      expect(redact({ [key]: env })).toEqual({ [key]: redacted });
  });

  test('is one at any depth', () => {
    expect(redact({ a: [{ b: { env: { A: 'x' } } }] })).toEqual({ a: [{ b: { env: { A: plainDigest('x') } } }] });
  });
});

describe('redactJson', () => {
  test.each<[Json, Json]>([
    ['token=abc', `token=${plainDigest('abc')}`],
    [{ password: 'abc' }, { password: plainDigest('abc') }],
    [{ api_key: 12 }, { api_key: plainDigest('12') }],
    [{ auth: { user: 'me', list: ['a'] } }, { auth: { user: plainDigest('me'), list: [plainDigest('a')] } }],
    [{ password: null }, { password: null }],
    [{ password: '' }, { password: '' }],
    [{ password: 'hmac:0123456789abcdef0123456789abcdef' }, { password: 'hmac:0123456789abcdef0123456789abcdef' }],
    [
      { name: 'DB_PASSWORD', value: 'abc' },
      { name: 'DB_PASSWORD', value: plainDigest('abc') },
    ],
    [
      { key: 'DB_PASSWORD', value: 'abc' },
      { key: 'DB_PASSWORD', value: plainDigest('abc') },
    ],
    [
      { name: 'LOG_LEVEL', value: 'debug' },
      { name: 'LOG_LEVEL', value: 'debug' },
    ],
    [
      ['--password', 'abc', '--token=def', '--verbose', 'x'],
      ['--password', plainDigest('abc'), `--token=${plainDigest('def')}`, '--verbose', 'x'],
    ],
    [
      ['-e', 'A=x', '--env', 'B=y', '-e', 'C'],
      ['-e', `A=${plainDigest('x')}`, '--env', `B=${plainDigest('y')}`, '-e', plainDigest('C')],
    ],
    [
      ['curl', '-u', 'me:abc', '-u', '1000:1000'],
      ['curl', '-u', `me:${plainDigest('abc')}`, '-u', '1000:1000'],
    ],
    [
      ['-u', 12],
      ['-u', 12],
    ],
    [{ 'token=abc': 1 }, { [`token=${plainDigest('abc')}`]: 1 }],
    [{ env: { 'token=abc': 'x' } }, { env: { [`token=${plainDigest('abc')}`]: plainDigest('x') } }],
    [
      [1, true, null, 1.5, 'plain', { image: 'web:1' }],
      [1, true, null, 1.5, 'plain', { image: 'web:1' }],
    ],
  ])('%j', (value, redacted) => {
    expect(redact(value)).toEqual(redacted);
  });

  test('keeps a key that JavaScript thinks special', () => {
    const value = JSON.parse('{"__proto__": {"token": "abc"}, "constructor": "x"}');

    expect(JSON.stringify(redactObject(value, plainPolicy))).toBe(
      `{"__proto__":{"token":"${plainDigest('abc')}"},"constructor":"x"}`,
    );
  });

  test('refuses what is nested more than 600 deep', () => {
    expect(redact(nested(600))).toEqual(nested(600));
    for (const value of [nested(601), nested(100_000), { env: [nested(601)] }, { password: nested(601) }]) {
      expect(() => redact(value)).toThrow(new RangeError('nested more than 600 deep'));
    }
  });
});

describe('a text that is JSON', () => {
  test.each([
    ['{"env": {"A": "x"}, "b": 1}', `{"env":{"A":"${plainDigest('x')}"},"b":1}`],
    [' [{"password": "a\\"b"}] ', `[{"password":"${plainDigest('a"b')}"}]`],
    ['{"a": "{\\"env\\": {\\"A\\": \\"x\\"}}"}', `{"a":"{\\"env\\":{\\"A\\":\\"${plainDigest('x')}\\"}}"}`],
    ['{"a":  1.0}', '{"a":  1.0}'],
    ['{"a": token=abc}', `{"a": token=${plainDigest('abc}')}`],
    ['[not json] token=abc', `[not json] token=${plainDigest('abc')}`],
    ['{', '{'],
    ['', ''],
  ])('%s', (text, redacted) => {
    expect(redactTextOrJson(text, plainPolicy)).toBe(redacted);
  });

  test.each([700, 50_000])('that is nested %i deep may hold anything, and is one secret', (depth) => {
    const text = `${'['.repeat(depth)}${']'.repeat(depth)}`;

    expect(redact(text)).toBe(plainDigest(text));
    expect(redact({ a: [text, 'b'] })).toEqual({ a: [plainDigest(text), 'b'] });
  });
});

test('a text of JSON with more than a thousand credentials is one secret', () => {
  const text = JSON.stringify(Array.from({ length: 1001 }, (_, index) => ({ password: `p${index}` })));

  expect(redact([text, JSON.stringify([{ password: 'p' }])])).toEqual([
    plainDigest(text),
    JSON.stringify([{ password: plainDigest('p') }]),
  ]);
});

test('a text with more than a thousand pieces that look like JSON and are none is one secret', () => {
  const [many, fewer] = ['{"a" 5} '.repeat(1001), '{"a" 5} [INFO] [2026] {} {key} '.repeat(1000)];

  expect(redact([many, fewer])).toEqual([plainDigest(many), fewer]);
});
