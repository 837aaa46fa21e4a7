import type { AddressInfo, Server } from 'node:net';
import { SourceError } from '../source-error.ts';

/** Listens on a port of a host, or on any free one where the port is 0. Gives where. Throws {@link SourceError}. */
export async function listenOnPort(server: Server, host: string, port: number): Promise<AddressInfo> {
  try {
    await new Promise<void>((accept, refuse) => {
      server.once('error', refuse).listen({ host, port }, () => {
        server.off('error', refuse);
        accept();
      });
    });
  } catch (cause) {
    throw faultOf(host, port, cause);
  }
  return server.address() as AddressInfo;
}

/** Whether only this machine can connect to an address. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** An address and a port as a URL has them. */
export function originOf({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

function faultOf(host: string, port: number, cause: unknown): SourceError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const fault = (words: string, hint: string) => new SourceError(words, { hint, cause });
  switch (code) {
    case 'EADDRINUSE':
      return fault(`port ${port} of "${host}" is in use: expected a free one`, `ss -ltnp 'sport = :${port}'`);
    case 'EADDRNOTAVAIL':
      return fault(`"${host}" is no address of this machine`, `127.0.0.1:${port}`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fault(`the host "${host}" is not known: expected an address of this machine`, `127.0.0.1:${port}`);
    case 'EACCES':
      return fault(`port ${port} of "${host}" may not be taken: those below 1024 are for root`, `${host}:7412`);
    default:
      return new SourceError(`port ${port} of "${host}" cannot be listened on: ${message}`, { cause });
  }
}
