import { describe, expect, test } from 'vitest';
import { planned } from '../roster/builders.ts';
import { pruneStore, unlimited } from '../support/prune-store.ts';
import { now, temporaryStore } from '../support/temporary-store.ts';

const hour = 3_600_000;
const web = (...hosts: string[]) => ({ containers: [{ id: 'mesh/web', hosts }] });

describe('stats', () => {
  test('counts passes and nodes, and what is stored of each kind', () => {
    const { history, append } = temporaryStore();
    append({
      key: '1',
      at: now - 3 * hour,
      reports: [planned('ace', web('a.internal:192.0.2.1')), planned('g14', web())],
    });
    append({ key: '2', at: now - hour, reports: [planned('ace', web('a.internal:192.0.2.1'))] });
    append({ key: '1', lone: true, reports: [planned('late', web())] });
    append({ controller: 'lab', at: now });

    const { controllers, kinds, tables, size } = history.stats(now);

    expect(controllers).toEqual([
      {
        controller: 'default',
        passes: 2,
        first: { pass: 1, at: now - 3 * hour },
        last: { pass: 2, at: now - hour },
        nodes: 3,
        horizon: null,
      },
      {
        controller: 'lab',
        passes: 1,
        first: { pass: 3, at: now },
        last: { pass: 3, at: now },
        nodes: 0,
        horizon: null,
      },
    ]);
    expect(kinds.map(({ kind, contents, uses }) => [kind, contents, uses]).sort()).toEqual([
      ['declaration', 1, 3],
      ['hosts', 2, 5],
      ['join', 1, 1],
      ['pass', 1, 3],
      ['source', 1, 4],
      ['spec', 1, 1],
      ['state', 3, 3],
    ]);
    expect(Object.fromEntries(tables.map(({ table, rows }) => [table, rows]))).toEqual({
      contents: 10,
      passes: 3,
      joins: 1,
      bindings: 0,
      observations: 0,
      gaps: 0,
    });
    const counted = tables.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(counted).toBeGreaterThan((size.used - size.log) / 2);
    expect(counted).toBeLessThan(size.used - size.log);
  });

  test('says what the passes of the last week have added', () => {
    const { history, append } = temporaryStore();
    history.together(() => {
      for (let pass = 0; pass <= 20; pass += 1) {
        const at = now - (20 - pass) * 24 * hour;
        append({ at, reports: [planned('ace', web(`a.internal:192.0.2.${pass}`))] }, { recordedAt: at });
      }
    });

    const { growth } = history.stats(now);

    expect(growth).toEqual({ since: now - 7 * 24 * hour, days: 7, passes: 8, bytes: expect.any(Number) });
    expect(growth?.bytes).toBeGreaterThan(8 * 300);
    expect(growth?.bytes).toBeLessThan(8 * 1500);
  });

  test('counts as added only what no earlier pass uses', () => {
    const { history, append } = temporaryStore();
    const text = Array.from({ length: 900 }, (_, index) => `${index * 7919}`).join(' ');
    for (const days of [10, 5, 4]) append({ at: now - days * 24 * hour, extra: { text } });

    expect(history.stats(now).growth?.bytes).toBeLessThan(1000);
    expect(history.stats(now - 8 * 24 * hour).growth).toMatchObject({ passes: 1, days: 2 });
  });

  test('knows no growth where the passes are of less than an hour, or none is there', () => {
    const { history, append } = temporaryStore();
    expect(history.stats(now)).toMatchObject({ controllers: [], kinds: [], growth: null });

    append({ at: now - hour / 2 });

    expect(history.stats(now).growth).toBeNull();
  });

  test('says where a history begins that was pruned', () => {
    const { history, append, file } = temporaryStore();
    for (const key of ['1', '2', '3']) append({ key });
    pruneStore(file, { limits: { ...unlimited, keepPasses: 1 }, now, least: 1 });

    expect(history.stats(now).controllers).toMatchObject([{ passes: 1, horizon: { firstPass: 3, removed: 2 } }]);
  });
});
