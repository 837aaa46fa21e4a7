import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isLoopback, listenOnPort, originOf } from '../../../../src/recorder/watch/listener/listener-port.ts';
import type { SourceError } from '../../../../src/recorder/watch/source-error.ts';

function server(): Server {
  const one = createServer();
  onTestFinished(() => void one.close());
  return one;
}

async function faultOf(host: string, port: number): Promise<unknown> {
  return listenOnPort(server(), host, port).then(
    () => 'no fault',
    ({ message, hint }: SourceError) => ({ message, hint }),
  );
}

test('a port that is in use cannot be listened on', async () => {
  const { port } = await listenOnPort(server(), '127.0.0.1', 0);

  expect(await faultOf('127.0.0.1', port)).toEqual({
    message: `port ${port} of "127.0.0.1" is in use: expected a free one`,
    hint: `ss -ltnp 'sport = :${port}'`,
  });
});

test('nor can one of another machine, or of one that is not known', async () => {
  expect(await faultOf('192.0.2.1', 7412)).toEqual({
    message: '"192.0.2.1" is no address of this machine',
    hint: '127.0.0.1:7412',
  });
  expect(await faultOf('nowhere.invalid', 7412)).toEqual({
    message: 'the host "nowhere.invalid" is not known: expected an address of this machine',
    hint: '127.0.0.1:7412',
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.0.2.1', false],
])('%s is of this machine alone: %s', (address, loopback) => {
  expect(isLoopback(address)).toBe(loopback);
});

test('an address of IPv6 stands in brackets', () => {
  expect([originOf({ address: '::1', port: 7412 }), originOf({ address: '127.0.0.1', port: 7412 })]).toEqual([
    'http://[::1]:7412',
    'http://127.0.0.1:7412',
  ]);
});
