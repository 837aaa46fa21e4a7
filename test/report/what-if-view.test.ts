import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asRecorded,
  defaultPolicies,
  diagnose,
  type Policy,
  type PolicyCost,
  policyOf,
  type UntoldBinding,
  type WhatIf,
  whatIf,
} from '../../src/diff/index.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { whatIfView } from '../../src/report/what-if-view.ts';
import type { Pass } from '../../src/roster/index.ts';
import { mesh, recordingGap } from '../diff/builders.ts';
import { pass } from '../roster/builders.ts';
import { plain, utc } from './builders.ts';
import { hostileText, tokenCounts } from './hostile.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3', 'new.example:192.0.2.9'];
const routed = ['git.g14.example:192.0.2.2', 'wiki.g14.example:192.0.2.2'];
const rosters: Readonly<Record<string, readonly string[]>> = {
  K: [...own.slice(0, 2), ...routed],
  W: [...own, ...routed],
  L: own,
};

/** Passes with the roster of each letter: before the kick, whole, and without the names of g14. */
function passes(letters: string): Pass[] {
  return [...letters].map((letter, index) => {
    const roster = rosters[letter] as readonly string[];
    return pass({ number: index + 1, state: mesh(roster, { roster }) });
  });
}

function replayed(letters: string, controlPlane: readonly string[] = [], policies = defaultPolicies): WhatIf {
  const source = { baseline: null, passes: () => passes(letters) };
  const { loop } = diagnose(source, { observations: [], controlPlane });
  return whatIf(source, { policies, controlPlane, loop });
}

/** What is answered, as a person reads it in a terminal so wide. */
function shown(asked: WhatIf, width: number | null, controlPlane: readonly string[] = []): string[] {
  const view = whatIfView(asked, { words: 'all passes', gaps: [], controlPlane }, utc);
  return renderTerminal(view, { width, colour: false }).trimEnd().split('\n');
}

const looping = 'KWLLWLLW';

