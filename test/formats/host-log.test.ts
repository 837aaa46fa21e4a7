import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readInput, UnreadableInput } from '../../src/formats/index.ts';

const day = '2026-09-29';

/** Clocks two hours ahead of UTC, as in Berlin in summer: the latest such time at or before the limit. */
function readWall(text: string, limit: number): number | null {
  if (text.includes('-')) return Date.parse(`${text.replace(' ', 'T')}+02:00`) || null;
  const full = text.length === 5 ? `${text}:00` : text;
  for (let back = 0; back < 3; back += 1) {
    const date = new Date(limit + 2 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10);
    const at = Date.parse(`${date}T${full}+02:00`);
    if (at <= limit) return at;
  }
  return null;
}

const circumstances = { node: 'novox', readWall, now: Date.parse(`${day}T23:15:00+02:00`) };

function instants(text: string, more: object = {}) {
  const read = readInput(text, { ...circumstances, ...more });
  if (read.kind !== 'observations') throw new Error('read as a pass');
  return read.observations.map(({ node, container, at }) => [node, container, new Date(at).toISOString()]);
}

const told = "updated postgres.server (mesh-store): replaced; a container's configuration is fixed when it is created";

describe('the log of a host agent', () => {
  test.each([
    ['22:46 mesh-agent: ', '2026-09-29T20:46:00.000Z'],
    ['22:46:07 novox mesh-agent: ', '2026-09-29T20:46:07.000Z'],
    ['[22:46:07] ', '2026-09-29T20:46:07.000Z'],
    ['2026-09-29T22:46:07+02:00 ', '2026-09-29T20:46:07.000Z'],
    ['2026-09-29 22:46:07 ', '2026-09-29T20:46:07.000Z'],
    ['2026-09-29T20:46:07.250Z ', '2026-09-29T20:46:07.250Z'],
    ['2026-09-29T22:46:07,250+0200 ', '2026-09-29T20:46:07.250Z'],
    ['Sep 29 22:46:07 other mesh-agent[412]: ', '2026-09-29T20:46:07.000Z'],
    ['Sep  9 22:46:07 other mesh-agent[412]: ', '2026-09-09T20:46:07.000Z'],
  ])('is read when a line begins with %j', (head, at) => {
    expect(instants(`${head}${told}`)).toEqual([['novox', 'mesh-store/postgres.server', at]]);
  });

  test('is read as journald writes it, the node from the host name', () => {
    const line = JSON.stringify({ __REALTIME_TIMESTAMP: '1790714767000000', _HOSTNAME: 'novox', MESSAGE: told });
    const { node: _, ...rest } = circumstances;

    expect(instants(line, { node: undefined })).toEqual([
      ['novox', 'mesh-store/postgres.server', new Date(1790714767000).toISOString()],
    ]);
    expect(readInput(line, rest)).toMatchObject({ kind: 'observations', format: 'host-log' });
  });

  test('has a problem where journald tells a time that no calendar shows', () => {
    const line = JSON.stringify({ __REALTIME_TIMESTAMP: '9'.repeat(19), MESSAGE: told });

    expect(readInput(line, circumstances)).toMatchObject({ observations: [], problems: [{ code: 'invalid-time' }] });
  });

  test('tells of recreated containers too, and of nothing else', () => {
    const text = [
      '22:46 updated api: recreated',
      '22:46 updated api: started',
      '22:47 looked at updated notes',
      '',
    ].join('\n');

    expect(instants(text)).toEqual([['novox', 'api', '2026-09-29T20:46:00.000Z']]);
  });

  test('clock times run over midnight', () => {
    const text = ['23:59:50 updated a: replaced', '00:00:10 updated b: replaced', '00:30 updated c: replaced'].join(
      '\n',
    );

    expect(instants(text, { now: Date.parse('2026-09-30T09:00:00+02:00') }).map(([, , at]) => at)).toEqual([
      '2026-09-29T21:59:50.000Z',
      '2026-09-29T22:00:10.000Z',
      '2026-09-29T22:30:00.000Z',
    ]);
  });

  test('a time given for the input says when a log without dates ended', () => {
    expect(instants('22:46 updated a: replaced', { at: Date.parse('2026-03-01T23:00:00+02:00') })).toEqual([
      ['novox', 'a', '2026-03-01T20:46:00.000Z'],
    ]);
  });

  test('a line without a time is a problem, and the rest is read', () => {
    const read = readInput('updated a: replaced\n22:46 updated b: replaced', circumstances);

    expect(read).toMatchObject({
      observations: [{ container: 'b' }],
      problems: [{ code: 'invalid-time', text: 'updated a: replaced' }],
    });
  });

  test("another form is read with a pattern of one's own", () => {
    const logPattern = String.raw`(?P<node>\S+) recreated container (?P<container>\S+)`;
    const read = readInput(
      '22:46 g14 recreated container mesh/api',
      { ...circumstances, node: 'novox', logPattern },
      'host-log',
    );

    expect(read).toMatchObject({ observations: [{ node: 'novox', container: 'mesh/api', kind: 'replaced' }] });
  });

  test.each([
    ['(', /^the pattern "\(" cannot be read: /],
    ['replaced', /^the pattern "replaced" has no group "container"$/],
  ])('the pattern %j is refused', (logPattern, message) => {
    expect(() => readInput('22:46 x', { ...circumstances, logPattern }, 'host-log')).toThrow(message);
  });

  test('no line makes it slow, whatever the pattern', () => {
    const logPattern = '(?P<container>(a+)+)$';
    const started = performance.now();

    readInput(
      `22:46 ${'a'.repeat(1_000_000)}!\n${`${'updated '.repeat(1000)}\n`.repeat(100)}`,
      { ...circumstances, logPattern },
      'host-log',
    );

    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('reads any text or refuses it in words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, asLine) => {
        try {
          readInput(asLine ? `${text} updated x: replaced` : text, circumstances, 'host-log');
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableInput);
        }
      }),
    );
  });
});

