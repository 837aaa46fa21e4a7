import { basename, extname } from 'node:path';
import { inputExtensions } from '../source-file.ts';

/** Makes the function that tells whether a file of a repository is meant: one with an ending of our inputs, or with one that the paths name. */
export function declarationPaths(paths: readonly string[]): (path: string) => boolean {
  const endings = new Set([...inputExtensions, ...paths.map((path) => extname(path).toLowerCase())]);
  const named = new Set(paths.map((path) => path.replace(/^\.\//, '')));
  return (path) => named.has(path) || (!basename(path).startsWith('.') && endings.has(extname(path).toLowerCase()));
}
