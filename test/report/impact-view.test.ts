import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asRecorded,
  diagnose,
  type Impact,
  impactOf,
  meshNames,
  type NameChange,
  nextPass,
  type Policy,
  policyOf,
  withDraft,
  withNames,
} from '../../src/diff/index.ts';
import { type AskedImpact, type ChangeWords, impactView } from '../../src/report/impact-view.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import type { Address, Name, Pass } from '../../src/roster/index.ts';
import { mesh, recordingGap } from '../diff/builders.ts';
import { type DeclarationParts, pass, passDraft, planned, type StateParts } from '../roster/builders.ts';
import { utc } from './builders.ts';
import { hostileText, tokenCounts } from './hostile.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3'];
const git = 'git.g14.example:192.0.2.2';
const hosts = [...own, git];
const some = [asRecorded, policyOf(['resolver']), policyOf(['hold-down'], 2)];

/** Recorded passes whose last one is in this state. */
function recorded(state: StateParts = mesh(hosts, { roster: hosts })): Pass[] {
  return [1, 2].map((number) => pass({ number: number + 410, key: String(number), state }));
}

function impact(
  passes: readonly Pass[],
  next: Pass,
  policies: readonly Policy[],
  controlPlane: readonly string[],
): Impact {
  return impactOf({ baseline: null, passes: () => passes }, next, { policies, controlPlane, pauseMs: 60_000 });
}

/** Changes of names, `name` for one that goes and `name:address` for one that is there then. */
function changed(passes: readonly Pass[], texts: readonly string[], controlPlane: readonly string[], policies = some) {
  const latest = passes.at(-1) as Pass;
  const changes = texts.map((text): NameChange => {
    const [name, address] = text.split(/:(.*)/) as [Name, Address | undefined];
    return { name, addresses: address === undefined ? [] : (address.split(',') as Address[]) };
  });
  const next = nextPass(latest, withNames(latest.state, changes), latest.at + 60_000);
  const before = meshNames(latest.state);
  const words: ChangeWords = {
    kind: 'names',
    changes: changes.map(({ name, addresses }) => ({ name, before: before.get(name) ?? [], after: addresses })),
  };
  const asked: AskedImpact = { words, latest, gaps: [], controlPlane };
  return { impact: impact(passes, next, policies, controlPlane), asked };
}

/** A declaration of novox that is applied. */
function applied(passes: readonly Pass[], declaration: DeclarationParts, controlPlane: readonly string[] = []) {
  const latest = passes.at(-1) as Pass;
  const draft = passDraft({ reports: [planned('novox', declaration)] });
  const next = nextPass(latest, withDraft(latest.state, draft), latest.at + 60_000, draft);
  const asked: AskedImpact = { words: { kind: 'file', file: 'next.json' }, latest, gaps: [], controlPlane };
  return { impact: impact(passes, next, some, controlPlane), asked };
}

function shown(one: ReturnType<typeof changed>, width: number | null, parts: Partial<AskedImpact> = {}): string[] {
  const view = impactView(one.impact, { ...one.asked, ...parts }, utc);
  return renderTerminal(view, { width, colour: false }).trimEnd().split('\n');
}

