import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { type Finding, openForReading, StoreError } from '../../src/history/index.ts';
import { failed, planned } from '../roster/builders.ts';
import { type TemporaryStore, temporaryStore } from '../support/temporary-store.ts';

const web = (...hosts: string[]) => ({ containers: [{ id: 'mesh/web', hosts, spec: { image: 'web:1' } }] });
const changed = 'its facts are not those that were recorded';

/** Four passes of two nodes, a declaration and a roster that joined included. */
function filledStore(): TemporaryStore {
  const store = temporaryStore();
  store.append({
    key: '1',
    roster: ['a.internal:192.0.2.1'],
    reports: [planned('novox', web('a.internal:192.0.2.1')), failed('g14', 'down')],
    problems: [{ code: 'invalid-time', text: 'noon' }],
    extra: { revision: 'abc' },
  });
  store.append({ key: '2', reports: [planned('novox', web('a.internal:192.0.2.2'))] });
  store.append({ key: '2', lone: true, reports: [planned('ace', web())] });
  store.append({ key: '2', roster: ['a.internal:192.0.2.2'] });
  store.append({ key: '3', reports: [planned('novox', web('a.internal:192.0.2.2'))] });
  store.append({ key: '4', trigger: 'timer', reports: [planned('novox', web('a.internal:192.0.2.1'))] });
  return store;
}

function findingsOf(file: string): Finding[] {
  const reader = openForReading(file);
  try {
    return reader.verify();
  } finally {
    reader.close();
  }
}

describe('verify', () => {
  test('finds nothing in a store that is whole', () => {
    const { file, history } = filledStore();

    expect(history.verify()).toEqual([]);
    expect(findingsOf(file)).toEqual([]);
    expect(temporaryStore().history.verify()).toEqual([]);
  });

  const changes: [string, (database: Database) => void, Finding[]][] = [
    [
      'a content whose bytes were changed',
      (database) => database.exec(`UPDATE contents SET bytes = CAST('{"image":"web:2"}' AS BLOB) WHERE kind = 'spec'`),
      [
        {
          check: 'content',
          place: 'content 1 (spec)',
          fault:
            'digest 8b9c877ff8b6e8a70336a688b518bc04d9b0cad85ea7680d9d30de0e43197bb7 found, 00ec458011d2178e31f0ae64d2568ae64fb80dfe5537ad78af111eade45c6190 expected',
          affects: { passes: [[1, 4]], nodes: ['ace', 'novox'], containers: ['mesh/web'], names: [] },
        },
      ],
    ],
    [
      'a content that cannot be decoded',
      (database) => database.exec("UPDATE contents SET encoding = 'deflate' WHERE content = 6"),
      [
        {
          check: 'content',
          place: 'content 6 (pass)',
          fault: 'content 6 (pass) cannot be decoded',
          affects: { passes: [[1, 1]], nodes: [], containers: [], names: [] },
        },
      ],
    ],
    [
      'a hosts list in which an address was changed',
      (database) =>
        database.exec(
          `UPDATE contents SET bytes = CAST(replace(bytes, '192.0.2.2', '192.0.2.3') AS BLOB) WHERE kind = 'hosts'`,
        ),
      [
        {
          check: 'content',
          place: 'content 8 (hosts)',
          fault: expect.stringContaining('expected'),
          affects: { passes: [[2, 3]], nodes: ['novox'], containers: ['mesh/web'], names: ['a.internal'] },
        },
      ],
    ],
    [
      'a content that is missing',
      (database) => database.exec('DELETE FROM contents WHERE content = 6'),
      [{ check: 'pass', place: 'pass 1', fault: 'content 6 is missing' }],
    ],
    [
      'a content that an other content names and that is missing',
      (database) => database.exec("DELETE FROM contents WHERE kind = 'spec'"),
      [
        {
          check: 'content',
          place: 'content 2 (declaration)',
          fault: 'content 1 is missing',
          affects: { passes: [[1, 4]], nodes: ['ace', 'novox'], containers: [], names: [] },
        },
      ],
    ],
    [
      'a fact of a pass that was changed',
      (database) => database.exec('UPDATE passes SET at = at + 1 WHERE pass = 3'),
      [{ check: 'pass', place: 'pass 3', fault: changed }],
    ],
    [
      'a fact of a join that was changed',
      (database) => database.exec('UPDATE joins SET at = 1'),
      [
        { check: 'join', place: 'join of the roster in pass 2', fault: changed },
        { check: 'join', place: 'join of ace in pass 2', fault: changed },
      ],
    ],
    [
      'a state that was replaced by another one',
      (database) => database.exec('UPDATE passes SET facts = (SELECT facts FROM passes WHERE pass = 1) WHERE pass = 2'),
      [{ check: 'pass', place: 'pass 2', fault: changed }],
    ],
    [
      'a pass that is missing',
      (database) => database.exec('DELETE FROM passes WHERE pass = 3'),
      [{ check: 'sequence', place: 'pass 3', fault: 'is missing' }],
    ],
    [
      'the first passes that are missing',
      (database) => database.exec('DELETE FROM passes WHERE pass < 3'),
      [
        { check: 'sequence', place: 'passes 1 to 2', fault: 'are missing' },
        { check: 'reference', place: 'join of the roster in pass 2', fault: 'is without its pass' },
        { check: 'reference', place: 'join of ace in pass 2', fault: 'is without its pass' },
      ],
    ],
  ];

  test.each(changes)('finds %s', (_what, change, findings) => {
    const { damage, file } = filledStore();
    damage(change);

    expect(findingsOf(file)).toEqual(findings);
  });

  test.each([
    ['a spec', '"image":"web:1"', 'content'],
    ['a hosts list', '["a.internal:192.0.2.1"]', 'content'],
    ['a key of a pass', 'revision', 'content'],
    ['a trigger', '"timer"', 'pass'],
    ['an index of the passes', 'default1', 'sqlite'],
  ])('finds one byte that the disk flipped in %s', (_what, text, check) => {
    const { file, history } = filledStore();
    history.close();
    const bytes = readFileSync(file);
    const at = bytes.indexOf(text) + 2;
    bytes[at] = (bytes[at] as number) ^ 1;

    writeFileSync(file, bytes);

    expect(findingsOf(file).map((finding) => finding.check)).toContain(check);
  });

  test('finds no less than what SQLite itself finds', () => {
    const { file, history, query } = filledStore();
    const [{ root }] = query<{ root: number }>(
      "SELECT rootpage AS root FROM sqlite_schema WHERE name = 'passes_by_at'",
    ) as [{ root: number }];
    history.close();
    const bytes = readFileSync(file);
    // the number of cells of the index's page
    bytes.writeUInt16BE(0, (root - 1) * 2048 + 3);

    writeFileSync(file, bytes);

    expect(findingsOf(file).map(({ check, place }) => [check, place])).toEqual([['sqlite', 'the index passes_by_at']]);
  });

  test('a store that was cut off is damaged, whether it opens or not', () => {
    const { file, history } = filledStore();
    history.close();
    truncateSync(file, 2048);

    let found: unknown;
    try {
      found = findingsOf(file);
    } catch (error) {
      found = error instanceof StoreError && error.damaged;
    }

    expect(found).not.toEqual([]);
    expect(found).not.toBe(false);
  });
});
