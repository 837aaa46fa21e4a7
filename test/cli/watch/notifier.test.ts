import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openNotifier } from '../../../src/cli/watch/notifier.ts';
import { openTestServer } from '../../support/http-server.ts';
import { temporaryFolder } from '../run.ts';

function notifierAtWork(notify: { exec: string | null; webhook: string | null }) {
  const sent: [string, string | null][] = [];
  const notifier = openNotifier({
    notify: () => notify,
    env: { PATH: process.env.PATH },
    wait: async () => {},
    sent: (target, error) => void sent.push([target, error]),
  });
  return { ...notifier, sent, notify };
}

test('events are sent one after the other, to the command and to the webhook', async () => {
  const file = join(temporaryFolder(), 'told');
  const hook = await openTestServer((_asked, response) => response.writeHead(202).end());
  const exec = `printf '%s %s; ' "$ROSTER_HISTORY_EVENT" "$ROSTER_HISTORY_NAMES" >> ${file}`;
  const { send, settle, sent } = notifierAtWork({ exec, webhook: hook.origin });

  send({ event: 'flap-started', names: ['a', 'b'] });
  send({ event: 'flap-settled', names: ['a', 'b'] });
  await settle();

  expect(readFileSync(file, 'utf8')).toBe('flap-started a b; flap-settled a b; ');
  expect(hook.asked.map(({ body }) => JSON.parse(body).event)).toEqual(['flap-started', 'flap-settled']);
  expect(sent).toEqual([
    ['exec', null],
    ['webhook', null],
    ['exec', null],
    ['webhook', null],
  ]);
});

test('who is told may change, and nobody need be', async () => {
  const { send, settle, sent, notify } = notifierAtWork({ exec: null, webhook: null });
  send({ event: 'a' });
  await settle();
  expect(sent).toEqual([]);

  notify.exec = 'exit 4';
  send({ event: 'b' });
  await settle();

  expect(sent).toEqual([['exec', 'exit status 4']]);
});

test('one that cannot even be written holds up nothing', async () => {
  const { send, settle, sent } = notifierAtWork({ exec: 'true', webhook: null });
  const endless: { self?: object } = {};
  endless.self = endless;

  send(endless);
  send({ event: 'b' });
  await settle();

  expect(sent).toEqual([
    ['exec', expect.stringContaining('circular')],
    ['exec', null],
  ]);
});
