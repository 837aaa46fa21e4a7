import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'roster-history-readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The blocks of the README that are shell commands, without those that set up a machine or need an engine. */
const shellBlocks = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, text]) => text as string);
const ownCommands = shellBlocks.filter((text) => text.startsWith('roster-history'));

function runInShell(script: string) {
  const program = join(folder, 'roster-history');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/main.cjs')}' "$@"\n`);
  chmodSync(program, 0o755);
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    ROSTER_HISTORY_STORE: join(folder, 'history.db'),
  };
  return spawnSync('sh', ['-e', '-c', script], { env, encoding: 'utf8' });
}

describe('the README', () => {
  test('has commands that run, one after the other, on a store of their own', () => {
    expect(ownCommands.length).toBeGreaterThanOrEqual(2);
    for (const script of ownCommands) {
      const { status, stderr } = runInShell(script);

      expect({ script, status, stderr: stderr.replace(/^the last pass recorded.*\n/, '') }).toEqual({
        script,
        status: 0,
        stderr: '',
      });
    }
  });

  test('names scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

    for (const [, name] of readme.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
  });

  test('shows what the demo prints', () => {
    const { stdout } = spawnSync(process.execPath, ['scripts/demo.mjs'], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
    });
    const [, shown] = /<!-- demo -->\n```text\n(.*?)```/s.exec(readme) ?? [];

    expect(shown).toBeTruthy();
    expect(stdout).toContain(shown);
  });

  test('names only files that there are', () => {
    for (const [, target] of readme.matchAll(/\]\(([^)#]+)\)/g))
      expect(() => readFileSync(target as string)).not.toThrow();
  });
});
