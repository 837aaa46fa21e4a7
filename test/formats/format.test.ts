import { describe, expect, it } from 'vitest';
import { draftOf, failureOf } from '../../src/formats/format.ts';
import { passDraft } from '../roster/builders.ts';

describe('draftOf', () => {
  it('no circumstances tell of nothing', () => {
    expect(draftOf({})).toEqual(passDraft());
  });

  it('circumstances fill in controller, id, time and trigger', () => {
    const circumstances = { controller: 'mesh', key: '412', at: 17, trigger: 'assign ace searxng' };

    expect(draftOf(circumstances)).toEqual(passDraft(circumstances));
  });
});

describe('failureOf', () => {
  it('a command that succeeded, or whose end is not known, has no failure', () => {
    expect([failureOf({}), failureOf({ exitStatus: 0, standardError: 'a warning' })]).toEqual([null, null]);
  });

  it('a failure is the status and what was said', () => {
    expect([
      failureOf({ exitStatus: 1 }),
      failureOf({ exitStatus: 3, standardError: ' no such object: web\n' }),
    ]).toEqual(['exit status 1', 'exit status 3: no such object: web']);
  });
});
