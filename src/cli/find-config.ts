import type { Config } from './config.ts';

/** The config that is named by a flag or by `$ROSTER_HISTORY_CONFIG`; null where none is. Loaded only then, for it takes a while. */
export async function findConfig(
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Config | null> {
  const file = named ?? env.ROSTER_HISTORY_CONFIG;
  if (!file) return null;
  const { readConfig } = await import('./config.ts');
  return readConfig(file);
}