describe('what would have been', () => {
  test('is told at 80 columns', () => {
    expect(shown(replayed('WLLW', ['postgres*']), 80, ['postgres*'])).toEqual([
      'all passes · 4 passes, 3 containers · UTC',
      '',
      'none instead of 6 replacements under resolver (a name missing 6 times),',
      'last-known-good (6 times the address of a name that looks lost), hold-down 3 (6',
      'times the address of a name that looks lost) or scoped+last-known-good (6 times',
      'the address of a name that looks lost)',
      '',
      'POLICY                  REPLACED  CONTROL  WORST MIN   STALE    FOR  MISSING',
      'as-recorded                    6        2          3       0      –        6',
      'sorted                         6        2          3       0      –        6',
      'scoped                         6        2          3       0      –        6',
      'resolver                       0        0          0       0      –        6',
      'last-known-good                0        0          0  6 lost  2 min        0',
      'hold-down 3                    0        0          0  6 lost  2 min        0',
      'damped                         6        2          3       0      –        6',
      'damped-7196                    6        2          3       0      –        6',
      'scoped+last-known-good         0        0          0  6 lost  2 min        0',
      '',
      '- control: replacements of what the control plane runs on (postgres*)',
      '- worst min: the most in one minute, as if each pass had replaced all at once',
      '- stale, for: containers with an address that the roster gave a name before and',
      '  gives it no more, counted once for each pass, and for how long one had it;',
      '  "lost" where the name went because a plan failed, or as if one had: then the',
      '  address most likely still holds',
      '- missing: containers without a name that they had, though the roster has it or',
      "  would have it but for its owner's failed plan, counted once for each pass;",
      '  under scoped, a name that they bind',
      '- each pass delivers what it delivered, a node that is handed nothing keeps what',
      '  it runs, and a container is replaced when its identity changes',
      '- replacements that nothing recorded explains are counted under no policy',
      '- figures are predicted from declarations; plans fail in the passes in which',
      '  they did',
      '- scoped: 3 of 3 containers are given every name, since bindings were not looked',
      '  for yet when that was recorded: forgejo.server (forgejo) on g14,',
      '  postgres.server (mesh-store) on novox and gitea.server (gitea) on novox',
      '- as-recorded: the text of the whole hosts list is part of the identity',
      '- sorted: another order or spelling of entries replaces nothing; another order',
      '  of the addresses of one name does',
      '- scoped: a container is given the names that its env, arguments, labels and',
      '  mounts speak of, and those that the config says it binds; what stands in files',
      '  that it reads is not seen',
      '- resolver: nothing is baked in: names are looked up in the roster of the',
      '  moment, and something always answers',
      "- last-known-good: names whose owner's plan failed, or looks as if it did, stay",
      '  at the addresses they had until that owner has a name back or plans well',
      '- hold-down 3: a name that is gone stays for 3 passes and goes with the next; a',
      '  name that comes or moves does so at once',
      '- damped: a name that changes too often is left out, so that nothing can look it',
      '  up: above a score of 2000 and until it is below 750 (1000 for going, 500 for',
      '  moving, half of it gone in 15 min, at most 12000; RFC 2439)',
      '- damped-7196: a name that changes too often is left out, so that nothing can',
      '  look it up: above a score of 6000 and until it is below 750 (1000 for going,',
      '  500 for moving, half of it gone in 15 min, at most 50000; RFC 2439 with the',
      '  threshold of RFC 7196)',
      '- scoped+last-known-good: the parts together',
    ]);
  });

  test('is told without a control plane, in one line for each note at 160 columns', () => {
    const few = [asRecorded, policyOf(['sorted']), policyOf(['last-known-good', 'sorted'])];

    expect(shown(replayed('WLLW', [], few), 160)).toEqual([
      'all passes · 4 passes, 3 containers · UTC',
      '',
      'none instead of 6 replacements under sorted+last-known-good (6 times the address of a name that looks lost)',
      '',
      'POLICY                  REPLACED  WORST MIN   STALE    FOR  MISSING',
      'as-recorded                    6          3       0      –        6',
      'sorted                         6          3       0      –        6',
      'sorted+last-known-good         0          0  6 lost  2 min        0',
      '',
      '- no container is named that the control plane runs on (--control-plane): neither its replacements nor a loop are told',
      '- worst min: the most in one minute, as if each pass had replaced all at once',
      '- stale, for: containers with an address that the roster gave a name before and gives it no more, counted once for each pass, and for how long one had it;',
      '  "lost" where the name went because a plan failed, or as if one had: then the address most likely still holds',
      "- missing: containers without a name that they had, though the roster has it or would have it but for its owner's failed plan, counted once for each pass; under",
      '  scoped, a name that they bind',
      '- each pass delivers what it delivered, a node that is handed nothing keeps what it runs, and a container is replaced when its identity changes',
      '- replacements that nothing recorded explains are counted under no policy',
      '- figures are predicted from declarations; plans fail in the passes in which they did',
      '- as-recorded: the text of the whole hosts list is part of the identity',
      '- sorted: another order or spelling of entries replaces nothing; another order of the addresses of one name does',
      "- sorted+last-known-good: names whose owner's plan failed, or looks as if it did, stay at the addresses they had until that owner has a name back or plans well",
    ]);
  });

  test('is told once as the plans failed, and once with the loop', () => {
    const few = [asRecorded, policyOf(['last-known-good'])];

    expect(shown(replayed(looping, ['postgres*'], few), 160, ['postgres*'])).toEqual([
      'all passes · 8 passes, 3 containers · UTC',
      '',
      '3 instead of 15 replacements under last-known-good (12 times the address of a name that looks lost)',
      '',
      'POLICY           REPLACED  CONTROL  WORST MIN    STALE    FOR  MISSING',
      'as-recorded            15        5          3        0      –       12',
      'last-known-good         3        1          3  12 lost  2 min        0',
      '',
      'With the loop, where a plan fails only after a pass that replaces postgres.server (mesh-store), as it did each time: 3 instead of 15 replacements under',
      'last-known-good (3 times the address of a name that looks lost)',
      '',
      'POLICY           REPLACED  CONTROL  WORST MIN   STALE    FOR  MISSING',
      'as-recorded            15        5          3       0      –       12',
      'last-known-good         3        1          3  3 lost  1 min        0',
      '',
      '- control: replacements of what the control plane runs on (postgres*)',
      '- worst min: the most in one minute, as if each pass had replaced all at once',
      '- stale, for: containers with an address that the roster gave a name before and gives it no more, counted once for each pass, and for how long one had it;',
      '  "lost" where the name went because a plan failed, or as if one had: then the address most likely still holds',
      "- missing: containers without a name that they had, though the roster has it or would have it but for its owner's failed plan, counted once for each pass; under",
      '  scoped, a name that they bind',
      '- each pass delivers what it delivered, a node that is handed nothing keeps what it runs, and a container is replaced when its identity changes',
      '- replacements that nothing recorded explains are counted under no policy',
      '- figures are predicted from declarations; plans fail in the passes in which they did, but for the table with the loop',
      '- as-recorded: the text of the whole hosts list is part of the identity',
      "- last-known-good: names whose owner's plan failed, or looks as if it did, stay at the addresses they had until that owner has a name back or plans well",
    ]);
  });

  test('is told in Markdown', () => {
    const asked = replayed(looping, ['postgres*'], [asRecorded, policyOf(['last-known-good'])]);
    const view = whatIfView(asked, { words: 'all passes', gaps: [], controlPlane: ['postgres*'] }, utc);

    expect(renderMarkdown(view).split('\n')).toEqual([
      '# all passes · 8 passes, 3 containers · UTC',
      '',
      '3 instead of 15 replacements under last-known-good (12 times the address of a name that looks lost)',
      '',
      '| Policy | Replaced | Control | Worst min | Stale | For | Missing |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
      '| **as-recorded** | 15 | 5 | 3 | 0 | – | 12 |',
      '| **last-known-good** | 3 | 1 | 3 | 12 lost | 2 min | 0 |',
      '',
      'With the **loop**, where a plan fails only after a pass that replaces postgres.server (mesh-store), as it did each time: 3 instead of 15 replacements under last-known-good (3 times the address of a name that looks lost)',
      '',
      '| Policy | Replaced | Control | Worst min | Stale | For | Missing |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
      '| **as-recorded** | 15 | 5 | 3 | 0 | – | 12 |',
      '| **last-known-good** | 3 | 1 | 3 | 3 lost | 1 min | 0 |',
      '',
      '- **control**: replacements of what the control plane runs on (postgres\\*)',
      '- **worst min**: the most in one minute, as if each pass had replaced all at once',
      '- **stale, for**: containers with an address that the roster gave a name before and gives it no more, counted once for each pass, and for how long one had it; "lost" where the name went because a plan failed, or as if one had: then the address most likely still holds',
      "- **missing**: containers without a name that they had, though the roster has it or would have it but for its owner's failed plan, counted once for each pass; under scoped, a name that they bind",
      '- each pass delivers what it delivered, a node that is handed nothing keeps what it runs, and a container is replaced when its identity changes',
      '- replacements that nothing recorded explains are counted under no policy',
      '- figures are predicted from declarations; plans fail in the passes in which they did, but for the table with the loop',
      '- **as-recorded**: the text of the whole hosts list is part of the identity',
      "- **last-known-good**: names whose owner's plan failed, or looks as if it did, stay at the addresses they had until that owner has a name back or plans well",
      '',
    ]);
  });

  test('of no passes is nothing', () => {
    expect(shown(replayed(''), null)).toEqual([
      'all passes · 0 passes, 0 containers · UTC',
      '',
      'no pass is recorded in this window',
    ]);
  });

  test('lacks what happened in a gap', () => {
    const { gaps } = diagnose(
      { baseline: null, passes: () => passes('WW'), recordingGaps: [recordingGap(1.2, 1.8)] },
      { observations: [], controlPlane: [] },
    ).window;
    const view = whatIfView(replayed('W'), { words: 'all passes', gaps, controlPlane: [] }, utc);

    expect(plain(view).trimEnd().split('\n').slice(-3)).toEqual([
      '',
      '1 gap in what is recorded: what happened there is in no figure',
      '    not recorded 2026-03-01 10:01:12–10:01:48, 0.6 min, before pass 2: the recorder was not running',
    ]);
  });
});

