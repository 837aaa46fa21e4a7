import { expect, onTestFinished, test } from 'vitest';
import { parseHealthAddress } from '../../../src/cli/watch/health-address.ts';
import { type Health, serveHealth } from '../../../src/cli/watch/health-server.ts';
import { openMetrics } from '../../../src/cli/watch/metrics.ts';

async function served(at = '127.0.0.1:0', health: Partial<Health> = {}) {
  const metrics = await openMetrics({
    flapping: () => 2,
    away: () => 0,
    storeFailing: () => true,
    lastPassAt: () => 5000,
    storeBytes: () => 4096,
    now: () => 8000,
  });
  const server = await serveHealth(at, metrics, () => ({ ok: true, lastPass: null, away: [], store: null, ...health }));
  onTestFinished(() => server.close());
  return server;
}

test('metrics are served as Prometheus reads them', async () => {
  const { address } = await served();

  const answer = await fetch(`${address}/metrics`);

  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  for (const line of ['flapping_names 2', 'store_failing 1', 'store_bytes 4096', 'last_pass_age_seconds 3'])
    expect(text).toContain(`\nroster_history_${line}\n`);
});

test('health is 200 while passes can be recorded, though a source is away, and 503 while they cannot', async () => {
  const well = await served('[::1]:0', { away: ['a'], lastPass: { number: 7, recordedAt: '2026-03-01T10:00:00Z' } });
  const ill = await served(':0', { ok: false, store: 'the disk is full' });

  const [first, second] = [await fetch(`${well.address}/healthz`), await fetch(`${ill.address}/healthz`)];

  expect([first.status, await first.json()]).toEqual([
    200,
    { ok: true, lastPass: { number: 7, recordedAt: '2026-03-01T10:00:00Z' }, away: ['a'], store: null },
  ]);
  expect([second.status, await second.json()]).toEqual([
    503,
    { ok: false, lastPass: null, away: [], store: 'the disk is full' },
  ]);
});

test('a port that is taken is the user’s to change', async () => {
  const { address } = await served();
  const taken = address.replace('http://', '');

  await expect(served(taken)).rejects.toMatchObject({
    name: 'UserError',
    message: `metrics cannot be served at ${taken}: address already in use ${taken}`,
    hint: '127.0.0.1:9912',
  });
});

test.each([
  ['127.0.0.1:9912', { host: '127.0.0.1', port: 9912 }],
  ['[::1]:9912', { host: '::1', port: 9912 }],
  [':9912', { host: '127.0.0.1', port: 9912 }],
  ['mesh-host:0', { host: 'mesh-host', port: 0 }],
])('"%s" is an address', (text, address) => {
  expect(parseHealthAddress('--metrics', text)).toEqual(address);
});
