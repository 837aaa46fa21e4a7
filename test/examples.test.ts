import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('the incident is what its generator writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roster-history-examples-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  const { status, stderr } = spawnSync(process.execPath, ['examples/incident/generate.mjs', folder], {
    encoding: 'utf8',
  });

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
  expect(written).toHaveLength(19);
  for (const name of written) {
    expect({ name, text: readFileSync(join(folder, name), 'utf8') }).toEqual({
      name,
      text: readFileSync(join('examples/incident', name), 'utf8'),
    });
  }
});
