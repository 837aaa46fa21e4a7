import type { EngineName } from './engine-socket.ts';

/** Whether nobody was there, somebody did not answer in time, or the answer is not what was asked for. */
export type EngineFaultKind = 'unreachable' | 'silent' | 'refused';

/** What an engine was asked and did not tell. Nothing that a container holds is in its words. */
export class EngineFault extends Error {
  override readonly name = 'EngineFault';
  readonly kind: EngineFaultKind;
  /** The HTTP status of the answer; null where there is none. */
  readonly status: number | null;

  constructor(kind: EngineFaultKind, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.kind = kind;
    this.status = options.status ?? null;
  }
}

const brokenCodes = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];
const silentCodes = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

/** The fault of a request that got no answer, with what to do about it. */
export function connectionFault(engine: EngineName, socket: string, error: unknown): EngineFault {
  if (error instanceof EngineFault) return error;
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || (code && silentCodes.includes(code))) {
    return new EngineFault('silent', `no answer in time at "${socket}"`, { cause: error });
  }
  if (code && brokenCodes.includes(code)) return brokenOff(engine, socket, error);
  const words = connectionWords(engine, socket, code) ?? `cannot talk with ${engine} at "${socket}": ${message}`;
  return new EngineFault('unreachable', words, { cause: error });
}

/** The fault of an engine that went away in the middle of its answer. */
export function brokenOff(engine: EngineName, socket: string, cause: unknown): EngineFault {
  return new EngineFault('unreachable', `${engine} broke off the connection at "${socket}"`, { cause });
}

function connectionWords(engine: EngineName, socket: string, code: string | undefined): string | null {
  const start = engine === 'docker' ? 'systemctl start docker' : 'systemctl [--user] start podman.socket';
  switch (code) {
    case 'ENOENT':
      return `no socket "${socket}": start ${engine} (${start}), or name another socket as ${engine}:/path/to/${engine}.sock`;
    case 'ECONNREFUSED':
      return `nobody listens at "${socket}": start ${engine} (${start})`;
    case 'EACCES':
    case 'EPERM':
      return engine === 'docker'
        ? `permission denied at "${socket}": run as a member of the group docker (usermod -aG docker USER), or as root`
        : `permission denied at "${socket}": run as the user whose podman it is, or as root`;
    default:
      return null;
  }
}
