import { describe, expect, it } from 'vitest';
import { declaration, failed, list, partial, planned, roster, skipped, unreadable } from '../roster/builders.ts';
import { draftOf, loneProblems, loneReport } from './builders.ts';

const containers = [{ name: 'web', hosts: ['a:192.0.2.1'] }];
const web = { id: 'web', hosts: ['a:192.0.2.1'] };

describe('an outcome', () => {
  it.each([
    ['planned', planned('novox', { containers: [web] })],
    ['partial', partial('novox', 'names', { containers: [web] })],
    ['failed', failed('novox')],
    ['skipped', skipped('novox')],
    ['unreadable', unreadable('novox')],
    [null, planned('novox', { containers: [web] })],
  ])('%s', (outcome, report) => {
    expect(loneReport({ outcome, containers })).toEqual(report);
  });

  it('that is not known is taken as partial, and told', () => {
    const keys = { outcome: 'exploded', containers };

    expect(loneReport(keys)).toEqual(partial('novox', 'names', { containers: [web] }));
    expect(loneProblems(keys)).toEqual([{ code: 'unknown-outcome', node: 'novox', text: '"exploded"' }]);
  });

  it('"unreported" beside containers contradicts them: they are read, and it is told', () => {
    const keys = { outcome: 'unreported', containers };

    expect(loneReport(keys)).toEqual(partial('novox', 'names', { containers: [web] }));
    expect(loneProblems(keys)).toEqual([{ code: 'unknown-outcome', node: 'novox', text: '"unreported"' }]);
  });

  it('that is no text is taken as partial, and told', () => {
    const keys = { outcome: { ok: true }, containers };

    expect(loneReport(keys)).toEqual(partial('novox', 'names', { containers: [web] }));
    expect(loneProblems(keys)).toEqual([{ code: 'unknown-outcome', node: 'novox', text: '{"ok":true}' }]);
  });

  it('that is not given is failed where there is an error and nothing else', () => {
    const errors = [{ error: 'store unreachable' }, { error: 'store unreachable', containers: null, roster: null }];

    expect(errors.map((keys) => loneReport(keys))).toEqual(Array(2).fill(failed('novox', 'store unreachable')));
  });

  it('that is not given is partial where there is an error beside what was planned', () => {
    expect(loneReport({ error: 'registry timed out', containers })).toEqual(
      partial('novox', 'names', { containers: [web] }, 'registry timed out'),
    );
    expect(loneReport({ error: 'registry timed out', roster: ['a:192.0.2.1'] })).toEqual(
      partial('novox', 'names', { roster: ['a:192.0.2.1'] }, 'registry timed out'),
    );
  });

  it('that is not given is planned where an error says nothing', () => {
    expect([{ error: '' }, { error: null }, { errors: [] }].map((keys) => loneReport({ ...keys, containers }))).toEqual(
      Array(3).fill(planned('novox', { containers: [web] })),
    );
  });
});

describe('an error', () => {
  it('is told with its source, and several with semicolons', () => {
    const errors = [
      { source: 'registry-b', error: 'request timed out after 2s' },
      { source: 'registry-c', error: 'refused' },
    ];
    const words = 'registry-b: request timed out after 2s; registry-c: refused';

    expect(loneReport({ outcome: 'partial', errors, containers })).toEqual(
      partial('novox', 'names', { containers: [web] }, words),
    );
    expect(loneReport({ outcome: 'failed', errors })).toEqual(failed('novox', words));
    expect(loneReport({ errors })).toEqual(failed('novox', words));
  });

  it('and errors are told one after the other', () => {
    expect(loneReport({ error: 'plan failed', errors: ['store unreachable'] })).toEqual(
      failed('novox', 'plan failed; store unreachable'),
    );
  });

  it('beside what was planned whole is kept with the other keys', () => {
    const keys = { outcome: 'planned', error: 'slow', errors: ['x'], containers, region: 'east' };

    expect(loneReport(keys)).toEqual(
      planned('novox', { containers: [web], extra: { error: 'slow', errors: ['x'], region: 'east' } }),
    );
  });

  it('goes behind the failure of the command', () => {
    const circumstances = { exitStatus: 1 };

    expect(loneReport({ outcome: 'partial', error: 'slow', containers }, circumstances)).toEqual(
      partial('novox', 'names', { containers: [web] }, 'exit status 1; slow'),
    );
    expect(loneReport({ outcome: 'failed', error: 'slow' }, circumstances)).toEqual(
      failed('novox', 'exit status 1; slow'),
    );
  });
});

