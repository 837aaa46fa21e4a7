// Records the evening of examples/incident in a store of its own, and asks what happened.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'roster-history-'));
const store = join(folder, 'incident.db');

function run(...args) {
  console.log(`\n$ roster-history ${args.map((arg) => (/[\s*]/.test(arg) ? `"${arg}"` : arg)).join(' ')}`);
  const { status } = spawnSync(process.execPath, ['dist/main.cjs', '--store', store, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = status ?? 1;
}

run('record', 'examples/incident/swallowed');
run('diff', '--since', '2026-09-29 22:40', '--tz', 'Europe/Berlin');
rmSync(folder, { recursive: true, force: true });
