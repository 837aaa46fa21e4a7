import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from './run.ts';

const program = 'dist/main.cjs';

beforeAll(() => {
  if (!existsSync(program)) throw new Error('build first: npm run build');
});

function spawn(args: readonly string[], options: { env?: Record<string, string>; input?: string } = {}) {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...options.env };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env,
    encoding: 'utf8',
    input: options.input ?? '',
  });
  return { status, stdout, stderr };
}

function pass(number: number, at: string, address: string): string {
  return JSON.stringify({ pass: number, at, roster: { 'db.internal': address } });
}

/** Two passes of the night on which 02:30 comes twice in Berlin: an hour apart, and the name moved. */
function autumnStore(): string {
  const folder = temporaryFolder();
  const store = join(folder, 'history.db');
  const passes = [pass(1, '2026-10-25T00:30:00Z', '192.0.2.1'), pass(2, '2026-10-25T01:30:00Z', '192.0.2.2')];
  for (const [index, text] of passes.entries()) {
    spawn(['record', '--store', store, '-'], { input: text });
    expect(index).toBeLessThan(2);
  }
  return store;
}

describe('the program as a process', () => {
  test('weighs a declaration from standard input before it is recorded', () => {
    const store = join(temporaryFolder(), 'history.db');
    const declared = (image: string) =>
      JSON.stringify({ node: 'ace', at: '2026-09-29T20:31:00Z', containers: [{ name: 'web', image }] });
    spawn(['record', '--store', store, '-'], { input: declared('web:1') });

    const weighed = (text: string) => spawn(['impact', '--store', store, '--exit-code', '-'], { input: text });
    const [same, other, half] = [weighed(declared('web:1')), weighed(declared('web:2')), weighed('{"node":')];

    expect([same?.status, other?.status, half?.status]).toEqual([0, 1, 2]);
    expect(other?.stdout).toMatch(
      /^applying standard input, after pass 1 of .*\n\nreplaces 1 of 1 container on 1 node\n/,
    );
    expect(half?.stderr).toMatch(/^roster-history: "standard input": line 1, column 9: the JSON ends in the middle/);
  });

  test('records standard input, and gives the exit code', () => {
    const store = join(temporaryFolder(), 'history.db');

    const good = spawn(['record', '--store', store, '-'], { input: pass(1, '2026-09-29T20:31:00Z', '192.0.2.1') });
    const bad = spawn(['record', '--store', store, '-'], { input: '{"pass":' });

    expect(good).toEqual({ status: 0, stdout: 'pass 1: 0 containers, the first pass\n', stderr: '' });
    expect(bad.status).toBe(2);
    expect(bad.stderr).toMatch(/^roster-history: "standard input": line 1, column 9: the JSON ends in the middle/);
  });

  test('both autumn hours are shown and read right, by --tz and by TZ', () => {
    const store = autumnStore();

    for (const [args, env] of [
      [['--tz', 'Europe/Berlin'], {}],
      [[], { TZ: 'Europe/Berlin' }],
    ] as const) {
      const { passes } = JSON.parse(spawn(['log', '--json', '--store', store, ...args], { env }).stdout);
      const since = JSON.parse(
        spawn(['diff', '--json', '--store', store, '--since', '2026-10-25T02:30:00+01:00', ...args], { env }).stdout,
      );
      const both = JSON.parse(
        spawn(['diff', '--json', '--store', store, '--since', '2026-10-25 02:30', ...args], { env }).stdout,
      );

      expect(passes.map(({ at }: { at: string }) => at)).toEqual([
        '2026-10-25T02:30:00+02:00',
        '2026-10-25T02:30:00+01:00',
      ]);
      expect([since.window.baseline, since.passes.length]).toEqual([1, 1]);
      expect([both.window.baseline, both.passes.length]).toEqual([null, 2]);
    }
  });

  test('zones without offset, unknown ones and offsets of half hours are read right too', () => {
    const store = autumnStore();
    const first = (env: Record<string, string>) =>
      JSON.parse(spawn(['log', '--json', '--store', store], { env }).stdout).passes[0].at;

    expect(first({ TZ: 'UTC' })).toBe('2026-10-25T00:30:00Z');
    expect(first({ TZ: 'Africa/Abidjan' })).toBe('2026-10-25T00:30:00+00:00');
    expect(first({ TZ: ':Asia/Kathmandu' })).toBe('2026-10-25T06:15:00+05:45');
    expect(first({ TZ: 'Asia/Kathmandu' })).toBe('2026-10-25T06:15:00+05:45');
    expect(spawn(['log', '--store', store, '--tz', 'Europe/Nowhere']).status).toBe(2);
  });

  test('a reader that closes early is no fault', () => {
    const store = autumnStore();

    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `'${process.execPath}' ${program} show --json --store '${store}' | head -c 1`],
      {
        encoding: 'utf8',
      },
    );

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('a pipe and NO_COLOR get plain text, a terminal colours', () => {
    const store = autumnStore();
    const sgr = String.fromCharCode(27);
    const ask = (env: Record<string, string>, ...args: string[]) =>
      spawn(['diff', '--store', store, ...args], { env }).stdout;

    expect(ask({})).not.toContain(sgr);
    expect(ask({ FORCE_COLOR: '1' })).toContain(sgr);
    expect(ask({ FORCE_COLOR: '1', NO_COLOR: '1' })).not.toContain(sgr);
    expect(ask({ FORCE_COLOR: '1' }, '--no-color')).not.toContain(sgr);
    expect(ask({ FORCE_COLOR: '1' }, '--json')).not.toContain(sgr);
  });

  test('a file that is no store is refused by name', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'not-a-store.db');
    writeFileSync(file, 'x'.repeat(5000));

    const { status, stderr } = spawn(['log', '--store', file]);

    expect(status).toBe(2);
    expect(stderr).toContain('not a store: the file is no SQLite database');
  });
});
