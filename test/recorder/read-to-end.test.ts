import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readToEnd } from '../../src/recorder/read-to-end.ts';
import { SizeExceeded } from '../../src/recorder/size-limit.ts';
import { temporaryFolder } from '../support/temporary-store.ts';

function opened(path: string, flags: number): number {
  const descriptor = openSync(path, flags);
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
}

test('gives all of a file, however long', () => {
  const file = join(temporaryFolder(), 'long');
  writeFileSync(file, 'x'.repeat(200_000));

  expect(readToEnd(opened(file, constants.O_RDONLY)).toString()).toBe('x'.repeat(200_000));
});

test('refuses more than the limit, of a file and of what has no end', () => {
  const file = join(temporaryFolder(), 'long');
  writeFileSync(file, 'x'.repeat(200_000));

  expect(readToEnd(opened(file, constants.O_RDONLY), 200_000)).toHaveLength(200_000);
  expect(() => readToEnd(opened(file, constants.O_RDONLY), 199_999)).toThrow(SizeExceeded);
  expect(() => readToEnd(opened('/dev/zero', constants.O_RDONLY), 1_000_000)).toThrow(SizeExceeded);
});

test('waits for a pipe that does not block', () => {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const descriptor = opened(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const held = openSync(pipe, constants.O_WRONLY);

  spawn('sh', ['-c', 'sleep 0.1; echo late', 'sh'], { stdio: ['ignore', held, 'ignore'] });
  closeSync(held);

  expect(readToEnd(descriptor).toString()).toBe('late\n');
});

test('throws what is wrong with it otherwise', () => {
  const descriptor = opened(temporaryFolder(), constants.O_RDONLY);

  expect(() => readToEnd(descriptor)).toThrow('EISDIR');
});
