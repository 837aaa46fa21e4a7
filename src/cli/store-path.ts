import { join } from 'node:path';
import type { Surroundings } from './surroundings.ts';

/** The store's file: the one named, else `$ROSTER_HISTORY_STORE`, else root's, else the user's own. */
export function storePath(
  named: string | undefined,
  { env, isRoot, home }: Pick<Surroundings, 'env' | 'isRoot' | 'home'>,
): string {
  const given = named ?? env.ROSTER_HISTORY_STORE;
  if (given) return given;
  if (isRoot) return '/var/lib/roster-history/history.db';
  return join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'roster-history', 'history.db');
}
