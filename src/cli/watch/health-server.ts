import { UserError } from '../user-error.ts';
import type { Metrics } from './metrics.ts';

/** How a watch fares, for a probe. */
export interface Health {
  readonly ok: boolean;
  readonly lastPass: { readonly number: number; readonly recordedAt: string } | null;
  readonly away: readonly string[];
  readonly store: string | null;
}

/** Serves `/metrics` and `/healthz` at `HOST:PORT`. Throws {@link UserError} where it cannot. */
export async function serveHealth(
  text: string,
  metrics: Metrics,
  health: () => Health,
): Promise<{ readonly address: string; close(): Promise<void> }> {
  const { host, port } = /^(?<host>\[[\da-f:.]+\]|[\w.-]+)?:(?<port>\d{1,5})$/i.exec(text)?.groups ?? {};
  if (port === undefined || Number(port) > 65_535) {
    throw new UserError(`--metrics "${text}" is no address: expected HOST:PORT`, { hint: '--metrics 127.0.0.1:9912' });
  }
  const [{ Hono }, { serve }] = await Promise.all([import('hono'), import('@hono/node-server')]);
  const app = new Hono();
  app.get('/metrics', async (context) => {
    const { text: body, contentType } = await metrics.text();
    return context.body(body, 200, { 'content-type': contentType });
  });
  app.get('/healthz', (context) => {
    const state = health();
    return context.json(state, state.ok ? 200 : 503);
  });
  const hostname = (host ?? '127.0.0.1').replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname, port: Number(port) }, (bound) => {
      resolve({
        address: `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      });
    });
    server.on('error', (cause: Error) =>
      reject(
        new UserError(`metrics cannot be served at ${text}: ${cause.message.replace(/^[a-z]+ [A-Z]+: /, '')}`, {
          hint: '--metrics 127.0.0.1:9912',
          cause,
        }),
      ),
    );
  });
}
