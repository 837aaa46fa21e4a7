import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-store.ts';

/** How a request is answered otherwise than an engine would. */
export type Answer = { readonly status: number; readonly body: string } | 'never' | 'torn' | undefined;

/** A small HTTP server at a socket that answers as a docker engine does, until the test ends. */
export interface EngineServer {
  readonly socket: string;
  /** The paths that were asked for, queries included. */
  readonly requests: readonly string[];
  /** How many listen to the events. */
  readonly listeners: ReadonlySet<ServerResponse>;
  /** Decides on the answer to a path; what it leaves undefined is answered as an engine would. */
  answer: (path: string) => Answer | Promise<Answer>;
  /** What `/version` says. */
  version: Readonly<Record<string, string>>;
  create(name: string, hosts?: readonly string[]): void;
  destroy(name: string): void;
  /** Sends bytes to whoever listens to the events. */
  send(bytes: string | Uint8Array): void;
  /** Resolves when somebody listens to the events. */
  heard(): Promise<void>;
  /** Breaks every connection off; `open` listens again. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** One event as docker writes it, with its end of line. */
export function eventLine(action: string, name: string, at = Date.now()): string {
  const actor = { ID: 'f'.repeat(64), Attributes: { name, image: 'busybox', 'mesh.token': 'kite-Marble-73' } };
  const event = { status: action, Type: 'container', Action: action, Actor: actor, scope: 'local' };
  return `${JSON.stringify({ ...event, time: Math.floor(at / 1000), timeNano: at * 1e6 })}\n`;
}

/** Opens an {@link EngineServer} without containers. */
export async function openEngineServer({ closed = false } = {}): Promise<EngineServer> {
  const socket = join(temporaryFolder(), 'engine.sock');
  const containers = new Map<string, Record<string, unknown>>();
  const requests: string[] = [];
  const listeners = new Set<ServerResponse>();
  const waiting: (() => void)[] = [];
  let made = 0;
  let server: Server;

  const engine: EngineServer = {
    socket,
    requests,
    listeners,
    answer: () => undefined,
    version: { ApiVersion: '1.41', MinAPIVersion: '1.12' },
    create(name, hosts = []) {
      made += 1;
      containers.set(name, inspection(name, String(made).padStart(64, '0'), hosts));
      engine.send(eventLine('create', name));
    },
    destroy(name) {
      containers.delete(name);
      engine.send(eventLine('destroy', name));
    },
    send(bytes) {
      for (const listener of listeners) listener.write(bytes);
    },
    async heard() {
      if (listeners.size === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async open() {
      server = createServer((request, response) => void answer(request.url ?? '', response));
      await new Promise<void>((resolve) => server.listen(socket, resolve));
    },
  };

  async function answer(path: string, response: ServerResponse): Promise<void> {
    requests.push(path);
    const given = await engine.answer(path);
    if (given === 'never') return;
    if (given === 'torn') {
      response.write('{"Id":');
      setImmediate(() => response.destroy());
      return;
    }
    const { status, body } = given ?? route(path.replace(/^\/v[\d.]+/, ''));
    response.statusCode = status;
    if (body === null) {
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      response.flushHeaders();
      for (const wake of waiting.splice(0)) wake();
    } else response.end(body);
  }

  /** A body of null is that of the events, which does not end. */
  function route(path: string): { status: number; body: string | null } {
    if (path === '/version') return { status: 200, body: JSON.stringify(engine.version) };
    if (path.startsWith('/events?')) return { status: 200, body: null };
    const all = [...containers.values()];
    if (path === '/containers/json?all=1') {
      return { status: 200, body: JSON.stringify(all.map(({ Id, Name }) => ({ Id, Names: [Name] }))) };
    }
    const found = all.find(({ Id }) => path === `/containers/${Id}/json`);
    return found
      ? { status: 200, body: JSON.stringify(found) }
      : { status: 404, body: '{"message":"no such container"}' };
  }

  onTestFinished(() => engine.close());
  if (!closed) await engine.open();
  else server = createServer();
  return engine;
}

function inspection(name: string, id: string, hosts: readonly string[]): Record<string, unknown> {
  return {
    Id: id,
    Name: `/${name}`,
    State: { Status: 'running' },
    Config: { Image: 'busybox', Env: ['SESSION=kite-Marble-73'], Labels: {} },
    HostConfig: { ExtraHosts: hosts },
  };
}