describe('what a change would replace', () => {
  test('is told at 80 columns, with what the control plane runs on first', () => {
    expect(shown(changed(recorded(), ['git.g14.example'], ['postgres*']), 80)).toEqual([
      'removing git.g14.example, after pass 412 of 2026-03-01 16:52:00 UTC · UTC',
      '',
      'replaces 3 of 3 containers on 2 nodes, 1 of the control plane',
      '    − git.g14.example of g14: was 192.0.2.2, withdrawn (recorded), in all 3',
      '      containers of g14 and novox',
      '    replaced 3 for the roster alone: forgejo.server (forgejo) on g14,',
      '      postgres.server (mesh-store) on novox and gitea.server (gitea) on novox',
      '',
      'g14    1 of 1: forgejo.server (forgejo)',
      'novox  2 of 2: *postgres.server (mesh-store), gitea.server (gitea)',
      '',
      'POLICY       NOW  CONTROL         LATER  BY NODE',
      'as-recorded    3        1             0  every container',
      'resolver       0        0             0  –',
      'hold-down 2    0        1  3 by pass +2  every container',
      '',
      '- * and control, now and later: what the control plane runs on (postgres*)',
      '- later: replaced by passes after the one that brings the change, though nothing',
      '  else changes',
      '- as-recorded: the text of the whole hosts list is part of the identity',
      '- resolver: nothing is baked in: names are looked up in the roster of the',
      '  moment, and something always answers',
      '- hold-down 2: a name that is gone stays for 2 passes and goes with the next; a',
      '  name that comes or moves does so at once',
    ]);
  });

  test('is told without a control plane, at 160 columns', () => {
    expect(shown(changed(recorded(), ['git.g14.example:192.0.2.9'], []), 160)).toEqual([
      'moving git.g14.example from 192.0.2.2 to 192.0.2.9, after pass 412 of 2026-03-01 16:52:00 UTC · UTC',
      '',
      'replaces 3 of 3 containers on 2 nodes',
      '    ~ git.g14.example: 192.0.2.2 → 192.0.2.9, in all 3 containers of g14 and novox',
      '    replaced 3 for the roster alone: forgejo.server (forgejo) on g14, postgres.server (mesh-store) on novox and gitea.server (gitea) on novox',
      '',
      'g14    1 of 1: forgejo.server (forgejo)',
      'novox  2 of 2: postgres.server (mesh-store), gitea.server (gitea)',
      '',
      'POLICY       NOW  LATER  BY NODE',
      'as-recorded    3      0  every container',
      'resolver       0      0  –',
      'hold-down 2    3      0  every container',
      '',
      '- no container is named that the control plane runs on (--control-plane)',
      '- as-recorded: the text of the whole hosts list is part of the identity',
      '- resolver: nothing is baked in: names are looked up in the roster of the moment, and something always answers',
      '- hold-down 2: a name that is gone stays for 2 passes and goes with the next; a name that comes or moves does so at once',
    ]);
  });

  test('is told in Markdown', () => {
    const { impact: one, asked } = changed(recorded(), ['wiki.g14.example:192.0.2.2'], ['postgres*'], [asRecorded]);

    expect(renderMarkdown(impactView(one, asked, utc)).split('\n')).toEqual([
      '# adding wiki.g14.example at 192.0.2.2, after pass 412 of 2026-03-01 16:52:00 UTC · UTC',
      '',
      '**replaces 3 of 3 containers** on 2 nodes, **1 of the control plane**',
      '',
      '- \\+ wiki.g14.example of g14: 192.0.2.2, new, in all 3 containers of g14 and novox',
      '- **replaced** 3 for the roster alone: forgejo.server (forgejo) on g14, postgres.server (mesh-store) on novox and gitea.server (gitea) on novox',
      '',
      '- **g14**',
      '  - 1 of 1: forgejo.server (forgejo)',
      '- **novox**',
      '  - 2 of 2: **\\*postgres.server (mesh-store)**, gitea.server (gitea)',
      '',
      '| Policy | Now | Control | Later | By node |',
      '| --- | ---: | ---: | ---: | --- |',
      '| **as-recorded** | 3 | 1 | 0 | every container |',
      '',
      '- \\* and control, now and later: what the control plane runs on (postgres\\*)',
      "- a name that comes goes into each hosts list that has at least half of the mesh's names",
      '- **as-recorded**: the text of the whole hosts list is part of the identity',
      '',
    ]);
  });

  test('may be nothing', () => {
    const containers = recorded().at(-1)?.state.nodes.get('novox')?.containers;

    expect(shown(applied(recorded(), { containers: [...(containers?.values() ?? [])] }), null).slice(0, 9)).toEqual([
      'applying next.json, after pass 412 of 2026-03-01 16:52:00 UTC · UTC',
      '',
      'replaces nothing of 3 containers',
      '    no name moves and no container changes',
      '',
      'POLICY       NOW  LATER  BY NODE',
      'as-recorded    0      0  –',
      'resolver       0      0  –',
      'hold-down 2    0      0  –',
    ]);
  });

  test('is told apart from what comes and goes', () => {
    const store = { id: 'mesh-store/postgres.server', hosts, spec: { image: 'postgres:17' } };

    const both = applied(recorded(), { containers: [store, { id: 'mesh/new', hosts }] });

    expect(shown(both, null).slice(0, 9)).toEqual([
      'applying next.json, after pass 412 of 2026-03-01 16:52:00 UTC · UTC',
      '',
      'replaces 1 of 3 containers on 1 node; 1 container comes and 1 container goes',
      '    replaced 1 for the spec (image): postgres.server (mesh-store) on novox',
      '    + 1 container came: new (mesh) on novox',
      '    − 1 container went: gitea.server (gitea) on novox',
      '',
      'novox  1 of 2: postgres.server (mesh-store)',
      '',
    ]);
    expect(shown(applied(recorded(), { containers: [{ id: 'mesh/a' }, { id: 'mesh/b' }] }), null)[2]).toBe(
      'replaces nothing of 3 containers; 2 containers come and 2 containers go',
    );
  });

  test('lists some containers of many, and some nodes of many', () => {
    const state: StateParts = {
      roster: hosts,
      nodes: {
        novox: { containers: Array.from({ length: 12 }, (_, index) => ({ id: `mesh/c${index + 1}`, hosts })) },
        ...Object.fromEntries(
          ['ace', 'g14', 'kite', 'lyra', 'shanks'].map((node) => [
            node,
            { containers: [{ hosts }, { id: 'mesh/without', hosts: [] }] },
          ]),
        ),
      },
    };
    const lines = shown(changed(recorded(state), ['git.g14.example'], [], [asRecorded]), null);

    expect(lines.slice(5, 15)).toEqual([
      '',
      'novox   12 of 12: c1 (mesh), c2 (mesh), c3 (mesh), c4 (mesh), c5 (mesh), c6 (mesh), c7 (mesh), c8 (mesh) and 4 more',
      'ace     1 of 2: web (mesh)',
      'g14     1 of 2: web (mesh)',
      'kite    1 of 2: web (mesh)',
      'lyra    1 of 2: web (mesh)',
      'shanks  1 of 2: web (mesh)',
      '',
      'POLICY       NOW  LATER  BY NODE',
      'as-recorded   17      0  novox 12/12, ace 1/2, g14 1/2, kite 1/2 and 2 more',
    ]);
  });

  test('rests on passes with gaps', () => {
    const passes = recorded();
    const { gaps } = diagnose(
      { baseline: null, passes: () => passes, recordingGaps: [recordingGap(411.2, 411.8)] },
      { observations: [], controlPlane: [] },
    ).window;
    const lines = shown(changed(passes, ['git.g14.example'], []), null, { gaps });
    const place = lines.findIndex((text) => text.includes('1 gap'));

    expect(lines.slice(place, place + 2)).toEqual([
      '1 gap in the passes before',
      '    not recorded 2026-03-01 16:51:12–16:51:48, 0.6 min, before pass 412: the recorder was not running',
    ]);
  });
});

