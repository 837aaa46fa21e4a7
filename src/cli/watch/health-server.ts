import { UserError } from '../user-error.ts';
import { parseHealthAddress } from './health-address.ts';
import type { Metrics } from './metrics.ts';

/** How a watch fares, for a probe. */
export interface Health {
  /** Whether what comes can be recorded. That a source is away is no fault of the watch. */
  readonly ok: boolean;
  readonly lastPass: { readonly number: number; readonly recordedAt: string } | null;
  readonly away: readonly string[];
  /** Why nothing can be recorded; null where it can. */
  readonly store: string | null;
}

/** A server of metrics that runs until it is closed. */
export interface HealthServer {
  /** Where it listens, as the beginning of a URL. */
  readonly address: string;
  close(): Promise<void>;
}

/** Serves `/metrics` and `/healthz` at `HOST:PORT`. Throws {@link UserError} where it cannot. */
export async function serveHealth(text: string, metrics: Metrics, health: () => Health): Promise<HealthServer> {
  const { host, port } = parseHealthAddress('--metrics', text);
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
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }, (bound) => {
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
          hint: '127.0.0.1:9912',
          cause,
        }),
      ),
    );
  });
}
