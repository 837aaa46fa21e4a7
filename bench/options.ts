import { parseArgs } from 'node:util';

/** What is asked of the benchmarks. */
export interface BenchOptions {
  readonly help: boolean;
  /** The sections that are asked for, in the order of the table. */
  readonly sections: readonly string[];
  /** The history to replay. */
  readonly replay: string | null;
}

/** A wrong flag, section or file, with what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Reads the arguments. Without a section all of them are asked for, `replay` only with a file. Throws {@link UsageError}.
 */
export function parseOptions(args: readonly string[], known: readonly string[]): BenchOptions {
  const { values, positionals } = parsed(args);
  const replay = values.replay ?? null;
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`unknown rows "${unknown}": expected ${known.join(', ')}`);
  if (positionals.includes('replay') && replay === null) {
    throw new UsageError('"replay" has nothing to replay: expected --replay FILE.ndjson[.gz]');
  }
  const asked = (name: string) =>
    name === 'replay' ? replay !== null : positionals.length === 0 || positionals.includes(name);
  return { help: values.help, sections: known.filter(asked), replay };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false }, replay: { type: 'string' } },
    });
  } catch (fault) {
    throw new UsageError((fault as Error).message, { cause: fault });
  }
}