function cost(name: Policy | string, parts: Partial<PolicyCost> = {}): PolicyCost {
  const policy = typeof name === 'string' ? { ...asRecorded, name } : name;
  const stale = { containerPasses: 0, lostOnly: 0, containers: 0, containerMs: 0, longestMs: 0 };
  return { policy, replacements: 0, controlPlane: 0, worstMinute: null, stale, missing: 0, bare: 0, ...parts };
}

function staleFor(containerPasses: number, lostOnly = 0): Partial<PolicyCost> {
  return { stale: { containerPasses, lostOnly, containers: 2, containerMs: 600_000, longestMs: 300_000 } };
}

/** A window with these costs, the first as recorded. */
function whatIfOf(costs: readonly PolicyCost[], parts: Partial<WhatIf> = {}): WhatIf {
  const outcomes = costs.map((one) => ({ policy: one.policy, cost: one, withLoop: null }));
  return { outcomes, passes: 9, compared: 8, containers: 53, untold: [], unmatched: [], loop: null, ...parts };
}

describe('the verdict', () => {
  const verdict = (...costs: readonly PolicyCost[]) => shown(whatIfOf(costs), null)[2];
  const recorded = cost(asRecorded, { replacements: 318, missing: 159 });

  test('names the policies that replace the least without a stale address', () => {
    expect(verdict(recorded, cost('a', { replacements: 9 }), cost('b', { replacements: 2 }))).toBe(
      '2 instead of 318 replacements under b',
    );
    expect(verdict(recorded, cost('a'), cost('b'), cost('c'))).toBe('none instead of 318 replacements under a, b or c');
    expect(verdict(recorded, cost('a', staleFor(4)), cost('b', { replacements: 2 }))).toBe(
      '2 instead of 318 replacements under b',
    );
  });

  test('says what each has against it', () => {
    expect(
      verdict(
        recorded,
        cost('lost', staleFor(4, 4)),
        cost('resolver', { missing: 159 }),
        cost('scoped', { bare: 1 }),
        cost('both', { ...staleFor(1, 1), missing: 1 }),
      ),
    ).toBe(
      'none instead of 318 replacements under lost (4 times the address of a name that looks lost), resolver (a name missing 159 times), ' +
        'scoped (1 container with no name at all) or both (1 time the address of a name that looks lost, a name missing 1 time)',
    );
  });

  test('does not name a policy under which names are missing more often than as recorded', () => {
    expect(verdict(recorded, cost('damped', { missing: 160 }), cost('b', { replacements: 2 }))).toBe(
      '2 instead of 318 replacements under b',
    );
  });

  test('says where no rule helps', () => {
    expect(verdict(recorded, cost('a', { replacements: 318 }))).toBe(
      'no other rule would have spared any of the 318 replacements without doing harm',
    );
    expect(verdict(cost(asRecorded, { replacements: 1 }), cost('a', staleFor(2)))).toBe(
      'no other rule would have spared any of the 1 replacement without doing harm',
    );
    expect(verdict(cost(asRecorded), cost('a', { replacements: 1 }))).toBe(
      'nothing was replaced as recorded, so that no other rule could have spared anything',
    );
  });
});

