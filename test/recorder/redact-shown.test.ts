import { describe, expect, test } from 'vitest';
import { redactJson } from '../../src/recorder/redact-json.ts';
import { redactionPolicy } from '../../src/recorder/redact-policy.ts';
import { redactText } from '../../src/recorder/redact-text.ts';
import type { Json } from '../../src/roster/index.ts';
import { type RecorderAtWork, recorderAtWork } from '../support/temporary-inputs.ts';
import { plainDigest } from './plain-digest.ts';

const policy = redactionPolicy(plainDigest, ['TZ', 'env.LOG_*', 'DATABASE_URL', '*.max_tokens', 'MAX_TOKENS']);
const x = plainDigest('x');

describe('what is shown', () => {
  test.each<[Json, Json]>([
    [{ env: { TZ: 'UTC', A: 'x', LOG_LEVEL: 'debug' } }, { env: { TZ: 'UTC', A: x, LOG_LEVEL: 'debug' } }],
    [{ environment: { TZ: 'UTC', LOG_LEVEL: 'x' } }, { environment: { TZ: 'UTC', LOG_LEVEL: x } }],
    [{ env: ['TZ=UTC', 'A=x', 'LOG_LEVEL=debug'] }, { env: ['TZ=UTC', `A=${x}`, 'LOG_LEVEL=debug'] }],
    [
      {
        env: [
          { name: 'TZ', value: 'UTC' },
          { name: 'LOG_LEVEL', value: 'debug' },
          { name: 'A', value: 'x' },
        ],
      },
      {
        env: [
          { name: 'TZ', value: 'UTC' },
          { name: 'LOG_LEVEL', value: 'debug' },
          { name: 'A', value: x },
        ],
      },
    ],
    [{ env: { TZ: 1, A: null } }, { env: { TZ: 1, A: null } }],
    [{ model: { max_tokens: 4096, token: 'x' } }, { model: { max_tokens: 4096, token: x } }],
    [{ options: [{ name: 'MAX_TOKENS', value: '9' }] }, { options: [{ name: 'MAX_TOKENS', value: '9' }] }],
    [
      ['-e', 'TZ=UTC', '-e', 'A=x', '--MAX_TOKENS', '9'],
      ['-e', 'TZ=UTC', '-e', `A=${x}`, '--MAX_TOKENS', '9'],
    ],
    ['{"env":{"TZ":"UTC"}}', '{"env":{"TZ":"UTC"}}'],
    [
      ['sh', '-c', 'TZ=UTC A1=x run'],
      ['sh', '-c', `TZ=UTC A1=${x} run`],
    ],
  ])('%j is %j', (value, redacted) => {
    expect(redactJson(value, policy)).toEqual(redacted);
  });

  test('in a text too', () => {
    expect(redactText('serve --MAX_TOKENS 9 --token x', policy)).toBe(`serve --MAX_TOKENS 9 --token ${x}`);
    expect(redactText('MAX_TOKENS=9 API_TOKEN=x', policy)).toBe(`MAX_TOKENS=9 API_TOKEN=${x}`);
    expect(redactText('export TZ=UTC DSN=x', policy)).toBe(`export TZ=UTC DSN=${x}`);
  });

  test('is still searched for credentials', () => {
    expect(redactJson({ env: { DATABASE_URL: 'postgres://me:x@db/app', TZ: 'token=x' } }, policy)).toEqual({
      env: { DATABASE_URL: `postgres://me:${x}@db/app`, TZ: `token=${x}` },
    });
  });
});

describe('another list than before', () => {
  const input = ({ write }: RecorderAtWork, pass: number) =>
    write('a.json', { pass, nodes: [{ node: 'g14', containers: [{ name: 'web', env: { TZ: 'UTC', A: 'x' } }] }] });
  const problems = ({ passes }: RecorderAtWork) => passes().map((pass) => pass.problems.map(({ code }) => code));

  test('is told by the first pass under it, in which each value that is shown now looks changed', () => {
    const recorder = recorderAtWork();
    const shown = [undefined, ['TZ'], ['TZ', 'TZ'], ['B', 'TZ'], ['TZ', 'B'], []];

    for (const [index, show] of shown.entries()) recorder.record(input(recorder, index + 1), show ? { show } : {});

    expect(problems(recorder)).toEqual([
      [],
      ['shown-keys-changed'],
      [],
      ['shown-keys-changed'],
      [],
      ['shown-keys-changed'],
    ]);
    const values = recorder.passes().map(({ state }) => state.nodes.get('g14')?.containers.get('web')?.spec.value.env);
    expect(values[1]).toEqual({ TZ: 'UTC', A: expect.stringMatching(/^hmac:/) });
    expect(values[5]).toEqual(values[0]);
  });

  test('is none where nothing is said: the list of the store goes on', () => {
    const recorder = recorderAtWork();
    recorder.record(input(recorder, 1), { show: ['TZ'] });

    recorder.record(input(recorder, 2));

    expect(problems(recorder)).toEqual([[], []]);
    expect(recorder.passes()[1]?.state).toEqual(recorder.passes()[0]?.state);
  });

  test('is none for a store that is new', () => {
    const recorder = recorderAtWork();

    recorder.record(input(recorder, 1), { show: ['TZ'] });
    recorder.record(input(recorder, 2), { show: ['TZ'] });

    expect(problems(recorder)).toEqual([[], []]);
  });

  test('is not forgotten when the next pass is no news', () => {
    const recorder = recorderAtWork();
    recorder.record(input(recorder, 1));

    const quiet = recorder.write('b.json', { pass: 1, nodes: [{ node: 'g14', containers: [] }] });
    recorder.record(recorder.write('c.json', { pass: 2, nodes: [] }));
    recorder.record(recorder.write('c.json', { pass: 2, nodes: [] }), { show: ['TZ'] });
    recorder.record(quiet, { show: ['TZ'] });

    expect(problems(recorder)).toEqual([[], [], expect.arrayContaining(['shown-keys-changed'])]);
  });
});
