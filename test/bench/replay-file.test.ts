import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { loadHostsVersions } from '../../bench/replay-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'roster-history-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const first = '{"at": "2026-01-01T00:00:00Z", "hosts": "192.0.2.1 git.mesh.example\\n"}';
const second = '{"at": "2026-01-01T00:01:00Z", "hosts": "192.0.2.2 git.mesh.example\\n"}';

function fileOf(name: string, bytes: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

test('a history is read plain and packed', () => {
  const versions = [
    { at: Date.UTC(2026, 0, 1), text: '192.0.2.1 git.mesh.example\n' },
    { at: Date.UTC(2026, 0, 1, 0, 1), text: '192.0.2.2 git.mesh.example\n' },
  ];

  expect(loadHostsVersions(fileOf('plain.ndjson', `${first}\n${second}\n`))).toEqual(versions);
  expect(loadHostsVersions(fileOf('packed.ndjson.gz', gzipSync(`${first}\n${second}`)))).toEqual(versions);
});

test('a line that is none of a history is told by its number', () => {
  const file = fileOf('odd.ndjson', `${first}\n{"at": "2026-01-01", "hosts": {}}\n`);

  expect(() => loadHostsVersions(file)).toThrow(`${file}:2: expected {"at": `);
});

test('a file with less than two versions has nothing to compare', () => {
  const file = fileOf('short.ndjson', first);

  expect(() => loadHostsVersions(file)).toThrow(`"${file}" has too few lines: found 1, expected 2 or more`);
});
