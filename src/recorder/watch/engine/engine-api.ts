import { isJsonObject } from '../../../roster/index.ts';
import { type BodyFault, readBody } from '../bounded-body.ts';
import { containerActions } from './engine-event.ts';
import { brokenOff, connectionFault, EngineFault } from './engine-fault.ts';
import type { EngineName } from './engine-socket.ts';

/** Where an engine is, and how long and how large its answers may be. */
export interface EngineApiSettings {
  readonly engine: EngineName;
  readonly socket: string;
  readonly timeLimitMs: number;
  readonly sizeLimitBytes: number;
}

/** A container as the engine lists it. */
export interface ListedContainer {
  readonly id: string;
  readonly name: string;
}

/** What is asked of an engine over its socket. Everything rejects with an {@link EngineFault}. */
export interface EngineApi {
  /** Opens the events of containers since an instant of the engine's clock, those to come included. It ends when the engine does. */
  subscribe(sinceMs: number, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
  /** All containers, those that do not run included. */
  list(signal: AbortSignal): Promise<ListedContainer[]>;
  /** The inspection of a container as the engine wrote it, a JSON object; null where the container is gone. */
  inspect(id: string, signal: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * The version of docker's API that is asked for where an engine knows it, so that an update of the engine does not change
 * what it tells of containers that stay as they are. Docker 29 knows none before it.
 */
const preferredVersion = [1, 44] as const;

/** Opens the API of an engine that need not be there yet. Docker's API, which podman speaks too: https://docs.docker.com/reference/api/engine/ */
export async function openEngineApi(settings: EngineApiSettings): Promise<EngineApi> {
  const { engine, socket, timeLimitMs, sizeLimitBytes } = settings;
  const { Agent } = await import('undici');
  const agent = new Agent({ connect: { socketPath: socket, timeout: timeLimitMs }, headersTimeout: timeLimitMs });
  let prefix = '';

  async function ask(path: string, signal: AbortSignal) {
    try {
      const answer = await agent.request({ origin: 'http://localhost', path, method: 'GET', bodyTimeout: 0, signal });
      // what breaks off after it was read, or given up, is no news
      answer.body.on('error', () => {});
      const { statusCode: status, body } = answer;
      if (status === 200) return body;
      const said = await readBody(body, { limitBytes: 64 * 1024, idleMs: timeLimitMs }).catch(() => null);
      body.destroy();
      throw new EngineFault('refused', `${plain(path)} was answered with ${status}${messageOf(said)}`, { status });
    } catch (error) {
      throw connectionFault(engine, socket, error);
    }
  }

  async function read(path: string, signal: AbortSignal): Promise<string> {
    const body = await ask(path, signal);
    try {
      return (await readBody(body, { limitBytes: sizeLimitBytes, idleMs: timeLimitMs })).toString('utf8');
    } catch (error) {
      body.destroy();
      if (signal.aborted) throw connectionFault(engine, socket, signal.reason);
      const { kind, message } = error as BodyFault;
      if (kind === 'broken-off') throw brokenOff(engine, socket, error);
      throw new EngineFault(kind === 'stalled' ? 'silent' : 'refused', `${plain(path)}: ${message}`, { cause: error });
    }
  }

  async function readJson(path: string, signal: AbortSignal): Promise<{ text: string; json: unknown }> {
    const text = await read(path, signal);
    try {
      return { text, json: JSON.parse(text) };
    } catch {
      throw new EngineFault('refused', `${plain(path)} gave no JSON`);
    }
  }

  async function negotiate(signal: AbortSignal): Promise<string> {
    try {
      const { json } = await readJson('/version', signal);
      return versionPrefix(json);
    } catch (fault) {
      // what stands between us and the engine may hide its version; every engine knows paths without one
      if (fault instanceof EngineFault && fault.kind === 'refused') return '';
      throw fault;
    }
  }

  return {
    async subscribe(sinceMs, signal) {
      prefix = await negotiate(signal);
      const filters = encodeURIComponent(JSON.stringify({ type: ['container'], event: containerActions }));
      return ask(`${prefix}/events?since=${(sinceMs / 1000).toFixed(3)}&filters=${filters}`, signal);
    },
    async list(signal) {
      const { json } = await readJson(`${prefix}/containers/json?all=1`, signal);
      if (!Array.isArray(json)) throw new EngineFault('refused', `${prefix}/containers/json gave no list`);
      return json.map(listedContainer);
    },
    async inspect(id, signal) {
      try {
        const { text, json } = await readJson(`${prefix}/containers/${encodeURIComponent(id)}/json`, signal);
        if (!isJsonObject(json)) throw new EngineFault('refused', 'no JSON object');
        return text;
      } catch (fault) {
        if (fault instanceof EngineFault && fault.status === 404) return null;
        throw fault;
      }
    },
    close: () => agent.destroy(),
  };
}

/** The version to ask for, out of what an engine says that it knows. */
function versionPrefix(version: unknown): string {
  if (!isJsonObject(version)) return '';
  const newest = parseVersion(version.ApiVersion);
  if (newest === null) return '';
  const oldest = parseVersion(version.MinAPIVersion) ?? preferredVersion;
  const wanted = isBefore(preferredVersion, oldest) ? oldest : preferredVersion;
  const [major, minor] = isBefore(newest, wanted) ? newest : wanted;
  return `/v${major}.${minor}`;
}

function parseVersion(text: unknown): readonly [number, number] | null {
  const found = typeof text === 'string' ? /^(\d+)\.(\d+)$/.exec(text) : null;
  return found && [Number(found[1]), Number(found[2])];
}

function isBefore(one: readonly [number, number], other: readonly [number, number]): boolean {
  return one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);
}

function listedContainer(row: unknown): ListedContainer {
  if (!isJsonObject(row) || typeof row.Id !== 'string') {
    throw new EngineFault('refused', 'the list holds something that is no container: expected objects with "Id"');
  }
  const [name] = Array.isArray(row.Names) ? row.Names : [];
  return { id: row.Id, name: typeof name === 'string' ? name.replace(/^\//, '') : row.Id.slice(0, 12) };
}

/** A path for messages: without its query, and with no more of an id than a person would write. */
function plain(path: string): string {
  return path.replace(/\?.*/, '').replace(/([0-9a-f]{12})[0-9a-f]{52}/, '$1');
}

/** What an engine says of its refusal: `{"message": …}`. */
function messageOf(body: Buffer | null): string {
  if (body === null) return '';
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    return isJsonObject(json) && typeof json.message === 'string' ? `: ${json.message.slice(0, 200).trim()}` : '';
  } catch {
    return '';
  }
}
