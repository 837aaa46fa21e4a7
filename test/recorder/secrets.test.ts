import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Recorded } from '../../src/recorder/index.ts';
import { type RecorderAtWork, recorderAtWork } from '../support/temporary-inputs.ts';

/** A secret that stands nowhere by chance. */
const secret = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{15,24}$/);

/** All bytes of the store and of what lies beside it but the key, with the contents that are deflated inflated too. */
function storedText({ folder, query }: RecorderAtWork): string {
  const files = readdirSync(folder).filter((name) => name.startsWith('history.db') && name !== 'history.db.key');
  const raw = files.map((name) => readFileSync(join(folder, name), 'latin1'));
  const contents = query<{ encoding: string; bytes: Buffer }>('SELECT encoding, bytes FROM contents');
  return [
    ...raw,
    ...contents.map(({ encoding, bytes }) => (encoding === 'deflate' ? inflateRawSync(bytes) : bytes).toString('utf8')),
  ].join('\n');
}

/** All that the recorder said, causes of errors included. */
function saidText(recorded: readonly Recorded[]): string {
  return recorded.map((one) => inspect(one, { depth: 30, maxArrayLength: null, maxStringLength: null })).join('\n');
}

function expectNowhere(value: string, recorder: RecorderAtWork, recorded: readonly Recorded[]): void {
  const where = [storedText(recorder), saidText(recorded)].map((text) => text.includes(value));
  expect(where).toEqual([false, false]);
}

const longText = 'an image of some length '.repeat(20);

/** Where a container's declaration may hold a secret. */
const specs: Record<string, (value: string) => object> = {
  'a map of env': (value) => ({ env: { DB_DSN: value, OTHER: 'x' } }),
  'texts of env': (value) => ({ environment: [`DB_DSN=${value}`] }),
  'pairs of env': (value) => ({ env: [{ name: 'DB_DSN', value }] }),
  'env inside of something else': (value) => ({ init: [{ container: { env: { A: value } } }], longText }),
  'a credential by its key': (value) => ({ registry: { auth: value, identitytoken: value, clientSecret: value } }),
  'a credential by its name': (value) => ({ options: [{ name: 'ADMIN_PASSWORD', value }] }),
  'a URL': (value) => ({ upstream: `amqp://user:${value}@broker.internal:5672/` }),
  'a URL of a token alone': (value) => ({ repository: `https://${value}@forge.example/repo.git` }),
  'a flag in a list': (value) => ({ command: ['serve', '--admin-token', value] }),
  'a flag with its value': (value) => ({ command: ['serve', `--admin-token=${value}`] }),
  'a flag in a text': (value) => ({ entrypoint: `serve --password ${value} --verbose` }),
  'env in a command': (value) => ({ command: ['run', '-e', `A=${value}`] }),
  'a user of curl': (value) => ({ healthcheck: { test: ['CMD', 'curl', '-u', `me:${value}`, 'http://localhost'] } }),
  'a PEM': (value) => ({ file: `-----BEGIN PRIVATE KEY-----\n${value}\n-----END PRIVATE KEY-----` }),
  'a bearer': (value) => ({ healthcheck: `curl -H "Authorization: Bearer ${value}" http://localhost` }),
  'a JWT': (value) => ({ label: `eyJhbGciOiJub25lIn0.${value}.${value}` }),
  'a label': (value) => ({ labels: { 'com.example.password': value, 'com.example.url': `x://u:${value}@h` } }),
  'a list of labels': (value) => ({ labels: [`com.example.token=${value}`] }),
  'JSON in a text': (value) => ({
    config: JSON.stringify({ env: { A: value }, nested: JSON.stringify({ secrets: [value] }) }),
  }),
  'a key': (value) => ({ map: { [`token=${value}`]: 1 } }),
  'an entry for an address': (value) => ({ hosts: [`db.internal:postgres://me:${value}@db`, `token:${value}`] }),
};

/** Where a pass document may hold one outside of any container. */
const documents: Record<string, (value: string) => object> = {
  'a trigger in words': (value) => ({ trigger: `assign --token ${value}`, nodes: [] }),
  'a trigger as an object': (value) => ({ trigger: { env: { A: value }, by: { password: value } }, nodes: [] }),
  'an unknown key': (value) => ({ nodes: [], context: { env: { A: value } }, api_key: value }),
  'an unknown key of a node': (value) => ({ nodes: [{ node: 'g14', containers: [], agent: { token: value } }] }),
  'an error': (value) => ({ nodes: [{ node: 'g14', outcome: 'failed', error: `x://u:${value}@h refused` }] }),
  'an error that is an object': (value) => ({
    nodes: [{ node: 'g14', outcome: 'failed', error: { env: { A: value } } }],
  }),
  'an entry that is none': (value) => ({ roster: [{ env: { A: value } }], nodes: [] }),
  'a container that is none': (value) => ({
    nodes: [{ node: 'g14', containers: [`PASSWORD=${value}`, { name: `x://u:${value}@h`.length }] }],
  }),
  'a node that is none': (value) => ({ nodes: [{ node: 'g14', containers: `x://u:${value}@h` }] }),
  'a roster that is none': (value) => ({ roster: `x://u:${value}@h`, nodes: [] }),
  'an outcome that is none': (value) => ({ nodes: [{ node: 'g14', outcome: `token=${value}`, containers: [] }] }),
  'a time that is none': (value) => ({ at: `token=${value}`, nodes: [] }),
  'an address that is none': (value) => ({ nodes: [{ node: 'g14', address: `x://u:${value}@h`, containers: [] }] }),
  'the address of a name': (value) => ({ roster: [{ name: 'db.internal', address: `x://u:${value}@h` }], nodes: [] }),
};

