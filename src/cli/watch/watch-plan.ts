import { readFileSync } from 'node:fs';
import { type Config, readConfig } from '../config.ts';
import type { ConfiguredSource } from '../config-shape.ts';
import { lengthOption, sizeOption } from '../length-options.ts';
import type { ProgramOptions } from '../program-options.ts';
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
  readonly everyMs: number;
  readonly timeLimitMs: number;
  readonly sizeLimitBytes: number;
  readonly settleMs: number | null;
  readonly pollMs: number | null;
  readonly token: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** All that a watch does, from flags and config. */
export interface WatchPlan extends Pick<Config, 'controller' | 'mappings' | 'show' | 'notify' | 'metrics'> {
  readonly sources: readonly PlannedSource[];
}

const defaults = { everyMs: 30_000, timeLimitMs: 20_000, sizeLimitBytes: 64 * 2 ** 20 };

const none: Config = {
  controller: null,
  controlPlane: [],
  sources: [],
  mappings: new Map(),
  show: [],
  notify: { exec: null, webhook: null },
  metrics: null,
};

/** Completes flags and config to a plan. Flags count more than the config. Throws {@link UserError}. */
export function planWatch(
  sources: readonly string[],
  options: WatchOptions,
  program: ProgramOptions,
  { env }: Pick<Surroundings, 'env'>,
): WatchPlan {
  const file = options.config ?? env.ROSTER_HISTORY_CONFIG;
  const config = file ? readConfig(file) : none;
  const given: readonly ConfiguredSource[] =
    sources.length > 0 ? sources.map((source) => ({ source })) : config.sources;
  if (given.length === 0) {
    throw new UserError('nothing to watch: expected sources, or a config that names some', {
      hint: 'roster-history watch /var/lib/mesh/declarations',
    });
  }
  return {
    ...config,
    controller: program.controller ?? config.controller,
    notify: { exec: options.notifyExec ?? config.notify.exec, webhook: options.webhook ?? config.notify.webhook },
    metrics: options.metrics ?? config.metrics,
    sources: given.map((source) => planSource(source, options, config, env)),
  };
}

function planSource(
  { source, ...own }: ConfiguredSource,
  options: WatchOptions,
  { mappings }: Config,
  env: Surroundings['env'],
): PlannedSource {
  const address = parseSourceAddress(source);
  const format = options.format ?? own.format ?? null;
  const planned: PlannedSource = {
    text: source,
    address,
    format: format === null ? null : knownFormat(format, mappings),
    node: options.node ?? own.node ?? null,
    everyMs: lengthOption('--every', options.every) ?? own.every ?? defaults.everyMs,
    timeLimitMs: lengthOption('--time-limit', options.timeLimit) ?? own.timeLimit ?? defaults.timeLimitMs,
    sizeLimitBytes: sizeOption('--size-limit', options.sizeLimit) ?? own.sizeLimit ?? defaults.sizeLimitBytes,
    settleMs: lengthOption('--settle', options.settle) ?? own.settle ?? null,
    pollMs: lengthOption('--poll', options.poll) ?? own.poll ?? null,
    token: address.kind === 'listener' ? tokenOf(options.tokenFile ?? own.tokenFile, env) : null,
    headers: own.headers ?? {},
  };
  if (address.kind === 'listener' && address.at.kind === 'tcp' && planned.token === null) {
    throw new UserError(`"${source}" would take passes from anybody: a TCP port needs a token`, {
      hint: '--token-file FILE, tokenFile in the config, or $ROSTER_HISTORY_TOKEN',
    });
  }
  return planned;
}

function tokenOf(file: string | undefined, env: Surroundings['env']): string | null {
  if (file === undefined) return env.ROSTER_HISTORY_TOKEN || null;
  let token: string;
  try {
    token = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new UserError(
      `the token file "${file}" cannot be read: ${(cause as Error).message.replace(/^[A-Z]+: /, '')}`,
      {
        hint: 'umask 077; head -c 24 /dev/urandom | base64 > FILE',
        cause,
      },
    );
  }
  if (token === '')
    throw new UserError(`the token file "${file}" is empty`, { hint: 'head -c 24 /dev/urandom | base64' });
  return token;
}
