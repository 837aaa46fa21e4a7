import { isDeepStrictEqual } from 'node:util';
import { expectMapping } from '../../formats/index.ts';
import { defaultRetention, type RetentionLimits } from '../../history/index.ts';
import { type Config, findConfigLine, readConfig } from '../config.ts';
import type { ProgramOptions } from '../program-options.ts';
import type { Surroundings } from '../surroundings.ts';
import { UserError } from '../user-error.ts';
import type { WatchOptions } from '../watch-command.ts';
import { parseHealthAddress } from './health-address.ts';
import { type PlannedSource, planSource, sourceFlagsOf, withEnginesApart } from './planned-source.ts';

/** All that a watch does, from flags and config. */
export interface WatchPlan extends Pick<Config, 'controller' | 'mappings' | 'notify' | 'metrics'> {
  readonly sources: readonly PlannedSource[];
  /** Patterns of the keys whose values are no secrets; absent without a config: those of the store go on. */
  readonly show?: readonly string[];
  /** How much of the history is kept. */
  readonly retention: RetentionLimits;
}

const none: Config = {
  controller: null,
  controlPlane: [],
  binds: new Map(),
  sources: [],
  mappings: new Map(),
  show: [],
  notify: { exec: null, webhook: null },
  metrics: null,
};

/**
 * Completes flags and config to a plan. Flags count more than the config. Throws {@link UserError}, with the line of the config
 * where what is wrong stands there.
 */
export async function planWatch(
  sources: readonly string[],
  options: WatchOptions,
  program: ProgramOptions,
  { env }: Pick<Surroundings, 'env'>,
): Promise<WatchPlan> {
  const flags = sourceFlagsOf(options);
  expectWebhook('--webhook', options.webhook);
  if (options.metrics !== undefined) parseHealthAddress('--metrics', options.metrics);

  const file = options.config || env.ROSTER_HISTORY_CONFIG || null;
  const config = file === null ? none : readConfig(file);
  const { mappings, notify, metrics } = config;
  for (const [name, expression] of mappings) {
    await inConfig(file, ['mappings', name], () => expectMappingNamed(name, expression));
  }
  await inConfig(file, ['notify', 'webhook'], () => expectWebhook('notify.webhook', notify.webhook ?? undefined));
  if (metrics !== null) await inConfig(file, ['metrics'], () => parseHealthAddress('metrics', metrics));

  const isOfFlags = sources.length > 0;
  const given = isOfFlags ? sources.map((source) => ({ source })) : config.sources;
  if (given.length === 0) {
    throw new UserError('nothing to watch: expected sources, or a config that names some', {
      hint: 'roster-history watch /var/lib/mesh/declarations',
    });
  }
  const planned: PlannedSource[] = [];
  for (const [index, source] of given.entries()) {
    await inConfig(isOfFlags ? null : file, ['sources', index], () => {
      const one = planSource(source, flags, mappings, env);
      if (planned.some((other) => isDeepStrictEqual(other, one)))
        throw new UserError(`the source ${index + 1} is there twice: expected each once`);
      planned.push(one);
    });
  }
  return {
    controller: program.controller ?? config.controller,
    mappings,
    ...(file === null ? {} : { show: config.show }),
    notify: { exec: options.notifyExec ?? notify.exec, webhook: options.webhook ?? notify.webhook },
    metrics: options.metrics ?? metrics,
    retention: config.retention ?? defaultRetention,
    sources: withEnginesApart(planned),
  };
}

/** Adds the line of the config to what is wrong with a part of it. */
async function inConfig(
  file: string | null,
  path: readonly PropertyKey[],
  work: () => unknown | Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (fault) {
    if (file === null || !(fault instanceof UserError)) throw fault;
    const line = findConfigLine(file, path);
    throw new UserError(`"${file}": ${line === null ? '' : `line ${line}: `}${fault.message}`, {
      ...(fault.hint === null ? {} : { hint: fault.hint }),
      cause: fault,
    });
  }
}

async function expectMappingNamed(name: string, expression: string): Promise<void> {
  try {
    await expectMapping(expression);
  } catch (cause) {
    throw new UserError(`mapping "${name}": ${(cause as Error).message}`, { hint: 'https://docs.jsonata.org', cause });
  }
}

/** The path of a webhook is a secret: it is not quoted. */
function expectWebhook(name: string, url: string | undefined): void {
  if (url === undefined) return;
  if (!URL.canParse(url)) {
    throw new UserError(`${name} is no URL: expected https://HOST/PATH`, { hint: 'https://hooks.example/mesh' });
  }
  const { protocol } = new URL(url);
  if (protocol === 'http:' || protocol === 'https:') return;
  throw new UserError(`${name} begins with "${protocol}": expected http: or https:`, {
    hint: 'https://hooks.example/mesh',
  });
}
