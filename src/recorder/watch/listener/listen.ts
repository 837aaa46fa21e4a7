import { createServer, type Server } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Feed, RunningSource } from '../feed.ts';
import { SourceError } from '../source-error.ts';
import { isLoopback, listenOnPort, originOf } from './listener-port.ts';
import { addPushRoutes, type PushSettings } from './listener-routes.ts';
import { listenOnSocketFile } from './listener-socket-file.ts';

/** Where and how passes are pushed. */
export interface ListenerSettings extends PushSettings {
  readonly at:
    | { readonly kind: 'unix'; readonly path: string }
    | { readonly kind: 'tcp'; readonly host: string; readonly port: number };
}

/**
 * Listens for passes that the controller pushes with HTTP, `POST /passes`. What is answered with 201 is on the disk. Whoever
 * connects by TCP must bear the token; a Unix socket is open to its owner only. Rejects with a {@link SourceError} where
 * it cannot listen.
 */
export async function listenForPasses(
  settings: ListenerSettings,
  feed: Feed,
): Promise<RunningSource & { readonly address: string }> {
  const { at, token } = settings;
  if (at.kind === 'tcp' && token === null) {
    throw new SourceError(
      `listening on "${at.host}:${at.port}" needs a token: anybody on this machine can connect to a port`,
      {
        hint: 'openssl rand -hex 32 > token, and name that file; or listen on unix:/run/roster-history.sock',
      },
    );
  }
  if (token === '') throw new SourceError('the token is empty', { hint: 'openssl rand -hex 32 > token' });
  const label = at.kind === 'unix' ? `unix:${at.path}` : `${at.host}:${at.port}`;
  const server = await openServer(label, settings, feed);
  const close = closer(server);
  const listening = () =>
    server.on('error', ({ message }) => feed.notice(`a connection could not be taken: ${message}`));
  if (at.kind === 'unix') {
    await listenOnSocketFile(server, at.path);
    listening();
    return { label, address: label, close };
  }
  const bound = await listenOnPort(server, at.host, at.port);
  listening();
  const address = originOf(bound);
  if (!isLoopback(bound.address)) {
    feed.notice(`${address} can be reached from other machines, and the token crosses the network unencrypted`);
  }
  // the port may have been left to the system
  return { label: `${at.host}:${bound.port}`, address, close };
}

async function openServer(label: string, settings: PushSettings, feed: Feed): Promise<Server> {
  const [{ getRequestListener }, { Hono }] = await Promise.all([import('@hono/node-server'), import('hono')]);
  const app = new Hono<{ Bindings: HttpBindings }>();
  addPushRoutes(app, label, settings, feed);
  const listener = getRequestListener(app.fetch, {
    hostname: 'localhost',
    overrideGlobalObjects: false,
    errorHandler: (fault) => Response.json({ error: (fault as Error).message }, { status: 400 }),
  });
  const server = createServer({ headersTimeout: Math.min(settings.idleMs, 60_000), connectionsCheckingInterval: 1000 });
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  // the routes say when a body may come
  server.on('checkContinue', (incoming, outgoing) => void listener(incoming, outgoing));
  return server;
}

/** Makes what closes a server: requests that have come are answered, and every connection that is idle by then is closed. */
function closer(server: Server): () => Promise<void> {
  let running = 0;
  let closing = false;
  const count = (_incoming: unknown, outgoing: NodeJS.EventEmitter & { shouldKeepAlive: boolean }) => {
    running += 1;
    outgoing.once('close', () => {
      running -= 1;
      if (closing && running === 0) server.closeAllConnections();
    });
  };
  server.on('request', count).on('checkContinue', count);
  return () =>
    new Promise((accept) => {
      closing = true;
      server.close(() => accept());
      if (running === 0) server.closeAllConnections();
    });
}
