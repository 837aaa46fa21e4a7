import { existsSync, readFileSync, statSync } from 'node:fs';
import { type Circumstances, mapText, readInput, UnreadableInput } from '../formats/index.ts';
import { faultText, previewPass, readSource } from '../recorder/index.ts';
import { mappedView, renderTerminal } from '../report/index.ts';
import { type Config, readConfig } from './config.ts';
import type { MapOptions } from './map-command.ts';
import type { ProgramOptions } from './program-options.ts';
import { findNear } from './suggestion.ts';
import type { Surroundings } from './surroundings.ts';
import { timeWriter } from './time-writer.ts';
import { UserError } from './user-error.ts';

/** Shows what a mapping makes of a file, and opens no store. Gives the exit code; throws {@link UserError}. */
export async function showMapped(
  file: string,
  options: MapOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const config = configOf(options, surroundings);
  const mapping = mappingOf(options, config);
  const source = sourceOf(file);
  const text = await orUserError(mapping.words, () => mapText(source.text, mapping.expression));
  const circumstances: Circumstances = {
    ...(options.node === undefined ? {} : { node: options.node }),
    ...controllerOf(program.controller ?? config?.controller),
    ...(source.exitStatus === undefined ? {} : { exitStatus: source.exitStatus }),
    ...(source.standardError === undefined ? {} : { standardError: source.standardError }),
  };
  const read = await orUserError(mapping.words, () => readInput(text, circumstances, 'mesh'));
  if (program.json) {
    surroundings.write(`${indented(text)}\n`);
    return 0;
  }
  // the format that was named reads passes
  const { draft } = read as Extract<typeof read, { kind: 'pass' }>;
  const preview = previewPass(draft, config?.show ?? []);
  const view = mappedView(
    { ...preview, source: source.label, mapping: mapping.words },
    timeWriter(program.tz, surroundings),
  );
  surroundings.write(renderTerminal(view, { width: surroundings.width, colour: surroundings.colour && program.color }));
  return 0;
}

function configOf(options: MapOptions, { env }: Surroundings): Config | null {
  const file = options.config ?? env.ROSTER_HISTORY_CONFIG;
  return file ? readConfig(file) : null;
}

interface Mapping {
  /** How it is called in messages. */
  readonly words: string;
  readonly expression: string;
}

/** The expression that was given, else the mapping of the config that was named, or its only one. */
function mappingOf({ expression, mapping }: MapOptions, config: Config | null): Mapping {
  if (expression !== undefined) return { words: '--expression', expression: expressionText(expression) };
  const mappings = config?.mappings ?? new Map<string, string>();
  const names = [...mappings.keys()];
  if (names.length === 0) {
    throw new UserError('no mapping: expected --expression, or a config with mappings', {
      hint: `--expression '{"nodes": [machines.{"node": host, "containers": [services.{"name": title}]}]}'`,
    });
  }
  const known = names.map((name) => JSON.stringify(name)).join(', ');
  const name = mapping ?? (names.length === 1 ? (names[0] as string) : null);
  if (name === null) {
    throw new UserError(`the config has ${names.length} mappings: ${known}`, { hint: `--mapping ${names[0]}` });
  }
  const found = mappings.get(name);
  if (found !== undefined) return { words: `mapping "${name}"`, expression: found };
  throw new UserError(`no mapping "${name}": the config has ${known}`, {
    hint: `--mapping ${findNear(name, names) ?? names[0]}`,
  });
}

function expressionText(given: string): string {
  if (!given.startsWith('@')) return given;
  const file = given.slice(1);
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError(
      `the expression "${file}" cannot be read: ${(cause as Error).message.replace(/^[A-Z]+: /, '')}`,
      {
        hint: '--expression @FILE',
        cause,
      },
    );
  }
}

interface Source {
  readonly label: string;
  readonly text: string;
  readonly exitStatus?: number;
  readonly standardError?: string;
}

function sourceOf(file: string): Source {
  if (file !== '-' && existsSync(file) && statSync(file).isDirectory()) {
    throw new UserError(`"${file}" is a directory: expected a file, or - for standard input`);
  }
  // a file gives one source
  const [source] = readSource(file);
  if (!source || source.text === null) {
    throw new UserError(`"${file}": ${source?.error ?? 'nothing to read'}`, source?.hint ? { hint: source.hint } : {});
  }
  return { ...source, text: source.text };
}

function controllerOf(name: string | null | undefined): Circumstances {
  return name === undefined || name === null ? {} : { controller: name };
}

async function orUserError<T>(words: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (fault) {
    if (!(fault instanceof UnreadableInput)) throw fault;
    throw new UserError(`${words}: ${faultText(fault)}`, { ...(fault.hint ? { hint: fault.hint } : {}), cause: fault });
  }
}

/** The text with an indent, unless a number in it would lose digits by that. */
function indented(text: string): string {
  const value: unknown = JSON.parse(text);
  return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
}