test('several changes are told in the title', () => {
  const one = changed(recorded(), ['git.g14.example', 'new.example:192.0.2.7,192.0.2.8', 'g14.internal:192.0.2.9'], []);

  expect(shown(one, null)[0]).toBe(
    'removing git.g14.example, adding new.example at 192.0.2.7 192.0.2.8, moving g14.internal from 192.0.2.2 to 192.0.2.9, ' +
      'after pass 412 of 2026-03-01 16:52:00 UTC · UTC',
  );
});

test('no name of a file, policy, container, node or pattern is read as markup', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (a, b) => {
      const passes = recorded({
        nodes: { [`n${a}`]: { containers: [{ id: `m${b}/c${a}`, hosts }] }, [`o${b}`]: { containers: [{ hosts }] } },
      });
      const policy = { ...asRecorded, name: `p${a}` };
      const { impact: one, asked } = changed(passes, ['git.g14.example'], [`*${a}`], [asRecorded, policy]);
      const words: ChangeWords = { kind: 'file', file: `f${b}` };

      const markdown = renderMarkdown(impactView(one, { ...asked, words }, utc));

      const { heading_open, tr_open, html_inline, html_block, link_open } = tokenCounts(markdown);
      expect({ heading_open, tr_open, html_inline, html_block, link_open }).toEqual({
        heading_open: 1,
        tr_open: 3,
      });
    }),
  );
});