describe('where there is nothing to compare', () => {
  const told = (parts: Partial<WhatIf>, ...costs: readonly PolicyCost[]) =>
    shown(whatIfOf(costs, parts), null).slice(2);

  test('it is said why', () => {
    expect(told({ passes: 0, compared: 0 })).toEqual(['no pass is recorded in this window']);
    expect(told({ passes: 1, compared: 0 })).toEqual([
      'one pass, and none before it to compare it with: nothing can be told',
    ]);
    expect(told({ containers: 0 }, cost(asRecorded))).toEqual([
      'no container is recorded: what other rules would have replaced is not known',
    ]);
    expect(told({ compared: 1 }, cost(asRecorded), cost('a'))).toEqual([
      'nothing was replaced, stale or missing in 1 pass, under any of the rules',
    ]);
  });
});

test('a pattern of the control plane that no container matches is told, and containers without any name', () => {
  const costs = [cost(asRecorded, { replacements: 3 }), cost(policyOf(['scoped']), { bare: 2 })];
  const view = whatIfView(
    whatIfOf(costs, { unmatched: ['etcd*'] }),
    { words: 'all passes', gaps: [], controlPlane: ['postgres*', 'etcd*'] },
    utc,
  );

  const lines = plain(view).split('\n');

  expect(lines.filter((text) => /etcd|without any name/.test(text))).toEqual([
    '- control: replacements of what the control plane runs on (postgres*, etcd*)',
    '- etcd*: no container is called so',
    '- scoped leaves 2 containers without any name: if they read names from files, say so with "binds" in the config',
  ]);
});

