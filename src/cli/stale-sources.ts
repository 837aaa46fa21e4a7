import { existsSync, statSync } from 'node:fs';
import { UnreadableInput } from '../formats/index.ts';
import type { History } from '../history/index.ts';
import {
  defaultSizeLimitBytes,
  faultText,
  type ReadRunning,
  type RunningInput,
  readSource,
  runningReader,
} from '../recorder/index.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';
import { parseSourceAddress } from './watch/source-address.ts';

/** What a source gave of the containers that run, and as of when; null where that is not known. */
export interface LookedAt {
  readonly input: RunningInput;
  readonly at: number | null;
}

/** How long an engine may take to tell of all its containers. */
const timeLimitMs = 20_000;

const expected = 'expected a file of docker inspect, - for standard input, docker: or podman:';
const hint = 'docker inspect $(docker ps --quiet) | roster-history stale -';

/** Looks at each source once: files, standard input, engines. Throws {@link UserError} where one does not tell. */
export async function lookAtSources(sources: readonly string[], surroundings: Surroundings): Promise<LookedAt[]> {
  const looked: LookedAt[] = [];
  for (const source of sources) looked.push(...(await lookAt(source, surroundings)));
  return looked;
}

async function lookAt(source: string, surroundings: Surroundings): Promise<LookedAt[]> {
  if (source === '-') return readAll(source, surroundings.now());
  const address = parseSourceAddress(source);
  if (address.kind === 'path') return readAll(address.path, null);
  if (address.kind !== 'engine') throw new UserError(`"${source}" is no source of stale: ${expected}`, { hint });
  const { engineSocket, lookAtEngine, SourceError } = await import('../recorder/watch/index.ts');
  const { engine } = address;
  const socket = engineSocket(engine, address.socket, surroundings.env, surroundings.isRoot);
  const label = `${engine}:${socket}`;
  try {
    const { text, shortfall } = await lookAtEngine({
      engine,
      socket,
      timeLimitMs,
      sizeLimitBytes: defaultSizeLimitBytes,
    });
    return [{ input: { label, text, error: null, shortfall }, at: surroundings.now() }];
  } catch (cause) {
    if (!(cause instanceof SourceError)) throw cause;
    throw new UserError(`${label}: ${cause.message}`, { hint, cause });
  }
}

function readAll(path: string, at: number | null): LookedAt[] {
  const written = at === null && existsSync(path) && statSync(path).isFile() ? statSync(path).mtimeMs : at;
  return [...readSource(path)].map((input) => ({ input, at: written }));
}

/** Reads what sources gave. Throws {@link UserError} where one is nothing that an engine's inspect prints. */
export function readLooks(history: History, looked: readonly LookedAt[]): (LookedAt & ReadRunning)[] {
  const read = runningReader(history);
  return looked.map((look) => {
    try {
      return { ...look, ...read(look.input) };
    } catch (fault) {
      if (!(fault instanceof UnreadableInput)) throw fault;
      throw new UserError(`"${look.input.label}": ${faultText(fault)}`, { hint: fault.hint ?? hint, cause: fault });
    }
  });
}
