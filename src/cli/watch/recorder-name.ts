import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer, type Server } from 'node:net';

/** A name under which one recorder alone writes down when it runs. */
export interface RecorderName {
  readonly name: string;
  release(): void;
}

const mostTries = 64;

/**
 * Takes the name that is wanted, or, where another process uses it on the same store, that name with a number. Two recorders
 * of one name would each take what the other does for their own past: that one ends would be a gap in what the other recorded.
 *
 * The name is held as a socket in Linux's abstract namespace (unix(7)), which goes with its process however that ends. Where
 * there is no such thing, the name is taken as it is.
 */
export async function takeRecorderName(store: string, wanted: string): Promise<RecorderName> {
  const place = realpathSync(store);
  for (let number = 1; number <= mostTries; number += 1) {
    const name = number === 1 ? wanted : `${wanted} (${number})`;
    const held = await hold(`${place}\0${name}`);
    if (held !== 'taken') return { name, release: () => held?.close() };
  }
  return { name: wanted, release: () => {} };
}

/** What holds a text for this process; null where that cannot be had. */
function hold(text: string): Promise<Server | 'taken' | null> {
  const digest = createHash('sha256').update(text).digest('hex');
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRINUSE' ? 'taken' : null));
    server.listen(`\0roster-history-${digest}`, () => resolve(server));
  });
}
