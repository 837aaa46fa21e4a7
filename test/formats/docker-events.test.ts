import { expect, test } from 'vitest';
import { readInput } from '../../src/formats/index.ts';

const podmanLine = (status: string, time: string) =>
  JSON.stringify({ ID: 'f00d', Name: 'web', Status: status, Time: time, Type: 'container', Attributes: {} });

test("podman's own shape of an event says the same as docker's", () => {
  const lines = [podmanLine('died', '2026-03-01T10:00:00.5+01:00'), podmanLine('remove', '2026-03-01T10:00:01+01:00')];

  const read = readInput(lines.join('\n'), { node: 'novox' });

  expect(read).toMatchObject({
    format: 'docker-events',
    observations: [
      { container: 'web', kind: 'died', at: Date.parse('2026-03-01T09:00:00.5Z') },
      { container: 'web', kind: 'destroyed', at: Date.parse('2026-03-01T09:00:01Z') },
    ],
  });
});

const event = (keys: object) =>
  JSON.stringify({ Type: 'container', Action: 'start', Actor: { Attributes: { name: 'web' } }, time: 1, ...keys });

function told(...lines: readonly string[]) {
  const read = readInput([event({}), ...lines].join('\n'), { node: 'novox' });
  if (read.kind !== 'observations') throw new Error('read as a pass');
  return { observations: read.observations.slice(1), problems: read.problems };
}

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'an action that every object knows by heart, %s, tells of no container',
  (action) => {
    expect(told(event({ Action: action }))).toEqual({ observations: [], problems: [] });
  },
);

test.each<[string, object, string]>([
  ['after the year 9999', { time: 1e300 }, '1e+303 ms'],
  ['before the year 0', { timeNano: -1e30 }, '-1e+24 ms'],
])('a time %s is a problem, for no calendar shows it', (_, keys, text) => {
  expect(told(event(keys))).toEqual({
    observations: [],
    problems: [{ code: 'invalid-time', node: 'novox', container: 'web', text }],
  });
});

test('a time in parts of a millisecond is a whole one', () => {
  expect(told(event({ time: 0.0016 })).observations.map(({ at }) => at)).toEqual([2]);
});

test('an id that is no text is written as JSON, whatever it says of itself', () => {
  const actor = { ID: { toString: 1 }, Attributes: {} };

  expect(told(event({ Actor: actor })).observations.map(({ container }) => container)).toEqual(['{"toString":1}']);
});

test('an id that is nested deeper than it can be written makes the line none', () => {
  const id = '['.repeat(20_000) + ']'.repeat(20_000);
  const { problems } = told(`{"Type":"container","Action":"create","time":1,"Actor":{"ID":${id}}}`);

  expect(problems.map(({ code }) => code)).toEqual(['malformed-entry']);
});

test('a line that is far longer than an event is none', () => {
  const { problems } = told(event({ more: 'a'.repeat(2 ** 20) }));

  expect(problems.map(({ code }) => code)).toEqual(['malformed-entry']);
});
