import { describe, expect, test } from 'vitest';
import { openForReading, type TranscriptContent } from '../../src/history/index.ts';
import { type Binding, bindingOf, type Digest, type Name, notSearched } from '../../src/roster/index.ts';
import { passDraft, planned } from '../roster/builders.ts';
import { now, type TemporaryStore, temporaryStore } from '../support/temporary-store.ts';

const names = (...given: string[]) => new Set(given as Name[]);
const draft = (image = 'web:1') =>
  passDraft({ reports: [planned('novox', { containers: [{ id: 'mesh/web', hosts: [], spec: { image } }] })] });
const specDigest = (image = 'web:1') => {
  const [report] = draft(image).reports;
  return (report && 'declaration' in report && report.declaration.containers?.[0]?.spec.digest) as Digest;
};

/** Appends a pass whose spec was searched. */
function appendBound({ history }: TemporaryStore, binding: Binding, image = 'web:1'): void {
  const fresh = new Map([[specDigest(image), binding]]);
  history.append({
    draft: draft(image),
    recordedAt: now,
    source: null,
    quietGapMs: 0,
    bindings: { fresh, find: () => null },
  });
}

/** What a reader sees of the container in the last pass, and what was left out. */
function read({ file }: TemporaryStore): { binds: Binding | undefined; damaged: readonly string[] } {
  const reader = openForReading(file);
  try {
    const pass = [...reader.passes('default', 1, 99)].at(-1);
    const binds = pass?.state.nodes.get('novox')?.containers.get('mesh/web')?.spec.binds;
    return { binds, damaged: reader.damaged() };
  } finally {
    reader.close();
  }
}

describe('bindings', () => {
  test('are read as they were recorded', () => {
    const store = temporaryStore();

    appendBound(store, bindingOf(names('b.internal', 'a.internal'), 'refers-elsewhere'));

    expect(read(store)).toEqual({
      binds: { told: false, names: names('a.internal', 'b.internal'), why: 'refers-elsewhere' },
      damaged: [],
    });
  });

  test('of what nobody searched say so', () => {
    const store = temporaryStore();

    store.history.append({ draft: draft(), recordedAt: now, source: null, quietGapMs: 0 });

    expect(read(store)).toEqual({ binds: notSearched, damaged: [] });
    expect(store.query('SELECT * FROM bindings')).toEqual([]);
  });

  test('of one spec add up', () => {
    const store = temporaryStore();

    appendBound(store, bindingOf(names('b.internal'), null));
    appendBound(store, bindingOf(names('a.internal'), 'too-much'));

    expect(read(store).binds).toEqual({ told: true, names: names('a.internal', 'b.internal') });
    expect(store.query('SELECT names FROM bindings')).toEqual([{ names: '["a.internal","b.internal"]' }]);
  });

  test('are looked up for a spec that the store does not have', () => {
    const store = temporaryStore();
    const asked: Digest[] = [];
    const find = (digest: Digest) => {
      asked.push(digest);
      return bindingOf(names('a.internal'), null);
    };
    const append = () =>
      store.history.append({
        draft: draft(),
        recordedAt: now,
        source: null,
        quietGapMs: 0,
        bindings: { fresh: new Map(), find },
      });

    append();
    append();

    expect(asked).toEqual([specDigest()]);
    expect(read(store).binds).toEqual({ told: true, names: names('a.internal') });
  });

  test('go with the pass where it is undone', () => {
    const store = temporaryStore();

    expect(() =>
      store.history.together(() => {
        appendBound(store, bindingOf(names('a.internal'), null), 'web:2');
        throw new Error('undone');
      }),
    ).toThrow('undone');
    appendBound(store, bindingOf(names('b.internal'), null));

    expect(read(store).binds).toEqual({ told: true, names: names('b.internal') });
    expect(store.history.verify()).toEqual([]);
  });

  test.each([
    ['a name that was changed', `UPDATE bindings SET names = '["c.internal"]'`],
    ['a reason that was changed', "UPDATE bindings SET untold = 'too-much'"],
    ['a row that became that of another spec', 'UPDATE bindings SET spec = 1 WHERE spec <> 1'],
  ])('%s is found, reads as not searched, and is said to be left out', (_what, sql) => {
    const store = temporaryStore();
    store.append({ reports: [planned('novox', { containers: [{ id: 'x', hosts: [], spec: { image: 'x' } }] })] });
    appendBound(store, bindingOf(names('a.internal'), null));
    const [row] = store.query<{ spec: number }>('SELECT spec FROM bindings');
    store.damage((database) => database.exec(sql));

    const findings = store.history.verify();

    const spec = sql.includes('spec = 1') ? 1 : row?.spec;
    expect(findings).toEqual([
      { check: 'binding', place: `binding of content ${spec}`, fault: 'its facts are not those that were recorded' },
    ]);
    expect(read(store).binds).toEqual(notSearched);
    if (spec !== 1) expect(read(store).damaged).toEqual([`what the container of content ${spec} binds`]);
  });

  test('a damaged row is written anew when the spec comes again', () => {
    const store = temporaryStore();
    appendBound(store, bindingOf(names('a.internal'), null));
    store.damage((database) => database.exec(`UPDATE bindings SET names = '["c.internal"]'`));

    appendBound(store, bindingOf(names('b.internal'), null));

    expect(read(store)).toEqual({ binds: { told: true, names: names('b.internal') }, damaged: [] });
  });

  test('a store that lost the table is read and recorded into without', () => {
    const store = temporaryStore();
    appendBound(store, bindingOf(names('a.internal'), null));
    store.damage((database) => database.exec('DROP TABLE bindings'));

    expect(read(store).binds).toEqual(notSearched);
    expect(read(store).damaged).toHaveLength(1);
    expect(store.history.verify().map(({ place }) => place)).toContain('the table of bindings');

    appendBound(store, bindingOf(names('a.internal'), null), 'web:2');

    expect(store.passes()).toHaveLength(2);
  });

  test('travel with their specs', () => {
    const [from, to] = [temporaryStore(), temporaryStore()];
    appendBound(from, bindingOf(names('a.internal'), null));
    appendBound(from, bindingOf(names('b.internal'), 'nothing-shown'), 'web:2');
    from.history.append({ draft: draft('web:3'), recordedAt: now, source: null, quietGapMs: 0 });
    const window = { ranges: [{ controller: 'default', baseline: null, first: 1, last: 9 }], from: 0, until: now };
    const parts = [...from.history.transcript(window)];

    to.history.together(() => {
      const restorer = to.history.restorer();
      for (const part of parts) {
        if (part.kind === 'pass') restorer.pass(part);
        else restorer.content(part as TranscriptContent);
      }
    });

    expect(parts.flatMap((part) => (part.kind === 'spec' ? [part.binds] : []))).toEqual([
      { names: ['a.internal'] },
      { names: ['b.internal'], why: 'nothing-shown' },
      undefined,
    ]);
    expect([...to.history.transcript(window)]).toEqual(parts);
    expect(read(to).binds).toEqual(notSearched);
  });
});
