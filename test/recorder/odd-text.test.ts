import { describe, expect, test } from 'vitest';
import { recorderAtWork } from '../support/temporary-inputs.ts';

describe('bytes that are no text', () => {
  test.each<[string, string, Buffer]>([
    ['a pass', '6', Buffer.from('{"a":"\xff","nodes":[]}', 'latin1')],
    ['a lone declaration', '6', Buffer.from('{"a":"\xff","node":"g14","containers":[]}', 'latin1')],
    ['a hosts file', '12', Buffer.from('192.0.2.1 a.\xff\n', 'latin1')],
    ['an input that cannot be read', '2', Buffer.from('{"\xff', 'latin1')],
  ])('in %s are a problem of it that says where', (_what, byte, content) => {
    const { write, record, passes } = recorderAtWork();
    record(write('first.json', { nodes: [] }));

    record(write('a.hosts', content));

    const problems = passes().flatMap((pass) => pass.problems.filter(({ code }) => code === 'undecodable-text'));
    expect(problems).toEqual([{ code: 'undecodable-text', text: `a.hosts: byte ${byte}` }]);
  });

  test('among events are a problem too', () => {
    const { write, record } = recorderAtWork();
    const event = { Type: 'container', Action: 'start', Actor: { ID: 'x', Attributes: { name: 'web' } }, time: 1 };

    const recorded = record(write('events', Buffer.from(`${JSON.stringify(event)}\n{"\xff"}`, 'latin1')));

    expect(recorded).toMatchObject([
      { kind: 'observed', observed: { problems: [{ code: 'malformed-entry' }, { code: 'undecodable-text' }] } },
    ]);
  });
});

describe('half of a surrogate pair, which JSON may spell', () => {
  const document = (half: string) =>
    `{"pass":"${half}","trigger":{"a":"${half}"},"roster":[{"name":"a.internal","address":"x${half}"}],"extra":"${half}",` +
    `"nodes":[{"node":"g14","containers":[{"name":"web","image":"${half}","env":{"A":"${half}"},"labels":{"${half}":"token=${half}"}}]},` +
    `{"node":"ace","outcome":"failed","error":"${half}"}]}`;

  test('is recorded, and the same again is no news', () => {
    const { write, record, history, passes } = recorderAtWork();

    const first = record(write('a.json', document('\\ud800')));
    const again = record(write('a.json', document('\\ud800')));

    expect([...first, ...again]).toMatchObject([{ appended: { kind: 'recorded' } }, { appended: { kind: 'known' } }]);
    expect(passes()[0]?.state.nodes.get('g14')?.containers.get('web')?.spec.value.image).toBe('\ud800');
    expect(history.verify()).toEqual([]);
  });

  test('is another value than another half, also as a secret', () => {
    const { write, record, passes } = recorderAtWork();
    const env = (half: string) => `{"nodes":[{"node":"g14","containers":[{"name":"web","env":{"A":"${half}"}}]}]}`;

    for (const half of ['\\ud800', '\\ud801', '\\ufffd', '\\ud800']) record(write('a.json', env(half)));

    const digests = passes().map(({ state }) => state.nodes.get('g14')?.containers.get('web')?.spec.digest);
    expect(new Set(digests).size).toBe(3);
    expect(digests[3]).toBe(digests[0]);
  });
});
