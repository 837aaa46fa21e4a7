import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openRecorder } from '../../src/recorder/index.ts';
import type { Binding } from '../../src/roster/index.ts';
import { pruneStore, unlimited } from '../support/prune-store.ts';
import { type RecorderAtWork, recorderAtWork } from '../support/temporary-inputs.ts';
import { now } from '../support/temporary-store.ts';

/** A pass of one container, `web` on novox, and the names of the mesh. */
function passOf(names: readonly string[], spec: object = {}, key?: string): string {
  const hosts = names.map((name, index) => `${name}:192.0.2.${index + 1}`);
  return JSON.stringify({
    ...(key === undefined ? {} : { pass: key }),
    nodes: [{ node: 'novox', containers: [{ name: 'web', hosts, ...spec }] }],
  });
}

/** A recorder that goes on running, and what a reader sees of `web` in each pass. */
function running() {
  const store = recorderAtWork();
  const recorder = openRecorder(store.history, { quietGapMs: 0, now: () => now });
  const rows = () => store.query<{ spec: number; names: string; untold: string | null }>('SELECT * FROM bindings');
  return {
    ...store,
    take: (text: string, label = 'pass.json') => [...recorder.take({ label, text, error: null }), ...recorder.finish()],
    rows,
  };
}

function bindingsOf({ passes }: Pick<RecorderAtWork, 'passes'>): Binding[] {
  return passes().map(({ state }) => state.nodes.get('novox')?.containers.get('web')?.spec.binds as Binding);
}

const db = { env: { DB: 'postgres://me:hunter2hunter2@db.internal/app' } };

describe('the names that a container binds', () => {
  test('are those of the mesh that stand in it, inside of a secret too', () => {
    const store = running();

    store.take(passOf(['db.internal', 'git.internal'], db));

    expect(bindingsOf(store)).toEqual([{ told: true, names: new Set(['db.internal']) }]);
    expect(store.rows().map(({ names, untold }) => [names, untold])).toEqual([['["db.internal"]', null]]);
    expect(store.history.verify()).toEqual([]);
  });

  test('stand in the roster, in one of a node or in the list of another container', () => {
    const { take, ...store } = running();
    const spec = { command: ['serve', 'a.internal', 'b.internal', 'c.internal', 'd.internal'] };
    const container = (name: string, hosts: string[], rest: object = {}) => ({ name, hosts, ...rest });

    take(
      JSON.stringify({
        roster: { 'a.internal': '192.0.2.1' },
        nodes: [
          { node: 'novox', containers: [container('web', [], spec), container('x', ['b.internal:192.0.2.2'])] },
          { node: 'ace', roster: { 'c.internal': '192.0.2.3' }, containers: [] },
        ],
      }),
    );

    expect(bindingsOf(store)).toEqual([{ told: true, names: new Set(['a.internal', 'b.internal', 'c.internal']) }]);
  });

  test('grow when a name comes that stood in the spec before', () => {
    const { take, ...store } = running();
    take(passOf(['git.internal'], db));

    take(passOf(['git.internal', 'db.internal'], db));

    expect(bindingsOf(store).map(({ names }) => [...names])).toEqual([['db.internal'], ['db.internal']]);
  });

  test('grow in a recorder that knows nothing of the one before it', () => {
    const { write, record, ...store } = recorderAtWork();
    record(write('1.json', passOf(['git.internal'], db, '1')));
    const before = store.query('SELECT names FROM bindings');

    record(write('2.json', passOf(['db.internal'], db, '2')));

    expect(before).toEqual([{ names: '[]' }]);
    expect(store.query('SELECT names FROM bindings')).toEqual([{ names: '["db.internal"]' }]);
  });

  test('stay while a name is away, also of a spec that comes meanwhile', () => {
    const { take, rows } = running();
    take(passOf(['db.internal'], { args: ['x'] }));

    take(passOf([], db));

    expect(rows().map(({ names }) => names)).toEqual(['[]', '["db.internal"]']);
  });

  test('are not written again when two states take turns', () => {
    const { take, query, damage, rows } = running();
    const [a, b] = [passOf(['db.internal'], db), passOf([], { ...db, image: 'web:2' })];
    for (const pass of [a, b]) take(pass);
    const before = rows();
    damage((database) =>
      database.exec("CREATE TRIGGER stopped BEFORE UPDATE ON bindings BEGIN SELECT RAISE(ABORT, 'x'); END"),
    );

    for (const pass of [a, b, a, b]) take(pass);

    expect(rows()).toEqual(before);
    expect(query('SELECT count(*) AS passes FROM passes')).toEqual([{ passes: 6 }]);
  });

  test('cannot be told of a compose file whose variables are not filled in, and can of one with dollars', () => {
    const compose = (command: string) =>
      `services: { web: { command: '${command}', extra_hosts: ['db.internal:192.0.2.1'] } }`;
    const { take, passes } = running();

    take(compose('serve $DB db.internal'), 'compose.yaml');
    take(compose('serve $$DB db.internal'), 'compose.yaml');

    const found = passes().map(({ state }) => state.nodes.get('local')?.containers.get('web')?.spec.binds);
    expect(found).toEqual([
      { told: false, names: new Set(['db.internal']), why: 'refers-elsewhere' },
      { told: true, names: new Set(['db.internal']) },
    ]);
  });

  test('are there again when a spec that was pruned comes back', () => {
    const store = running();
    const { take, file, rows } = store;
    take(passOf(['db.internal'], db, '1'));
    take(passOf(['db.internal'], { image: 'web:2' }, '2'));
    for (const key of ['3', '4']) take(passOf(['db.internal', `n${key}.internal`], { image: 'web:2' }, key));
    pruneStore(file, { limits: { ...unlimited, keepPasses: 1 }, now, least: 1 });
    const pruned = rows().map(({ names, untold }) => [names, untold]);

    take(passOf(['db.internal'], db, '5'));

    expect(pruned).toEqual([['[]', 'nothing-shown']]);
    expect(bindingsOf(store).at(-1)).toEqual({ told: true, names: new Set(['db.internal']) });
    expect(store.history.verify()).toEqual([]);
  });

  test('are found in what an older version recorded as soon as it comes again', () => {
    const { take, damage, ...store } = running();
    take(passOf(['db.internal'], db, '1'));
    damage((database) => database.exec('DELETE FROM bindings'));
    const before = bindingsOf(store);

    store.record(store.write('2.json', passOf(['db.internal'], db, '2')));

    expect(before).toEqual([{ told: false, names: new Set(), why: 'not-searched' }]);
    expect(bindingsOf(store).map(({ told }) => told)).toEqual([true, true]);
  });

  test('hold nothing of a spec but names of the mesh', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9.-]{3,20}[a-z]$/);
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 12 }), fc.nat(), (words, cut) => {
        const { take, rows, query } = running();
        const names = words.slice(0, cut % words.length);

        take(passOf(names, { env: { A: `x://${words.join('@')}`, B: words.join(' ') } }));

        expect(rows().map((row) => JSON.parse(row.names))).toEqual([[...names].sort()]);
        expect(query('SELECT 1 FROM bindings WHERE untold IS NOT NULL')).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
