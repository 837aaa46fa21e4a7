import { statSync } from 'node:fs';
import { sizeWords } from '../report/index.ts';

/** A write-ahead log that is larger is told of. */
const largeLogBytes = 64 * 2 ** 20;

/** What is to be said of a write-ahead log that has grown large because somebody holds a view of the store; null where it has not. */
export function findLargeLog(file: string): { readonly words: string; readonly hint: string } | null {
  const bytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes <= largeLogBytes) return null;
  return {
    words: `the write-ahead log "${file}-wal" has grown to ${sizeWords(bytes)}: a reader has held its view of the store for long`,
    hint: `it shrinks by itself when that reader ends; see which with: fuser -v ${file}`,
  };
}
