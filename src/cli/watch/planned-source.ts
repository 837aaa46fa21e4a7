import { readFileSync } from 'node:fs';
import { defaultSizeLimitBytes } from '../../recorder/index.ts';
import type { ConfiguredSource } from '../config-shape.ts';
import { lengthOption, sizeOption } from '../length-options.ts';
import { knownFormat } from '../record-circumstances.ts';
import type { Surroundings } from '../surroundings.ts';
import { UserError } from '../user-error.ts';
import type { WatchOptions } from '../watch-command.ts';
import { parseSourceAddress, type SourceAddress } from './source-address.ts';

/** A source to be watched, complete. Lengths in milliseconds, sizes in bytes. */
export interface PlannedSource {
  /** As it was written; it may hold secrets. */
  readonly text: string;
  readonly address: SourceAddress;
  readonly format: string | null;
  readonly node: string | null;
  /** The controller that its passes are recorded under, where it is not that of the others. */
  readonly controller: string | null;
  readonly everyMs: number;
  readonly timeLimitMs: number;
  readonly sizeLimitBytes: number;
  readonly settleMs: number | null;
  readonly pollMs: number | null;
  readonly token: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the flags say of every source. */
export type SourceFlags = Omit<ConfiguredSource, 'source' | 'headers'>;

const defaults = { everyMs: 30_000, timeLimitMs: 20_000, sizeLimitBytes: defaultSizeLimitBytes };

/** Reads the flags that are about sources. Throws {@link UserError}. */
export function sourceFlagsOf(options: WatchOptions): SourceFlags {
  if (options.node === '')
    throw new UserError('--node is empty: expected the name of a node', { hint: '--node novox' });
  const given = {
    format: options.format,
    node: options.node,
    every: lengthOption('--every', options.every, '30s'),
    timeLimit: lengthOption('--time-limit', options.timeLimit, '20s'),
    sizeLimit: sizeOption('--size-limit', options.sizeLimit, '64MiB'),
    settle: lengthOption('--settle', options.settle, '500ms'),
    poll: lengthOption('--poll', options.poll, '2s'),
    tokenFile: options.tokenFile,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
}

/** Completes a source. What the flags say counts more than what it says itself. Throws {@link UserError}. */
export function planSource(
  { source, ...own }: ConfiguredSource,
  flags: SourceFlags,
  mappings: ReadonlyMap<string, string>,
  env: Surroundings['env'],
): PlannedSource {
  const said = { ...own, ...flags };
  const address = parseSourceAddress(source);
  const token = tokenFor(address, own.tokenFile, flags.tokenFile, env);
  if (address.kind === 'listener' && address.at.kind === 'tcp' && token === null) {
    throw new UserError(`"${source}" would take passes from anybody: a TCP port needs a token`, {
      hint: '--token-file FILE, tokenFile in the config, or $ROSTER_HISTORY_TOKEN',
    });
  }
  return {
    text: source,
    address,
    format: said.format === undefined ? null : knownFormat(said.format, mappings),
    node: said.node ?? null,
    controller: null,
    everyMs: said.every ?? defaults.everyMs,
    timeLimitMs: said.timeLimit ?? defaults.timeLimitMs,
    sizeLimitBytes: said.sizeLimit ?? defaults.sizeLimitBytes,
    settleMs: said.settle ?? null,
    pollMs: said.poll ?? null,
    token,
    headers: own.headers ?? {},
  };
}

/** A socket is its owner's alone: it asks for a token only where its own entry in the config names one. */
function tokenFor(
  address: SourceAddress,
  own: string | undefined,
  flag: string | undefined,
  env: Surroundings['env'],
): string | null {
  if (address.kind !== 'listener') return null;
  if (address.at.kind === 'unix') return own === undefined ? null : readToken(own);
  const file = flag ?? own;
  return file === undefined ? env.ROSTER_HISTORY_TOKEN || null : readToken(file);
}

function readToken(file: string): string {
  const hint = 'umask 077; head -c 24 /dev/urandom | base64 > FILE';
  let token: string;
  try {
    token = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const why = (cause as Error).message.replace(/^[A-Z]+: /, '');
    throw new UserError(`the token file "${file}" cannot be read: ${why}`, { hint, cause });
  }
  if (token === '') throw new UserError(`the token file "${file}" is empty`, { hint });
  return token;
}

/**
 * What an engine runs is not what a controller declared: beside other sources, it is recorded under the name of the engine,
 * or one would take the other's place in each pass.
 */
export function withEnginesApart(sources: readonly PlannedSource[]): PlannedSource[] {
  const onlyEngines = sources.every(({ address }) => address.kind === 'engine');
  return sources.map((source) =>
    source.address.kind === 'engine' && !onlyEngines ? { ...source, controller: source.address.engine } : source,
  );
}
