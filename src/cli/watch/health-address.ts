import { UserError } from '../user-error.ts';

/** Where metrics are served. */
export interface HealthAddress {
  readonly host: string;
  readonly port: number;
}

/** Reads `HOST:PORT`, `[::1]:PORT` or `:PORT` of this machine alone. `name` is what it was given as. Throws {@link UserError}. */
export function parseHealthAddress(name: string, text: string): HealthAddress {
  const { host, port } = /^(?<host>\[[\da-f:.]+\]|[\w.-]+)?:(?<port>\d{1,5})$/i.exec(text)?.groups ?? {};
  if (port === undefined || Number(port) > 65_535) {
    throw new UserError(`${name} "${text}" is no address: expected HOST:PORT`, { hint: '127.0.0.1:9912' });
  }
  return { host: (host ?? '127.0.0.1').replace(/^\[|\]$/g, ''), port: Number(port) };
}
