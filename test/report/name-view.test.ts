import { describe, expect, test } from 'vitest';
import { stretchGaps } from '../../src/diff/index.ts';
import { type HeldName, nameJson, nameView } from '../../src/report/name-view.ts';
import { mesh, recordingGap } from '../diff/builders.ts';
import { passesOf, plain, utc, windowOf } from './builders.ts';

const [full, short] = [mesh(['db:192.0.2.81', 'git:192.0.2.3']), mesh(['git:192.0.2.3'])];
const { passes } = windowOf(passesOf(full, { state: short, trigger: 'remove\ndb' }, { state: full }), { name: 'db' });

function held(view: string, ...addresses: readonly string[]): HeldName {
  return { name: 'db', view, addresses };
}

function told(where: readonly HeldName[], moved = passes): string[] {
  return plain(nameView('db', 'all passes', moved, where, utc)).split('\n');
}

describe('nameView', () => {
  test('tells where a name is, how often it moved, what that cost, and each move', () => {
    expect(
      told([held('roster', '192.0.2.81'), held('g14', '192.0.2.81'), held('novox', '192.0.2.82', '192.0.2.83')]),
    ).toEqual([
      'db · all passes · UTC',
      '',
      'NOW    db 192.0.2.81 in the roster and g14',
      '       db 192.0.2.82 192.0.2.83 in novox',
      'MOVED  2 times in 2 passes',
      'COST   6 replacements that it is to blame for',
      '',
      '2026-03-01',
      'pass 2  10:02:00  remove; db  1 name moved, 3 replaced',
      '    − db: was 192.0.2.81, unknown, in all 3 containers of g14 and novox',
      'pass 3  10:03:00  1 name moved, 3 replaced',
      '    + db: 192.0.2.81, returned, in all 3 containers of g14 and novox',
      '',
    ]);
  });

  test('tells what is not recorded', () => {
    const gaps = stretchGaps(passesOf(full, short, full), [recordingGap(1.2, 1.8)]);

    expect(
      plain(nameView('db', 'all passes', passes, [], utc, gaps))
        .split('\n')
        .slice(2, 7),
    ).toEqual([
      'NOW    in no roster',
      'MOVED  2 times in 2 passes',
      'COST   6 replacements that it is to blame for',
      'GAPS   not recorded 2026-03-01 10:01:12–10:01:48, 0.6 min, before pass 2: the recorder was not running',
      '',
    ]);
  });

  test('a name that never moved and is nowhere', () => {
    expect(told([], [])).toEqual([
      'db · all passes · UTC',
      '',
      'NOW    in no roster',
      'MOVED  never',
      'COST   0 replacements that it is to blame for',
      '',
    ]);
  });

  test('a name without an address, and many names', () => {
    expect(told([held('g14')])[2]).toBe('NOW    db no address in g14');
    const many = Array.from({ length: 15 }, (_, index) => ({ ...held('roster', '192.0.2.1'), name: `n${index}` }));
    expect(told(many)[14]).toBe('       and 3 more');
  });

  test('a pass that was compared with nothing shows no move', () => {
    expect(
      told(
        [],
        passes.map((one) => ({ ...one, difference: null })),
      ).slice(6),
    ).toEqual(['2026-03-01', 'pass 2  10:02:00  remove; db  first', 'pass 3  10:03:00  first', '']);
  });
});

test('nameJson', () => {
  const json = nameJson('db', passes, [held('roster', '192.0.2.81')], [], utc);

  expect({ ...json, moves: json.moves.map(({ pass, kind, trigger }) => [pass, kind, trigger]) }).toEqual({
    format: 'roster-history/name@1',
    complete: true,
    gaps: [],
    name: 'db',
    now: [{ name: 'db', view: 'roster', addresses: ['192.0.2.81'] }],
    moves: [
      [2, 'removed', 'remove\ndb'],
      [3, 'added', null],
    ],
    replacements: 6,
  });
  expect(json.moves[0]).toEqual({
    pass: 2,
    key: null,
    at: '2026-03-01T10:02:00Z',
    trigger: 'remove\ndb',
    ...passes[0]?.difference?.moves[0],
  });
  expect(nameJson('db', [{ ...(passes[0] as (typeof passes)[0]), difference: null }], [], [], utc)).toMatchObject({
    moves: [],
    replacements: 0,
  });
});
