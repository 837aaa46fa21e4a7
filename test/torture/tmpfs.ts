import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { Rack } from './torture.ts';

/** Mounts a small file system in a folder until the torture ends; false where that is not allowed. */
export function mountTmpfs(rack: Rack, folder: string, options: string): boolean {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  if (mounted.status !== 0) {
    rack.skip('a file system cannot be mounted here: that needs root');
    return false;
  }
  rack.atEnd(() => {
    spawnSync('umount', ['-l', folder], { stdio: 'ignore' });
  });
  return true;
}

/** Mounts it anew with other options, such as `ro`. */
export function remount(folder: string, options: string): boolean {
  return spawnSync('mount', ['-o', `remount,${options}`, folder], { stdio: 'ignore' }).status === 0;
}
