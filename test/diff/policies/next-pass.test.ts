import { describe, expect, test } from 'vitest';
import {
  meshNames,
  type NameChange,
  nextPass,
  standingNodes,
  withDraft,
  withNames,
  withRoster,
} from '../../../src/diff/index.ts';
import type { Address, Container, Name, State } from '../../../src/roster/index.ts';
import {
  failed,
  partial,
  pass,
  passDraft,
  planned,
  roster,
  type StateParts,
  skipped,
  startMs,
  state,
} from '../../roster/builders.ts';
import { mesh, runs } from '../builders.ts';
import { bound, shown } from './builders.ts';

const [a, b, c] = ['a.example:192.0.2.1', 'b.example:192.0.2.2', 'c.example:192.0.2.3'];

function change(name: string, ...addresses: readonly string[]): NameChange {
  return { name: name as Name, addresses: addresses as readonly Address[] };
}

/** The hosts lists of a state, by container. */
function lists({ nodes }: State): Record<string, string[]> {
  return Object.fromEntries(
    [...nodes.values()].flatMap(({ node, containers }) =>
      [...containers.values()].map(({ id, hosts }) => [`${node} ${id}`, hosts.entries.map(({ text }) => text)]),
    ),
  );
}

describe('the names of the mesh', () => {
  test('are those of its roster, else those on which its nodes agree', () => {
    const nodes = { ace: runs(a, b), g14: runs(a, 'b.example:192.0.2.9') };

    expect(shown(meshNames(state({ roster: [c], nodes })))).toEqual([c]);
    expect(shown(meshNames(state({ nodes })))).toEqual([a]);
  });
});

describe('after changes of names', () => {
  const changed = (parts: StateParts, ...changes: readonly NameChange[]) => withNames(state(parts), changes);

  test('a name is gone from, or is at its new addresses in, each list that has it', () => {
    const before = { nodes: { ace: runs(a, b), g14: runs(c) } };

    expect(lists(changed(before, change('b.example')))).toEqual({ 'ace mesh/web': [a], 'g14 mesh/web': [c] });
    expect(lists(changed(before, change('a.example', '192.0.2.7', '2001:db8::7')))).toEqual({
      'ace mesh/web': ['a.example:192.0.2.7', 'a.example:2001:db8::7', b],
      'g14 mesh/web': [c],
    });
  });

  test('all addresses of a name make way for the new one, in the place of the first', () => {
    const list = runs(c, 'b.example:192.0.2.2', a, 'b.example:192.0.2.9');

    expect(lists(changed({ nodes: { ace: list } }, change('b.example', '192.0.2.5')))).toEqual({
      'ace mesh/web': [c, 'b.example:192.0.2.5', a],
    });
  });

  test('a name that comes is in each list that has at least half of the names', () => {
    const nodes = { ace: runs(a, b), g14: runs(a), kite: runs() };

    expect(lists(changed({ nodes }, change('d.example', '192.0.2.4')))).toEqual({
      'ace mesh/web': [a, b, 'd.example:192.0.2.4'],
      'g14 mesh/web': [a, 'd.example:192.0.2.4'],
      'kite mesh/web': [],
    });
    expect(lists(changed({ roster: [a, b, c], nodes }, change('d.example', '192.0.2.4')))['g14 mesh/web']).toEqual([a]);
    expect(lists(changed({ nodes: { kite: runs() } }, change('d.example', '192.0.2.4')))).toEqual({
      'kite mesh/web': [],
    });
  });

  test('a name that comes stands in its place where a list is sorted, and else at the end', () => {
    const nodes = { ace: runs(a, c), g14: runs(c, a) };

    expect(lists(changed({ nodes }, change('b.example', '192.0.2.2')))).toEqual({
      'ace mesh/web': [a, b, c],
      'g14 mesh/web': [c, a, b],
    });
  });

  test('rosters follow, with the owners that they gave', () => {
    const given = roster([a, b], { 'a.example': 'ace' });
    const after = changed(
      { roster: given, nodes: { ace: { containers: [], roster: given }, g14: runs(a, b) } },
      change('b.example'),
      change('d.example', '192.0.2.4'),
    );

    expect(shown(meshNames(after))).toEqual([a, 'd.example:192.0.2.4']);
    expect(after.roster?.owners).toEqual(given.owners);
    expect(after.nodes.get('ace')?.roster?.list.entries.map(({ text }) => text)).toEqual([a, 'd.example:192.0.2.4']);
  });

  test('a name that goes and was nowhere leaves everything as it is', () => {
    const before = state(mesh([a], { roster: [a] }));

    const after = withNames(before, [change('z.example')]);

    expect(after.roster).toBe(before.roster);
    expect(lists(after)).toEqual(lists(before));
  });

  test('a node with another list has another digest, and one with the same list has the same', () => {
    const [before, after] = [change('b.example', '192.0.2.9'), change('b.example')].map((one) =>
      changed({ nodes: { ace: runs(a, b), g14: runs(c) } }, one),
    );

    expect(before?.nodes.get('ace')?.digest).not.toBe(after?.nodes.get('ace')?.digest);
    expect(before?.nodes.get('g14')?.digest).toBe(after?.nodes.get('g14')?.digest);
  });
});

