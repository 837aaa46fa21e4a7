import { readFileSync } from 'node:fs';

/** The kernel's limits that a watch may meet, by the code of the error (inotify(7)). */
const limits: Readonly<Record<string, { readonly name: string; readonly words: string }>> = {
  ENOSPC: { name: 'max_user_watches', words: 'no inotify watches are left for this user' },
  EMFILE: { name: 'max_user_instances', words: 'no inotify instances are left for this user' },
};

/** Says why a directory cannot be watched: which limit of the kernel is reached, and how to raise it. A full disk it is not. */
export function limitWords({ code, message }: NodeJS.ErrnoException): string {
  const limit = limits[code ?? ''];
  if (!limit) return `changes cannot be watched: ${message}`;
  const setting = `fs.inotify.${limit.name}`;
  const value = limitOf(limit.name);
  const found = value === null ? setting : `${setting} is ${value}`;
  return `watches are exhausted: ${limit.words} (${found}; raise it with: sudo sysctl ${setting}=${2 * (value ?? 4096)})`;
}

function limitOf(name: string): number | null {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, 'utf8'));
  } catch {
    return null;
  }
}
