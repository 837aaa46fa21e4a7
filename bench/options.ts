import { parseArgs } from 'node:util';
import type { MeshSize } from './inputs.ts';

/** What is asked of the benchmarks. */
export interface BenchOptions {
  readonly help: boolean;
  /** The sections that are asked for, in the order of the table. */
  readonly sections: readonly string[];
  /** The history to replay. */
  readonly replay: string | null;
  /** The meshes of `fleet`, instead of its own. */
  readonly sizes: readonly MeshSize[];
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
  return { help: values.help, sections: known.filter(asked), replay, sizes: (values.size ?? []).map(parseSize) };
}

function parseSize(text: string): MeshSize {
  const [, nodes, containers, names] = /^([1-9]\d{0,3})[x×]([1-9]\d{0,3})[x×]([1-9]\d{0,4})$/.exec(text) ?? [];
  if (names === undefined) throw new UsageError(`no size "${text}": expected NODESxCONTAINERSxNAMES, such as 4x30x150`);
  return { nodes: Number(nodes), containers: Number(containers), names: Number(names) };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        replay: { type: 'string' },
        size: { type: 'string', multiple: true },
      },
    });
  } catch (fault) {
    // the sentences that follow are about arguments that begin with a dash
    const [what] = (fault as Error).message.split('. ');
    throw new UsageError(what as string, { cause: fault });
  }
}