describe('after a pass that was read', () => {
  const before = state({ roster: [a], nodes: { ace: { address: '192.0.2.4', ...runs(a, b) }, g14: runs(a) } });

  test('what it declares is in force, and what it does not name stands', () => {
    const after = withDraft(before, passDraft({ roster: [a, c], reports: [planned('ace', runs(c))] }));

    expect(lists(after)).toEqual({ 'ace mesh/web': [c], 'g14 mesh/web': [a] });
    expect(shown(meshNames(after))).toEqual([a, c]);
    expect(after.nodes.get('ace')?.address).toBe('192.0.2.4');
  });

  test('a node that is new is there', () => {
    expect(lists(withDraft(before, passDraft({ reports: [planned('kite', runs(b))] })))).toEqual({
      'ace mesh/web': [a, b],
      'g14 mesh/web': [a],
      'kite mesh/web': [b],
    });
  });

  test('a container with the same spec binds what it was seen to bind, though the pass lost the name', () => {
    const one = (binds: readonly string[], image = 'web:1') => bound(binds, { hosts: [a], spec: { image } });
    const held = state({ nodes: { ace: { containers: [one(['a.example', 'b.example'])] } } });
    const bindsAfter = (container: Container) =>
      withDraft(held, passDraft({ reports: [planned('ace', { containers: [container] })] }))
        .nodes.get('ace')
        ?.containers.get('mesh/web')?.spec;

    expect(bindsAfter(one(['a.example']))?.binds).toEqual({ told: true, names: new Set(['a.example', 'b.example']) });
    expect(bindsAfter(one(['a.example']))?.value).toEqual({ image: 'web:1' });
    expect(bindsAfter(one(['a.example'], 'web:2'))?.binds).toEqual({ told: true, names: new Set(['a.example']) });
  });

  test('a node whose plan failed stands', () => {
    expect(withDraft(before, passDraft({ reports: [failed('ace'), skipped('g14')] })).nodes).toEqual(before.nodes);
  });

  test('a declaration that was read in part removes nothing', () => {
    const report = partial('ace', 'names', { containers: [{ hosts: [c] }] });

    expect(lists(withDraft(before, passDraft({ reports: [report] })))['ace mesh/web']).toEqual([a, b, c]);
  });
});

describe('after a roster that was read', () => {
  const held = state({ roster: [a, b], nodes: { ace: runs(a, b), g14: runs(a, b), kite: runs() } });

  test('names go into hosts lists as changes of them do, and not on nodes that stand', () => {
    const after = withRoster(held, passDraft({ roster: [a, c] }), new Set(['g14']));

    expect(lists(after)).toEqual({ 'ace mesh/web': [a, c], 'g14 mesh/web': [a, b], 'kite mesh/web': [] });
    expect(shown(meshNames(after))).toEqual([a, c]);
  });

  test('what was read in part takes no name away', () => {
    const after = withRoster(held, passDraft({ roster: [c], missing: 'names' }), new Set());

    expect(shown(meshNames(after))).toEqual([a, b, c]);
    expect(lists(after)['ace mesh/web']).toEqual([a, b, c]);
  });
});

describe('the nodes that stand', () => {
  test('are those that were handed nothing', () => {
    const outcomes = (['planned', 'partial', 'failed', 'skipped', 'unreadable', 'unreported'] as const).map(
      (outcome) => ({ node: outcome, outcome }),
    );

    expect([...standingNodes(pass({ outcomes }))]).toEqual(['failed', 'skipped', 'unreadable']);
  });
});

describe('the pass that would come next', () => {
  const latest = pass({ number: 7, controller: 'mesh', key: '413', state: mesh([a]) });

  test('follows the latest, with every node planned', () => {
    const next = nextPass(latest, latest.state, startMs);

    expect(next).toEqual({
      number: 8,
      controller: 'mesh',
      key: null,
      at: startMs,
      recordedAt: startMs,
      trigger: null,
      outcome: 'planned',
      error: null,
      source: null,
      problems: [],
      extra: {},
      outcomes: [
        { node: 'g14', outcome: 'planned', error: null },
        { node: 'novox', outcome: 'planned', error: null },
      ],
      state: latest.state,
    });
  });

  test('has the outcomes of the pass that was read', () => {
    const draft = passDraft({ trigger: 'assign ace searxng', reports: [failed('g14', 'plan: store unreachable')] });

    const next = nextPass(latest, latest.state, startMs, draft);

    expect(next.trigger).toBe('assign ace searxng');
    expect(next.outcomes.map(({ node, outcome }) => [node, outcome])).toEqual([
      ['g14', 'failed'],
      ['novox', 'unreported'],
    ]);
  });

  test('hands nothing to a node that was handed nothing, where no pass was read', () => {
    const outcomes = [{ node: 'g14', outcome: 'failed' as const, error: 'plan: store unreachable' }];

    expect(nextPass(pass({ state: mesh([a]), outcomes }), state(mesh([a])), startMs).outcomes).toEqual([
      { node: 'g14', outcome: 'failed', error: 'plan: store unreachable' },
      { node: 'novox', outcome: 'planned', error: null },
    ]);
  });

  test('has a node that failed and of which nothing was known', () => {
    const draft = passDraft({ reports: [failed('kite', 'plan: store unreachable')] });

    expect(nextPass(latest, withDraft(latest.state, draft), startMs, draft).outcomes.at(-1)).toEqual({
      node: 'kite',
      outcome: 'failed',
      error: 'plan: store unreachable',
    });
  });

  test('is a failed one where the pass that was read is', () => {
    expect(nextPass(latest, latest.state, startMs, passDraft({ outcome: 'failed' })).outcome).toBe('failed');
  });
});
