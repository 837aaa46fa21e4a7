import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { defaultRetention, type RetentionLimits } from '../history/index.ts';
import { configFault, lineOf } from './config-fault.ts';
import { type ConfiguredRetention, type ConfiguredSource, configShape } from './config-shape.ts';
import { UserError } from './user-error.ts';

/** What a config file can say, completed. */
export interface Config {
  /** The name of the controller; null leaves it to the inputs. */
  readonly controller: string | null;
  /** Patterns of the containers that the control plane runs on, the likeliest to close a loop first. */
  readonly controlPlane: readonly string[];
  /** Patterns of the names that containers bind besides those that were found in them, by patterns of the containers. */
  readonly binds: ReadonlyMap<string, readonly string[]>;
  readonly sources: readonly ConfiguredSource[];
  /** JSONata expressions by name, each of which maps a foreign document to our contract. */
  readonly mappings: ReadonlyMap<string, string>;
  /** Patterns of the keys whose values are no secrets. */
  readonly show: readonly string[];
  readonly notify: { readonly exec: string | null; readonly webhook: string | null };
  /** How much of the history is kept; absent where the config does not say. */
  readonly retention?: RetentionLimits;
  /** Where metrics are served, `HOST:PORT`. */
  readonly metrics: string | null;
}

/** Reads a YAML config file. Throws {@link UserError} with the line of what is wrong. */
export function readConfig(file: string): Config {
  const lines = new LineCounter();
  const document = parseDocument(readText(file), { lineCounter: lines });
  const [fault] = document.errors;
  if (fault) {
    const { line } = lines.linePos(fault.pos[0]);
    throw new UserError(`"${file}": line ${line}: ${fault.message.split(/ at line \d/, 1)[0]}`, {
      hint: 'README.md shows a whole config',
    });
  }
  const result = z.safeParse(configShape, document.toJS() ?? {});
  if (!result.success) throw configFault(file, result.error.issues, document, lines);
  const { controller, controlPlane, binds, sources, mappings, secrets, notify, retention, metrics } = result.data;
  return {
    controller: controller ?? null,
    controlPlane: controlPlane ?? [],
    binds: new Map(Object.entries(binds ?? {})),
    sources: (sources ?? []).map((source) => (typeof source === 'string' ? { source } : source)),
    mappings: new Map(Object.entries(mappings ?? {})),
    show: secrets?.show ?? [],
    notify: { exec: notify?.exec ?? null, webhook: notify?.webhook ?? null },
    ...(retention === undefined ? {} : { retention: limitsOf(retention) }),
    metrics: metrics ?? null,
  };
}

/** The line, from 1, on which a value of a config file stands, or what it is in; null where neither does. */
export function findConfigLine(file: string, path: readonly PropertyKey[]): number | null {
  const lines = new LineCounter();
  return lineOf(path, false, parseDocument(readText(file), { lineCounter: lines }), lines);
}

/** What is not said of limits is as where nothing is said. */
function limitsOf(retention: ConfiguredRetention): RetentionLimits {
  if (retention === false) return { keepForMs: null, keepPasses: null, maxBytes: null };
  const { keepFor = defaultRetention.keepForMs, keepPasses = null, maxSize = defaultRetention.maxBytes } = retention;
  return {
    keepForMs: keepFor === 'forever' ? null : keepFor,
    keepPasses,
    maxBytes: maxSize === 'unlimited' ? null : maxSize,
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError(`the config "${file}" cannot be read: ${(cause as Error).message.replace(/^[A-Z]+: /, '')}`, {
      hint: 'name another with --config',
      cause,
    });
  }
}
