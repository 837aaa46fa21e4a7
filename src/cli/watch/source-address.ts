import { UserError } from '../user-error.ts';

/** What a source is, by the way it is written. */
export type SourceAddress =
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'listener'; readonly at: { readonly kind: 'unix'; readonly path: string } }
  | { readonly kind: 'listener'; readonly at: { readonly kind: 'tcp'; readonly host: string; readonly port: number } }
  | { readonly kind: 'engine'; readonly engine: 'docker' | 'podman'; readonly socket: string | null }
  | { readonly kind: 'path'; readonly path: string };

const hint = 'roster-history watch --help';

/**
 * Reads how a source is written: `exec:COMMAND`, `http(s)://…`, `unix:PATH` or `HOST:PORT` to listen, `docker:` or `podman:` with
 * or without a socket, or the path of a file or a directory. Throws {@link UserError}.
 */
export function parseSourceAddress(text: string): SourceAddress {
  if (text.trim() === '') throw new UserError('a source is empty: expected a path, exec:COMMAND, a URL, …', { hint });
  const { scheme = '', rest = '' } = /^(?<scheme>[a-z]+):(?<rest>.*)$/s.exec(text)?.groups ?? {};
  if (scheme === 'exec') return { kind: 'command', command: needed(rest, text, 'exec:"meshctl roster --json"') };
  if (scheme === 'http' || scheme === 'https') return { kind: 'url', url: urlOf(text) };
  if (scheme === 'unix') {
    const path = needed(rest.replace(/^\/\//, ''), text, 'unix:/run/roster-history.sock');
    return { kind: 'listener', at: { kind: 'unix', path } };
  }
  if (scheme === 'docker' || scheme === 'podman') {
    return { kind: 'engine', engine: scheme, socket: socketOf(rest, scheme) };
  }
  // what stands before the host may be a password
  const { foreign } = /^(?<foreign>[a-z][\w+.-]*:\/\/)/i.exec(text)?.groups ?? {};
  if (foreign !== undefined && scheme !== 'file') {
    throw new UserError(`a source begins with "${foreign}": expected a path, exec:COMMAND, http(s)://…, unix:PATH, …`, {
      hint,
    });
  }
  if (scheme === 'file') return { kind: 'path', path: needed(rest.replace(/^\/\//, ''), text, 'file:/etc/hosts') };
  const { host, port } = /^(?<host>\[[\da-f:.]+\]|[\w.-]+):(?<port>\d{1,5})$/i.exec(text)?.groups ?? {};
  if (host !== undefined && port !== undefined) {
    if (Number(port) > 65_535) throw new UserError(`"${text}": port ${port} is none: expected 0 to 65535`, { hint });
    return { kind: 'listener', at: { kind: 'tcp', host: host.replace(/^\[|\]$/g, ''), port: Number(port) } };
  }
  return { kind: 'path', path: text };
}

function needed(rest: string, text: string, example: string): string {
  if (rest.trim() !== '') return rest;
  throw new UserError(`"${text}" names nothing: expected more behind the colon`, { hint: example });
}

function socketOf(rest: string, engine: string): string | null {
  const socket = rest.replace(/^(?:unix:)?\/\//, '');
  if (!socket.includes('://')) return socket || null;
  throw new UserError(`${engine} is asked at a socket of this machine: expected its path, found "${rest}"`, {
    hint: `${engine}:/run/${engine}.sock`,
  });
}

function urlOf(text: string): string {
  if (URL.canParse(text)) return text;
  throw new UserError('a source looks like a URL and is none: expected https://HOST/PATH', { hint });
}
