import { lstatSync, rmSync, statSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { dirname, resolve } from 'node:path';
// a socket is born with the mode that the mask leaves it: one that is changed later was open for a moment
import { umask } from 'node:process';
import { SourceError } from '../source-error.ts';

/** What fits into `sockaddr_un` on Linux, less the byte that ends it. */
const longestPath = 107;

/**
 * Listens on a Unix socket that only its owner can connect to, from its creation on. One that nobody listens on is replaced.
 * The file goes when the server closes. Throws {@link SourceError}.
 */
export async function listenOnSocketFile(server: Server, given: string): Promise<void> {
  const path = resolve(given);
  const length = Buffer.byteLength(path);
  if (length > longestPath) {
    throw new SourceError(
      `the path "${given}" is too long for a socket: found ${length} bytes, expected at most ${longestPath}`,
      { hint: 'unix:/run/roster-history.sock' },
    );
  }
  await removeStale(path);
  try {
    await new Promise<void>((accept, refuse) => {
      server.once('error', refuse);
      const before = umask(0o177);
      try {
        // binds before it returns
        server.listen(path, () => {
          server.off('error', refuse);
          accept();
        });
      } finally {
        umask(before);
      }
    });
  } catch (cause) {
    throw faultOf(path, cause);
  }
}

async function removeStale(path: string): Promise<void> {
  let found: ReturnType<typeof lstatSync>;
  try {
    found = lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw faultOf(path, cause);
  }
  if (found === undefined) return;
  if (!found.isSocket()) {
    throw new SourceError(`"${path}" is there and is no socket: it is left alone`, {
      hint: 'name another path, or remove it',
    });
  }
  const code = await connectFault(path);
  if (code === 'ENOENT') return;
  if (code === null || code === 'EAGAIN') throw takenBy(path);
  if (code !== 'ECONNREFUSED') {
    throw new SourceError(`"${path}" may be in use: it cannot be connected to (${code})`, { hint: `ls -l ${path}` });
  }
  try {
    rmSync(path, { force: true });
  } catch (cause) {
    throw faultOf(path, cause);
  }
}

/** How a connection fails; null where it does not. */
function connectFault(path: string): Promise<string | null> {
  return new Promise((accept) => {
    const socket = connect(path, () => {
      socket.destroy();
      accept(null);
    });
    socket.on('error', (fault: NodeJS.ErrnoException) => accept(fault.code ?? fault.message));
  });
}

function takenBy(path: string, cause?: unknown): SourceError {
  return new SourceError(`somebody listens on "${path}" already: it is left alone`, { hint: `fuser ${path}`, cause });
}

function faultOf(path: string, cause: unknown): SourceError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const folder = dirname(path);
  // a folder that is missing is called EACCES by what Node binds with
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return new SourceError(`the folder of the socket "${path}" is not there`, { hint: `mkdir -p ${folder}`, cause });
  }
  switch (code) {
    case 'EADDRINUSE':
      return takenBy(path, cause);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new SourceError(`no socket can be made in "${folder}" (${code})`, { hint: `ls -ld ${folder}`, cause });
    default:
      return new SourceError(`the socket "${path}" cannot be made: ${message}`, { cause });
  }
}
