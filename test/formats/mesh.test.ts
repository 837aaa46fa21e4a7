import { describe, expect, it } from 'vitest';
import { readPass } from '../../src/formats/index.ts';
import { failed, partial, passDraft, planned, roster } from '../roster/builders.ts';
import { draftOf } from './builders.ts';

describe('a pass document', () => {
  it('gives every part of a pass', () => {
    const draft = draftOf({
      controller: 'mesh',
      pass: '412',
      at: '2026-09-29T22:46:03+02:00',
      trigger: 'assign ace searxng',
      roster: [{ name: 'git.novox.example', address: '192.0.2.3', node: 'novox' }],
      nodes: [
        { node: 'novox', address: '192.0.2.3', outcome: 'planned', containers: [{ name: 'web', module: 'mesh' }] },
        { node: 'g14', outcome: 'failed', error: 'plan: store unreachable' },
      ],
      region: 'east',
    });

    expect(draft).toEqual(
      passDraft({
        controller: 'mesh',
        key: '412',
        at: Date.parse('2026-09-29T20:46:03Z'),
        trigger: 'assign ace searxng',
        roster: {
          ...roster(['git.novox.example:192.0.2.3'], { 'git.novox.example': 'novox' }),
        },
        reports: [
          planned('novox', { address: '192.0.2.3', containers: [{ id: 'mesh/web' }] }),
          failed('g14', 'plan: store unreachable'),
        ],
        extra: { region: 'east' },
      }),
    );
  });

  it('circumstances fill in what it lacks', () => {
    const circumstances = { controller: 'mesh', key: '412', at: 17, trigger: 'cron' };

    expect(draftOf({ nodes: [] }, circumstances)).toEqual(passDraft(circumstances));
  });

  it('circumstances do not contradict it', () => {
    const circumstances = { controller: 'x', key: 'x', at: 17, trigger: 'x', node: 'x' };
    const document = { controller: 'mesh', pass: '412', at: '2026-09-29T20:46:03Z', trigger: 'assign', nodes: [] };

    expect(draftOf(document, circumstances)).toEqual(draftOf(document));
  });

  it('what is null is what is absent', () => {
    const document = { controller: null, pass: null, at: null, trigger: null, roster: null, nodes: null };

    expect(draftOf(document)).toEqual(passDraft());
  });

  it('a trigger is kept as given', () => {
    expect(draftOf({ trigger: { verb: 'assign', modules: ['searxng'] }, nodes: [] }).trigger).toEqual({
      verb: 'assign',
      modules: ['searxng'],
    });
  });

  it('an empty roster is a roster, and no roster is none', () => {
    expect([draftOf({ roster: [] }).roster, draftOf({ roster: {} }).roster, draftOf({ nodes: [] }).roster]).toEqual([
      roster([]),
      roster([]),
      null,
    ]);
  });

  it('a time that cannot be read is a problem, and the circumstances fill in', () => {
    expect(draftOf({ at: 'yesterday', nodes: [] }, { at: 17 })).toEqual(
      passDraft({ at: 17, problems: [{ code: 'invalid-time', text: 'yesterday' }] }),
    );
  });

  it('a roster that lists a name without an address is partial', () => {
    expect(draftOf({ roster: { a: '192.0.2.1', b: null } })).toEqual(
      passDraft({
        roster: roster(['a:192.0.2.1', 'b:']),
        outcome: 'partial',
        missing: 'addresses',
        error: 'names without an address',
        problems: [{ code: 'no-address', name: 'b', text: 'b:' }],
      }),
    );
  });

  it('what a failed command printed may lack names', () => {
    const circumstances = { exitStatus: 1, standardError: 'timed out' };

    expect(draftOf({ roster: { a: null }, nodes: [{ node: 'novox', containers: [] }] }, circumstances)).toMatchObject({
      outcome: 'partial',
      missing: 'names',
      error: 'exit status 1: timed out',
      reports: [partial('novox', 'names', { containers: [] }, 'exit status 1: timed out')],
    });
  });

  it('a roster that is none leaves its nodes as they are', () => {
    const error = 'the pass document: "roster": expected a list or a map, found a text of 5 characters';

    expect(draftOf({ roster: 'later', nodes: [{ node: 'novox', containers: [] }] })).toEqual(
      passDraft({
        outcome: 'unreadable',
        error,
        reports: [planned('novox', { containers: [] })],
        problems: [{ code: 'unreadable-input', text: error }],
      }),
    );
  });

  it('a roster that is none, of a failed command, tells of both', () => {
    expect(draftOf({ roster: 5, nodes: [] }, { exitStatus: 1 })).toMatchObject({
      outcome: 'unreadable',
      missing: null,
      error: 'exit status 1; the pass document: "roster": expected a list or a map, found 5',
    });
  });

  it('a node that is named twice goes by its last entry', () => {
    const document = {
      nodes: [
        { node: 'novox', containers: [{ name: 'web' }] },
        { node: 'g14', containers: [] },
        { node: 'novox', containers: [] },
      ],
    };

    expect(draftOf(document)).toEqual(
      passDraft({
        reports: [planned('novox', { containers: [] }), planned('g14', { containers: [] })],
        problems: [{ code: 'malformed-node', node: 'novox', text: 'named twice; the last entry counts' }],
      }),
    );
  });

  it('one node that is none among many is a problem of that node', () => {
    const document = {
      nodes: [5, { node: 'novox', containers: [] }, { containers: [] }, { node: 'g14', containers: 5 }],
    };

    expect(draftOf(document)).toEqual(
      passDraft({
        reports: [
          planned('novox', { containers: [] }),
          {
            node: 'g14',
            outcome: 'unreadable',
            error: 'nodes[3]: "containers": expected a list of containers, found 5',
            address: null,
          },
        ],
        problems: [
          { code: 'malformed-node', text: 'nodes[0]: expected an object, found 5' },
          { code: 'malformed-node', text: 'nodes[2]: names no node' },
          {
            code: 'malformed-node',
            node: 'g14',
            text: 'nodes[3]: "containers": expected a list of containers, found 5',
          },
        ],
      }),
    );
  });

  it('the node of the circumstances is not put on its nodes', () => {
    expect(draftOf({ nodes: [{ containers: [] }] }, { node: 'novox' }).reports).toEqual([]);
  });

  it('a node that is said to be unreported has no report', () => {
    expect(draftOf({ nodes: [{ node: 'novox', outcome: 'unreported' }] })).toEqual(passDraft());
  });

  it('keys of objects that objects know by heart are kept as data', () => {
    const text = '{"nodes":[],"__proto__":{"polluted":true},"constructor":1}';

    const { extra } = readPass(text).draft;

    expect(JSON.stringify(extra)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    [{ nodes: {} }, 'the pass document: "nodes": expected a list of declarations, found an object'],
    [{ nodes: [], controller: 5 }, 'the pass document: "controller": expected a text, found 5'],
    [{ nodes: [], pass: [] }, 'the pass id ("pass"): expected a text or a number, found a list'],
  ])('%j is unreadable', (document, message) => {
    expect(() => draftOf(document)).toThrow(message);
  });
});

describe('a lone declaration', () => {
  it('is one report with the pass-level keys beside it, and its roster and its other keys are its own', () => {
    const draft = draftOf({
      controller: 'mesh',
      pass: '412',
      at: '2026-09-29T20:46:03Z',
      trigger: 'assign',
      node: 'novox',
      address: '192.0.2.3',
      roster: { a: '192.0.2.1' },
      containers: [],
      region: 'east',
    });

    expect(draft).toEqual(
      passDraft({
        controller: 'mesh',
        key: '412',
        at: Date.parse('2026-09-29T20:46:03Z'),
        trigger: 'assign',
        reports: [
          planned('novox', {
            address: '192.0.2.3',
            roster: roster(['a:192.0.2.1']),
            containers: [],
            extra: { region: 'east' },
          }),
        ],
        lone: true,
      }),
    );
  });

  it('without a node goes under that of the circumstances', () => {
    const circumstances = { node: 'novox' };

    expect([draftOf({ containers: [] }, circumstances), draftOf({ containers: [], node: '' }, circumstances)]).toEqual(
      Array(2).fill(passDraft({ reports: [planned('novox', { containers: [] })], lone: true })),
    );
  });

  it('goes under its own node, whatever the circumstances', () => {
    expect(draftOf({ node: 'novox', containers: [] }, { node: 'x' })).toEqual(
      passDraft({ reports: [planned('novox', { containers: [] })], lone: true }),
    );
  });

  it.each([
    [{ containers: [] }, 'the declaration names no node: expected a key "node"'],
    [{ containers: [], node: 5 }, 'the declaration names no node: "node": expected a text, found 5'],
  ])('without any node %j is unreadable', (document, message) => {
    expect(() => draftOf(document)).toThrow(expect.objectContaining({ message, hint: 'add --node NAME' }));
  });

  it('the roster of a node that is named alone is its own', () => {
    expect(draftOf({ node: 'novox', roster: ['a:192.0.2.1'] })).toEqual(
      passDraft({ reports: [planned('novox', { roster: roster(['a:192.0.2.1']) })], lone: true }),
    );
  });

  it('of a failed command may lack names, and the pass has no outcome of its own', () => {
    expect(draftOf({ node: 'novox', containers: [] }, { exitStatus: 1 })).toEqual(
      passDraft({ reports: [partial('novox', 'names', { containers: [] }, 'exit status 1')], lone: true }),
    );
  });

  it('that is said to be unreported is a pass without reports', () => {
    expect(draftOf({ node: 'novox', outcome: 'unreported' })).toEqual(passDraft({ lone: true }));
  });
});
