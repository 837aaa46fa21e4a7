import type { Circumstances } from '../../formats/index.ts';
import { localNode } from '../../formats/index.ts';
import {
  engineSocket,
  type Feed,
  listenForPasses,
  pollUrl,
  type RunningSource,
  watchCommand,
  watchEngine,
  watchPath,
} from '../../recorder/watch/index.ts';
import type { Surroundings } from '../surroundings.ts';
import type { PlannedSource } from './planned-source.ts';

/** How long a file must be still, and how long an engine: a replacement takes it a second or more. */
const [fileSettleMs, engineSettleMs, engineLongestMs] = [200, 2000, 60_000];
/** How long the sender of a pass may be silent before its request is given up. */
const idleMs = 30_000;

/** Starts a source. Throws a UserError or the source's own error where it can never run. */
export function startSource(
  planned: PlannedSource,
  circumstances: Circumstances,
  feed: Feed,
  { env, isRoot }: Pick<Surroundings, 'env' | 'isRoot'>,
): Promise<RunningSource> {
  const { address, everyMs, timeLimitMs, sizeLimitBytes, format, settleMs, pollMs } = planned;
  const known = {
    ...circumstances,
    ...(planned.node === null ? {} : { node: planned.node }),
    ...(planned.controller === null ? {} : { controller: planned.controller }),
  };
  const common = { circumstances: known, ...(format === null ? {} : { format }) };
  switch (address.kind) {
    case 'path':
      return watchPath(
        {
          ...common,
          path: address.path,
          settleMs: settleMs ?? fileSettleMs,
          sizeLimitBytes,
          ...(pollMs === null ? {} : { pollMs }),
        },
        feed,
      );
    case 'command':
      return watchCommand({ ...common, command: address.command, everyMs, timeLimitMs, sizeLimitBytes, env }, feed);
    case 'url':
      return pollUrl(
        { ...common, url: address.url, everyMs, timeLimitMs, sizeLimitBytes, headers: planned.headers },
        feed,
      );
    case 'listener':
      return listenForPasses({ ...common, at: address.at, token: planned.token, sizeLimitBytes, idleMs }, feed);
    case 'engine':
      return watchEngine(
        {
          engine: address.engine,
          socket: engineSocket(address.engine, address.socket, env, isRoot),
          node: planned.node ?? localNode,
          settleMs: settleMs ?? engineSettleMs,
          longestMs: engineLongestMs,
          timeLimitMs,
          sizeLimitBytes,
          circumstances: known,
        },
        feed,
      );
  }
}