describe('no secret reaches the disk or a message', () => {
  test.each(Object.keys(specs))('from %s of a container', (what) => {
    fc.assert(
      fc.property(secret, fc.boolean(), (value, lone) => {
        const recorder = recorderAtWork();
        const declaration = { node: 'g14', containers: [{ name: 'web', ...specs[what]?.(value) }] };

        const recorded = recorder.record(recorder.write('a.json', lone ? declaration : { nodes: [declaration] }));

        expect(recorder.passes()).toHaveLength(1);
        expectNowhere(value, recorder, recorded);
      }),
      { numRuns: 2 },
    );
  });

  test.each(Object.keys(documents))('from %s of a pass', (what) => {
    fc.assert(
      fc.property(secret, (value) => {
        const recorder = recorderAtWork();

        const recorded = recorder.record(recorder.write('a.json', documents[what]?.(value)));

        expect(recorder.passes()).toHaveLength(1);
        expectNowhere(value, recorder, recorded);
      }),
      { numRuns: 2 },
    );
  });

  test.each<[string, (value: string) => unknown]>([
    ['half a document', (value) => `{"nodes": [{"node": "g14", "env": {"A": "${value}`],
    ['a document with a fault', (value) => `{"password": "${value}" "nodes": []}`],
    ['a fault next to a secret', (value) => `{"env": {"A": "x", ${value}}}`],
    ['another format', (value) => `PASSWORD=${value}\n`],
    ['a URL that is cut off in the message', (value) => `x://user:${value}${'y'.repeat(60)}@host\n`],
    ['an unknown document', (value) => ({ [`token=${value}`]: 1 })],
    ['nodes of another shape', (value) => ({ nodes: `token=${value}` })],
  ])('from %s that cannot be read', (_what, content) => {
    fc.assert(
      fc.property(secret, (value) => {
        const recorder = recorderAtWork();
        recorder.record(recorder.write('a.json', { nodes: [{ node: 'g14', containers: [] }] }));

        const recorded = recorder.record(recorder.write('b.json', content(value)));

        expect(recorded).toMatchObject([{ kind: 'unreadable', appended: { number: 2 } }]);
        expectNowhere(value, recorder, recorded);
      }),
      { numRuns: 2 },
    );
  });

  test('from docker inspect', () => {
    fc.assert(
      fc.property(secret, (value) => {
        const recorder = recorderAtWork();
        const container = {
          Id: 'f'.repeat(64),
          Name: '/web',
          Path: 'serve',
          Args: ['--password', value],
          Config: { Env: [`A=${value}`], Cmd: ['serve', `--token=${value}`], Labels: { 'x.password': value } },
          HostConfig: { ExtraHosts: [`token:${value}`], LogConfig: { Config: { 'splunk-token': value } } },
        };

        const recorded = recorder.record(recorder.write('a.json', [container]));

        expect(recorder.passes()).toHaveLength(1);
        expectNowhere(value, recorder, recorded);
      }),
      { numRuns: 2 },
    );
  });

  test('from a hosts file, a status, a standard error, a flag or the name of a file', () => {
    fc.assert(
      fc.property(secret, (value) => {
        const recorder = recorderAtWork();
        recorder.write(`token=${value}.status`, '1');
        recorder.write(`token=${value}.stderr`, `x://u:${value}@h refused`);
        recorder.write('odd.status', `token=${value}`);
        const circumstances = { trigger: `--token ${value}`, standardError: `password: ${value}`, exitStatus: 1 };

        const recorded = [
          ...recorder.record(recorder.write(`token=${value}.hosts`, `192.0.2.1 a.internal # token=${value}\n`)),
          ...recorder.record(recorder.write('b.hosts', `192.0.2.1 b.internal\nx://u:${value}@h c.internal\n`), {
            circumstances,
          }),
          ...recorder.record(recorder.write('c', ''), { circumstances }),
          ...recorder.record(recorder.write('odd.json', '{}')),
          ...recorder.record(join(recorder.folder, `token=${value}`, 'none')),
        ];

        expect(recorder.passes()).toHaveLength(5);
        expectNowhere(value, recorder, recorded);
      }),
      { numRuns: 2 },
    );
  });

  test('and a secret that changed shows as a change all the same', () => {
    const recorder = recorderAtWork();
    const input = (pass: number, value: string) =>
      recorder.write('a.json', { pass, nodes: [{ node: 'g14', containers: [{ name: 'web', env: { A: value } }] }] });

    for (const [pass, value] of [
      [1, 'hunter2'],
      [2, 'hunter2'],
      [3, 'hunter3'],
      [4, 'hunter2'],
    ] as const) {
      recorder.record(input(pass, value));
    }

    const digests = recorder.passes().map(({ state }) => state.nodes.get('g14')?.digest);
    expect(digests[1]).toBe(digests[0]);
    expect(digests[2]).not.toBe(digests[0]);
    expect(digests[3]).toBe(digests[0]);
  });
});