describe('the events of an engine', () => {
  function event(action: string, name: string, labels: Record<string, string> = {}, more: object = {}) {
    return JSON.stringify({
      Type: 'container',
      Action: action,
      Actor: { ID: 'f'.repeat(64), Attributes: { name, image: 'busybox', ...labels } },
      time: 1790714767,
      timeNano: 1790714767123456800,
      ...more,
    });
  }

  test('are read with their compose labels, containers only', () => {
    const labels = {
      'com.docker.compose.project': 'mesh',
      'com.docker.compose.service': 'api',
      'com.docker.compose.container-number': '1',
    };
    const text = [
      event('die', 'old'),
      event('destroy', 'old'),
      event('create', 'abcdefabcdef_mesh-api-1', labels),
      event('start', 'mesh-api-1', labels),
      event('exec_create: sh', 'old'),
      event('connect', 'bridge', {}, { Type: 'network' }),
      '',
    ].join('\n');

    const read = readInput(text, { node: 'vm1' });

    expect(read).toEqual({
      kind: 'observations',
      format: 'docker-events',
      problems: [],
      observations: [
        { node: 'vm1', container: 'old', kind: 'died', at: 1790714767123 },
        { node: 'vm1', container: 'old', kind: 'destroyed', at: 1790714767123 },
        { node: 'vm1', container: 'mesh/api/1', kind: 'created', at: 1790714767123 },
        { node: 'vm1', container: 'mesh/api/1', kind: 'started', at: 1790714767123 },
      ],
    });
  });

  test('a torn line is a problem, and the rest is read', () => {
    const read = readInput(`${event('create', 'a')}\n{"Type":"conta`, { node: 'vm1' });

    expect(read).toMatchObject({ observations: [{ container: 'a' }], problems: [{ code: 'malformed-entry' }] });
  });

  test('an event with a time in seconds, a status for an action, or without either', () => {
    const text = [
      event('create', 'a', {}, { timeNano: undefined }),
      event('create', 'b', {}, { Action: undefined, status: 'start' }),
      event('create', 'c', {}, { timeNano: undefined, time: undefined }),
      '[]',
    ].join('\n');

    const read = readInput(text, {});

    expect(read).toMatchObject({
      observations: [
        { node: 'local', container: 'a', kind: 'created', at: 1790714767000 },
        { container: 'b', kind: 'started' },
      ],
      problems: [{ code: 'malformed-entry' }, { code: 'malformed-entry' }],
    });
  });
});