describe('a declaration', () => {
  it('says nothing of containers and a roster that it does not give', () => {
    expect([
      loneReport({ outcome: 'planned' }),
      loneReport({ outcome: 'planned', containers: null, roster: null }),
    ]).toEqual([
      planned('novox', { containers: null, roster: null }),
      planned('novox', { containers: null, roster: null }),
    ]);
  });

  it('keeps the keys that are not known, and none that changes on every pass', () => {
    const keys = { region: 'east', pass: '412', at: '2026-09-29T20:46:03Z', trigger: 'x', controller: 'mesh' };

    expect(draftOf({ nodes: [{ ...keys, node: 'novox', containers: [] }] }).reports).toEqual([
      planned('novox', { containers: [], extra: { region: 'east' } }),
    ]);
  });

  it('has its address also where its plan failed', () => {
    expect(loneReport({ outcome: 'failed', address: '192.0.2.3' })).toEqual({
      ...failed('novox'),
      address: '192.0.2.3',
    });
  });

  it('with a container that cannot be read may lack containers, and the others are read', () => {
    const keys = { containers: [5, ...containers, { name: 'api', hosts: 'a:192.0.2.1' }] };

    expect(loneReport(keys)).toEqual(
      partial('novox', 'containers', { containers: [web] }, 'a container could not be read'),
    );
    expect(loneProblems(keys)).toEqual([
      { code: 'malformed-container', node: 'novox', text: 'containers[0]: expected an object, found 5' },
      {
        code: 'malformed-container',
        node: 'novox',
        text: 'containers[2]: "hosts": expected a list or a map, found a text of 11 characters',
      },
    ]);
  });

  it('with a name without an address lacks that address', () => {
    expect(loneReport({ roster: { a: [] }, containers })).toEqual(
      partial('novox', 'addresses', { roster: roster(['a:']), containers: [web] }, 'names without an address'),
    );
  });

  it('with a container that is listed twice has both, and says so', () => {
    const keys = { containers: [{ name: 'web' }, { name: 'web', image: 'web:2' }] };

    expect(loneReport(keys)).toEqual(
      planned('novox', { containers: [{ id: 'web' }, { id: 'web#2', spec: { image: 'web:2' } }] }),
    );
    expect(loneProblems(keys)).toEqual([{ code: 'repeated-container', node: 'novox', container: 'web' }]);
  });

  it('with one bad entry among many has the others, and says so', () => {
    const keys = { containers: [{ name: 'web', hosts: ['a:192.0.2.1', 'nonsense', 'b:192.0.2.300'] }] };

    expect(loneReport(keys)).toEqual(
      planned('novox', declaration({ containers: [{ id: 'web', hosts: list('a:192.0.2.1', 'b:192.0.2.300') }] })),
    );
    expect(loneProblems(keys)).toEqual([
      { code: 'malformed-entry', node: 'novox', text: 'nonsense' },
      { code: 'invalid-address', node: 'novox', name: 'b', text: '192.0.2.300' },
    ]);
  });

  it.each([
    [{ containers: {} }, 'the declaration: "containers": expected a list of containers, found an object'],
    [{ address: 5 }, 'the declaration: "address": expected a text, found 5'],
    [
      { roster: 'x', containers: [] },
      'the declaration: "roster": expected a list or a map, found a text of one character',
    ],
  ])('such as %j is unreadable', (keys, error) => {
    expect(loneReport({ outcome: 'planned', ...keys })).toEqual(unreadable('novox', error));
  });
});