test('an address is out of date, or only lost, or some are', () => {
  const costs = [
    cost(asRecorded, { missing: 1 }),
    cost('a', staleFor(4)),
    cost('b', staleFor(4, 4)),
    cost('c', staleFor(4, 1)),
  ];

  expect(shown(whatIfOf(costs), null).slice(4, 9)).toEqual([
    'POLICY       REPLACED  WORST MIN      STALE    FOR  MISSING',
    'as-recorded         0          0          0      –        1',
    'a                   0          0          4  5 min        0',
    'b                   0          0     4 lost  5 min        0',
    'c                   0          0  4, 1 lost  5 min        0',
  ]);
});

describe('containers whose bindings cannot be told', () => {
  const untold = (count: number, why: UntoldBinding['why'] = 'not-searched'): UntoldBinding[] =>
    Array.from({ length: count }, (_, index) => ({ node: 'ace', container: `mesh/${why}-${index + 1}`, why }));
  const costs = [cost(asRecorded, { replacements: 1 }), cost(policyOf(['scoped']))];
  const told = (parts: Partial<WhatIf>, of = costs) =>
    shown(whatIfOf(of, parts), null).filter((text) => text.includes(' given every name, '));

  test('are named, by the reason', () => {
    const all = ['refers-elsewhere', 'not-searched', 'nothing-shown', 'too-much'] as const;

    expect(told({ untold: all.flatMap((why, index) => untold(index === 0 ? 9 : 1, why)) })).toEqual([
      '- scoped: 9 of 53 containers are given every name, since values stand in files, variables or secrets elsewhere: refers-elsewhere-1 (mesh) on ace, refers-elsewhere-2 (mesh) on ace, refers-elsewhere-3 (mesh) on ace, refers-elsewhere-4 (mesh) on ace, refers-elsewhere-5 (mesh) on ace, refers-elsewhere-6 (mesh) on ace and 3 more',
      '- scoped: 1 of 53 containers is given every name, since bindings were not looked for yet when that was recorded: not-searched-1 (mesh) on ace',
      '- scoped: 1 of 53 containers is given every name, since neither env nor arguments, labels or mounts are declared: nothing-shown-1 (mesh) on ace',
      '- scoped: 1 of 53 containers is given every name, since there are more words than are looked at: too-much-1 (mesh) on ace',
    ]);
  });

  test('are of no account where no policy asks for bindings', () => {
    expect(told({ untold: untold(2) }, [cost(asRecorded, { replacements: 1 }), cost(policyOf(['sorted']))])).toEqual(
      [],
    );
  });
});

test('no name of a policy, container, node or pattern is read as markup', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (a, b) => {
      const asked = whatIfOf(
        [cost(asRecorded, { replacements: 2 }), cost({ ...policyOf(['scoped']), name: `x${a}` })],
        {
          untold: [{ node: `n${b}`, container: `m${a}/c${b}`, why: 'too-much' }],
        },
      );
      const controlPlane = [`*${b}`];

      const markdown = renderMarkdown(whatIfView(asked, { words: `w${a}`, gaps: [], controlPlane }, utc));

      const { heading_open, tr_open, td_open, bullet_list_open, html_inline, html_block, link_open } =
        tokenCounts(markdown);
      expect({ heading_open, tr_open, td_open, bullet_list_open, html_inline, html_block, link_open }).toEqual({
        heading_open: 1,
        tr_open: 3,
        td_open: 14,
        bullet_list_open: 1,
      });
    }),
  );
});
