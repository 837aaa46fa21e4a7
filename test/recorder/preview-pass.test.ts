import { expect, test } from 'vitest';
import { previewPass } from '../../src/recorder/index.ts';
import { failed, passDraft, planned } from '../roster/builders.ts';

const draft = passDraft({
  reports: [
    planned('novox', {
      containers: [
        {
          id: 'mesh/web',
          spec: { image: 'web:1', env: { LOG_LEVEL: 'info', PASSWORD: 'a' }, command: ['--token', 'b'] },
        },
        { id: 'mesh/api', spec: { env: { PASSWORD: 'c' } } },
      ],
    }),
    planned('ace', { containers: null }),
    failed('g14', 'unreachable'),
  ],
});

test('a preview says where secrets stand, and in how many containers', () => {
  expect([...previewPass(draft, []).redacted]).toEqual([
    ['env.LOG_LEVEL', 1],
    ['env.PASSWORD', 2],
    ['command[1]', 1],
  ]);
  expect([...previewPass(draft, ['LOG_LEVEL']).redacted.keys()]).toEqual(['env.PASSWORD', 'command[1]']);
});

test('a preview holds no secret, and digests of a key of its own', () => {
  const [one, other] = [previewPass(draft, []), previewPass(draft, [])].map(({ draft: { reports } }) => reports[0]);

  expect(JSON.stringify(one)).toMatch(/"PASSWORD":"hmac:[0-9a-f]{32}"/);
  expect(JSON.stringify(one)).not.toBe(JSON.stringify(other));
});
