import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type Circumstances, readPass, UnreadableInput } from '../../src/formats/index.ts';
import { type Json, namesOf } from '../../src/roster/index.ts';
import { json } from '../roster/arbitraries.ts';
import { declarationOf, draftOf, onlyOne } from './builders.ts';

const two = { 'git.mesh.example': ['192.0.2.3'], 'db.mesh.example': ['2001:db8::5'] };

function namesIn(value: Json, circumstances: Circumstances = {}, format?: string) {
  const { roster } = draftOf(value, circumstances, format);
  return roster && Object.fromEntries(namesOf(roster.list));
}

describe('roster-json', () => {
  it.each<[string, Json]>([
    ['a map of names', { 'git.mesh.example': '192.0.2.3', 'db.mesh.example': ['2001:DB8::0005'] }],
    [
      'pairs, the address first',
      [
        ['192.0.2.3', 'git.mesh.example'],
        ['2001:db8::5', 'db.mesh.example'],
      ],
    ],
    [
      'pairs, the name first',
      [
        ['git.mesh.example', '192.0.2.3'],
        ['db.mesh.example', ['2001:db8::5']],
      ],
    ],
    [
      'objects',
      [
        { name: 'git.mesh.example', address: '192.0.2.3' },
        { name: 'db.mesh.example', addresses: ['2001:db8::5'] },
      ],
    ],
    ['texts', ['git.mesh.example:192.0.2.3', 'db.mesh.example=[2001:db8::5]']],
    ['maps of one name', [{ 'git.mesh.example': '192.0.2.3' }, { 'db.mesh.example': '2001:db8::5' }]],
    ['rows of several kinds', ['git.mesh.example:192.0.2.3', ['db.mesh.example', '2001:db8::5']]],
    ['a map of addresses, each with a list', { '192.0.2.3': ['git.mesh.example'], '2001:db8::5': ['db.mesh.example'] }],
  ])('is %s', (_, value) => {
    expect(readPass(JSON.stringify(value)).format).toBe('roster-json');
    expect(draftOf(value)).toMatchObject({ outcome: 'planned', reports: [], problems: [], lone: false });
    expect(namesIn(value)).toEqual(two);
    expect(readPass(stringify(value)).draft.roster?.digest).toBe(draftOf(value).roster?.digest);
  });

  it('keyed by address may hide names, which only a named format settles', () => {
    const value = { '192.0.2.3': 'git.mesh.example', '2001:db8::5': 'db.mesh.example' };

    expect(namesIn(value)).toEqual(two);
    expect(draftOf(value)).toMatchObject({
      outcome: 'partial',
      missing: 'names',
      error:
        'keyed by address, where the last of two names of one address is kept alone; --format roster-json says that no name is missing',
      problems: [{ code: 'keyed-by-address' }],
    });
    expect(draftOf(value, {}, 'roster-json')).toMatchObject({
      outcome: 'planned',
      problems: [{ code: 'keyed-by-address' }],
    });
  });

  it('keeps the order and the owners that are given', () => {
    const { roster } = draftOf([
      { name: 'b', address: '192.0.2.2', node: 'novox' },
      { name: 'a', address: '192.0.2.1' },
    ]);

    expect(roster?.list.entries.map(({ name }) => name)).toEqual(['b', 'a']);
    expect([...(roster?.owners ?? [])]).toEqual([['b', 'novox']]);
  });

  it('is that of the node that is named', () => {
    const draft = draftOf({ 'git.mesh.example': '192.0.2.3', 'db.mesh.example': '' }, { node: 'novox' });

    expect(draft).toMatchObject({ lone: true, roster: null, problems: [{ code: 'no-address', node: 'novox' }] });
    expect(onlyOne(draft.reports)).toMatchObject({ node: 'novox', outcome: 'partial', missing: 'addresses' });
    expect(declarationOf(draft.reports[0])).toMatchObject({ containers: null, extra: {} });
  });

  it('with names without an address leaves those standing', () => {
    expect(draftOf({ a: '192.0.2.1', b: null, c: [] })).toMatchObject({ outcome: 'partial', missing: 'addresses' });
    expect(namesIn({ a: '192.0.2.1', b: null })).toEqual({ a: ['192.0.2.1'], b: [] });
  });

  it('of a failed command may lack names', () => {
    expect(draftOf(['a:192.0.2.1'], { exitStatus: 28 })).toMatchObject({
      outcome: 'partial',
      missing: 'names',
      error: 'exit status 28',
    });
  });

  it('one odd entry among many is a problem', () => {
    const rows: Json = [
      ['a', '192.0.2.1'],
      ['b', '192.0.2.300'],
      ['192.0.2.3'],
      5,
      ['c', '192.0.2.2'],
      ['d', '192.0.2.4'],
      'f:192.0.2.5',
      'e',
    ];

    expect(draftOf(rows).problems.map(({ code, name }) => [code, name])).toEqual([
      ['invalid-address', 'b'],
      ['malformed-entry', undefined],
      ['malformed-entry', undefined],
      ['malformed-entry', undefined],
    ]);
    expect(namesIn(rows)).toMatchObject({ a: ['192.0.2.1'], c: ['192.0.2.2'], f: ['192.0.2.5'] });
  });

  it('has names like "__proto__" as data', () => {
    expect(readPass('{"__proto__": "192.0.2.1", "constructor": "192.0.2.2"}').draft.roster?.list.entries).toMatchObject(
      [
        { name: '__proto__', address: '192.0.2.1' },
        { name: 'constructor', address: '192.0.2.2' },
      ],
    );
  });

  it.each<[Json, string]>([
    [{ '192.0.2.1': 'a', b: '192.0.2.2' }, '1 of 2 keys are addresses: expected all or none'],
    [
      [
        ['192.0.2.1', 'a'],
        ['b', '192.0.2.2'],
        ['c', '192.0.2.3'],
      ],
      '1 of 3 pairs have the address first: expected all or none',
    ],
  ])('%j is in two orders', (value, words) => {
    expect(() => draftOf(value)).toThrow(`a roster in two orders: ${words}`);
  });

  it('is not an error answer', () => {
    const answer = { result: 'error', error: { code: 'not_authorized', description: 'token rejected' } };
    const words = '{"code":"not_authorized","description":"token rejected"}';

    expect(() => draftOf(answer)).toThrow(`an error answer, and nothing that was planned: ${words}`);
    expect(() => draftOf(answer, {}, 'roster-json')).toThrow(`an error answer, no roster: ${words}`);
    expect(namesIn({ error: '192.0.2.1', 'host-gateway': 'host-gateway' })).toEqual({
      error: ['192.0.2.1'],
      'host-gateway': ['host-gateway'],
    });
    expect(namesIn({ error: '192.0.2.1' })).toEqual({ error: ['192.0.2.1'] });
  });

  it.each<Json>([{ a: 'b' }, { a: '192.0.2.1', b: 1, c: true }, ['a', 'b'], [1, 2], { '192.0.2.1': 5 }])(
    '%j is none',
    (value) => {
      expect(() => draftOf(value, {}, 'roster-json')).toThrow(
        'no roster: expected a map of names to addresses or of addresses to names, or a list of pairs, of {name, address} or of "name:address"',
      );
    },
  );

  it.each<Json>([[], {}])('an empty %j is a roster only where the format is named', (value) => {
    expect(draftOf(value, {}, 'roster-json')).toMatchObject({ outcome: 'planned', roster: { list: { entries: [] } } });
    expect(readOrNot(value)?.roster ?? null).toBeNull();
  });

  it('an empty list of which nothing is known removes nothing, and is of no node', () => {
    expect(readPass('[]').format).toBe('roster-json');
    expect(draftOf([])).toMatchObject({
      outcome: 'partial',
      missing: 'names',
      error: 'an empty list, which a failed query prints too; --format says what it is meant to be',
      roster: null,
      reports: [],
    });
    expect([{ node: 'novox' }, { exitStatus: 1 }].map((known) => readPass('[]', known).format)).toEqual([
      'docker-inspect',
      'docker-inspect',
    ]);
  });

  it('whatever the value, it is read or said to be none', () => {
    const address = fc.constantFrom('192.0.2.1', '2001:db8::1', '', 'host-gateway', 'x');
    const rows = fc.array(fc.oneof(json, fc.tuple(address, json), fc.tuple(json, address), address));
    const map = fc.dictionary(address, fc.oneof(address, json));

    fc.assert(
      fc.property(fc.oneof(json, rows, map), fc.constantFrom(undefined, 'novox'), (value, node) => {
        readOrNot(value as Json, node === undefined ? {} : { node }, 'roster-json');
      }),
      { numRuns: 500 },
    );
  });
});

function readOrNot(value: Json, circumstances: Circumstances = {}, format?: string) {
  try {
    return draftOf(value, circumstances, format);
  } catch (fault) {
    if (fault instanceof UnreadableInput) return null;
    throw fault;
  }
}
