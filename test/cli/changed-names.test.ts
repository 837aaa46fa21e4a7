import { describe, expect, test } from 'vitest';
import { changesOf, type GivenChanges } from '../../src/cli/changed-names.ts';
import { UserError } from '../../src/cli/user-error.ts';
import { namesOf } from '../../src/roster/index.ts';
import { list } from '../roster/builders.ts';

const names = namesOf(
  list('git.example:192.0.2.1', 'wiki.example:192.0.2.2', 'wiki.example:192.0.2.3', 'empty.example:'),
);

function changes(given: Partial<GivenChanges>) {
  return changesOf({ add: [], remove: [], move: [], ...given }, names).map(({ name, addresses }) => [
    name,
    ...addresses,
  ]);
}

describe('changes of names', () => {
  test('come, go and move', () => {
    expect(
      changes({ add: ['new.example=192.0.2.9'], remove: ['git.example'], move: ['wiki.example=192.0.2.9'] }),
    ).toEqual([['new.example', '192.0.2.9'], ['git.example'], ['wiki.example', '192.0.2.9']]);
  });

  test('are written as host entries are', () => {
    expect(
      changes({
        add: [
          'New.Example.:192.0.2.9',
          'six.example=2001:DB8::1',
          'gate.example=host-gateway',
          'empty.example=192.0.2.9',
        ],
      }),
    ).toEqual([
      ['new.example', '192.0.2.9'],
      ['six.example', '2001:db8::1'],
      ['gate.example', 'host-gateway'],
      ['empty.example', '192.0.2.9'],
    ]);
  });

  test('give several addresses to one name, in their order and each once', () => {
    expect(changes({ add: ['new.example=192.0.2.9, 192.0.2.8,192.0.2.9'] })).toEqual([
      ['new.example', '192.0.2.9', '192.0.2.8'],
    ]);
    expect(changes({ move: ['wiki.example=192.0.2.3,192.0.2.2'] })).toEqual([
      ['wiki.example', '192.0.2.3', '192.0.2.2'],
    ]);
  });
});

describe('what is no change', () => {
  const wrong: [Partial<GivenChanges>, string, string | null][] = [
    [{ add: ['git'] }, '--add "git": expected NAME=ADDRESS', '--add git.example=192.0.2.9'],
    [{ move: ['=192.0.2.1'] }, '--move "=192.0.2.1": expected NAME=ADDRESS', '--move git.example=192.0.2.9'],
    [
      { add: ['new.example=nowhere'] },
      '--add "new.example=nowhere": "nowhere" is no address: expected IPv4, IPv6 or host-gateway',
      '--add new.example=192.0.2.9',
    ],
    [{ add: ['a b=192.0.2.1'] }, '--add "a b": no name that DNS could carry', '--add git.example=192.0.2.9'],
    [
      { add: ['git.example=192.0.2.9'] },
      '--add "git.example=192.0.2.9": the mesh has "git.example" already, at 192.0.2.1',
      '--move git.example=192.0.2.9',
    ],
    [
      { remove: ['gti.example'] },
      '--remove "gti.example": the mesh has no such name: did you mean "git.example"?',
      'roster-history show latest',
    ],
    [{ remove: ['a b'] }, '--remove "a b": no name that DNS could carry', '--remove git.example'],
    [{ remove: ['zebra'] }, '--remove "zebra": the mesh has no such name', 'roster-history show latest'],
    [
      { move: ['gti.example:192.0.2.9'] },
      '--move "gti.example": the mesh has no such name: did you mean "git.example"?',
      'roster-history show latest',
    ],
    [
      { move: ['wiki.example=192.0.2.2,192.0.2.3'] },
      '--move "wiki.example=192.0.2.2,192.0.2.3": "wiki.example" is at 192.0.2.2 192.0.2.3 already',
      null,
    ],
    [
      { remove: ['git.example'], move: ['git.example=192.0.2.9'] },
      '"git.example" is changed twice: expected one change of a name',
      null,
    ],
  ];

  test.each(wrong)('%j', (given, message, hint) => {
    const ask = () => changes(given);

    expect(ask).toThrow(new UserError(message, hint === null ? {} : { hint }));
  });

  test('a name on which the nodes disagree, of which one change cannot be told', () => {
    const change = { add: [], remove: ['split.example'], move: [] };

    expect(() => changesOf(change, names, (name) => name === 'split.example')).toThrow(
      new UserError(
        '--remove "split.example": nodes or containers disagree on "split.example", so that no one change can be told',
        { hint: 'roster-history impact FILE, with the declaration that changes it' },
      ),
    );
  });
});
