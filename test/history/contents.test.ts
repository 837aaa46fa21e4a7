import { describe, expect, test } from 'vitest';
import { openForReading } from '../../src/history/index.ts';
import { planned } from '../roster/builders.ts';
import { temporaryStore } from '../support/temporary-store.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}.internal:192.0.2.${index}`);
const hosts = (texts: string[]) => ({ reports: [planned('novox', { containers: [{ hosts: texts }] })] });

describe('contents', () => {
  test('a short one is stored as it is, a long one deflated', () => {
    const { append, query } = temporaryStore();
    append(hosts(['a.internal:192.0.2.1']));
    append(hosts(names(200)));

    expect(
      query("SELECT encoding, length(bytes) < 1200 AS short FROM contents WHERE kind = 'hosts' ORDER BY content"),
    ).toEqual([
      { encoding: 'plain', short: 1 },
      { encoding: 'deflate', short: 1 },
    ]);
  });

  test('the same list of many containers and nodes is stored once', () => {
    const { append, query } = temporaryStore();
    const containers = ['a', 'b', 'c'].map((id) => ({ id, hosts: names(20), spec: { image: 'x' } }));

    append({ roster: names(20), reports: [planned('novox', { containers }), planned('g14', { containers })] });

    expect(query('SELECT kind, count(*) AS count FROM contents GROUP BY kind ORDER BY kind')).toEqual([
      { kind: 'declaration', count: 1 },
      { kind: 'hosts', count: 1 },
      { kind: 'pass', count: 1 },
      { kind: 'roster', count: 1 },
      { kind: 'source', count: 1 },
      { kind: 'spec', count: 1 },
      { kind: 'state', count: 1 },
    ]);
  });

  test('two kinds may share a text: a pass without nodes, a container without host entries', () => {
    const { append, passes } = temporaryStore();
    append({});
    append(hosts([]));
    append({});

    expect(passes().map(({ state, outcomes }) => [state.nodes.get('novox')?.containers.size, outcomes])).toEqual([
      [undefined, []],
      [1, [{ node: 'novox', outcome: 'planned', error: null }]],
      [1, [{ node: 'novox', outcome: 'unreported', error: null }]],
    ]);
  });

  test('one that is missing, cannot be decoded or is not what was recorded is left out of what is read, and said', () => {
    const { append, file, damage } = temporaryStore();
    append(hosts(['a.internal:192.0.2.1']));
    append({ reports: [] });
    const read = () => {
      const reader = openForReading(file);
      const outcomes = [...reader.passes('default', 1, 9)].map((pass) => pass.outcomes.map(({ outcome }) => outcome));
      reader.close();
      return { outcomes, damaged: reader.damaged() };
    };
    const left = { outcomes: [['unreadable'], ['unreported']], damaged: ['the report of novox in pass 1'] };
    const changes = [
      `UPDATE contents SET bytes = CAST(replace(bytes, '192.0.2.1', '192.0.2.3') AS BLOB) WHERE kind = 'hosts'`,
      "UPDATE contents SET encoding = 'deflate' WHERE kind = 'hosts'",
      "DELETE FROM contents WHERE kind = 'hosts'",
    ];

    const found = changes.map((sql) => {
      damage((database) => database.exec(sql));
      return read();
    });

    expect(found).toEqual([left, left, left]);
  });
});
