import type { EngineApi, EngineApiSettings, ListedContainer } from './engine-api.ts';
import { EngineFault } from './engine-fault.ts';

/** All containers of an engine at one time. */
export interface EngineListing {
  /** The array of inspections, as `docker inspect` prints it. */
  readonly text: string;
  readonly containers: number;
  /** Why it is known not to show every container; null where it shows them all. */
  readonly shortfall: string | null;
}

const inspectedAtOnce = 4;
const mostNamed = 3;

/**
 * Lists and inspects all containers, within the time limit as a whole. One that vanished in between is left out; one that
 * cannot be inspected is a shortfall. Rejects with an {@link EngineFault} where they cannot be listed, or the engine goes away.
 */
export async function listEngine(
  api: EngineApi,
  { timeLimitMs, sizeLimitBytes }: Pick<EngineApiSettings, 'timeLimitMs' | 'sizeLimitBytes'>,
): Promise<EngineListing> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('not in time', 'TimeoutError')), timeLimitMs);
  try {
    const listed = await api.list(limit.signal);
    return await inspectAll(api, listed, limit.signal, sizeLimitBytes);
  } finally {
    clearTimeout(timer);
    // where one fault ended it, nothing more is asked
    limit.abort();
  }
}

async function inspectAll(
  api: EngineApi,
  listed: readonly ListedContainer[],
  signal: AbortSignal,
  sizeLimitBytes: number,
): Promise<EngineListing> {
  const texts: (string | null)[] = listed.map(() => null);
  const failures: string[] = [];
  let bytes = 0;

  async function inspectOne(index: number, { id, name }: ListedContainer): Promise<void> {
    try {
      const text = await api.inspect(id, signal);
      texts[index] = text;
      bytes += Buffer.byteLength(text ?? '');
    } catch (fault) {
      if (!(fault instanceof EngineFault) || fault.kind === 'unreachable') throw fault;
      failures.push(`"${name}": ${fault.status === null ? fault.message : `answered with ${fault.status}`}`);
    }
    if (bytes <= sizeLimitBytes) return;
    const words = `the inspections of ${listed.length} containers are larger than the limit of ${sizeLimitBytes} bytes`;
    throw new EngineFault('refused', words);
  }

  const rows = listed.entries();
  const lanes = Array.from({ length: inspectedAtOnce }, async () => {
    for (const [index, row] of rows) await inspectOne(index, row);
  });
  await Promise.all(lanes);
  const inspected = texts.filter((text) => text !== null);
  return {
    text: `[${inspected.join(',')}]`,
    containers: inspected.length,
    shortfall: failures.length === 0 ? null : shortfallWords(failures, listed.length),
  };
}

function shortfallWords(failures: readonly string[], listed: number): string {
  const named = [...failures].sort().slice(0, mostNamed);
  const more = failures.length > named.length ? [`${failures.length - named.length} more`] : [];
  return `${failures.length} of ${listed} containers could not be inspected: ${[...named, ...more].join('; ')}`;
}
