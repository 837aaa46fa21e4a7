import { request } from 'node:http';

/** The status that a push is answered with, and the body; status 0 where the connection broke. */
export interface Pushed {
  readonly status: number;
  readonly body: string;
}

/** Pushes a pass to a recorder that listens on a socket, as curl would. */
export function push(socketPath: string, text: string): Promise<Pushed> {
  return new Promise((resolve) => {
    const broken = () => resolve({ status: 0, body: '' });
    const outgoing = request({ socketPath, path: '/passes', method: 'POST', agent: false }, (incoming) => {
      let body = '';
      incoming.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body })).on('error', broken);
    });
    outgoing.on('error', broken).end(text);
  });
}
