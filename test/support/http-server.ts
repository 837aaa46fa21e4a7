import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as a server of a test saw it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server that runs until the test ends. */
export interface TestServer {
  readonly origin: string;
  readonly asked: readonly Asked[];
  readonly server: Server;
}

/** Opens a server on a free port of this machine. Each request is read whole before it is answered. */
export async function openTestServer(
  answer: (asked: Asked, response: ServerResponse, index: number) => void,
): Promise<TestServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
    answer(one, response, asked.push(one) - 1);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server };
}
