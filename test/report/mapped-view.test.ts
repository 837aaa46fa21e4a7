import { describe, expect, it } from 'vitest';
import { type MappedPass, mappedView, renderTerminal } from '../../src/report/index.ts';
import { failed, partial, passDraft, planned } from '../roster/builders.ts';
import { utc } from './builders.ts';

const render = (given: Partial<MappedPass>) =>
  renderTerminal(
    mappedView({ draft: passDraft(), redacted: new Map(), source: 'a.json', mapping: 'mapping "a"', ...given }, utc),
    { width: 100, colour: false },
  );

describe('what a mapping makes of an input', () => {
  it('is told node by node, with its names, problems and secrets', () => {
    const hosts = ['git.example:192.0.2.3', 'mail.example:192.0.2.3'];
    const draft = passDraft({
      controller: 'mesh',
      key: '412',
      at: Date.UTC(2026, 8, 29, 20, 46, 3),
      trigger: { by: 'timer' },
      roster: hosts,
      extra: { revision: 7 },
      problems: [{ code: 'invalid-address', node: 'novox', name: 'git.example', text: '192.0.2.300' }],
      reports: [
        planned('novox', {
          address: '192.0.2.3',
          roster: ['git.example:192.0.2.3'],
          extra: { zone: 'a' },
          containers: [
            { id: 'mesh-store/postgres', hosts, spec: { image: 'postgres:17', env: {} } },
            { id: 'web', hosts: ['git.example:192.0.2.3'] },
          ],
        }),
        planned('ace', { containers: [] }),
        planned('shanks', { containers: null }),
        partial('vm2', 'names', { containers: [] }, 'exit status 1'),
        failed('g14', 'store unreachable'),
      ],
    });

    expect(render({ draft, redacted: new Map([['env.PASSWORD', 2]]) })).toBe(`\
a.json is a pass document · by mapping "a" · nothing is recorded

controller  mesh
pass        412
at          2026-09-29 20:46:03 UTC
trigger     {"by":"timer"}
roster      2 names: git.example mail.example
other       {"revision":7}
secrets     kept as digests: env.PASSWORD in 2 containers

novox  planned · 192.0.2.3
    postgres (mesh-store)  2 host entries · image, env
    web  1 host entry · no spec
    2 names: git.example mail.example
    roster of 1 name: git.example
    also kept: zone
ace  planned
    no container
shanks  planned
    says nothing of its containers: those it had stand
vm2  partial: exit status 1
    no container
g14  failed: store unreachable
    what it declared last stands
1 problem
    ? invalid-address git.example "192.0.2.300" on novox · not an address
`);
  });

  it('may be the declaration of one node, at the time of recording', () => {
    const draft = passDraft({ lone: true, reports: [planned('novox', { containers: [{ id: 'web' }] })] });

    expect(render({ draft })).toBe(`\
a.json is the declaration of one node · by mapping "a" · nothing is recorded

controller  default
at          the time of recording
secrets     none found

novox  planned
    web  0 host entries · no spec
`);
  });

  it('that is nothing is said loudly', () => {
    expect(render({})).toContain('it reports no node and gives no roster: recorded, it would change nothing\n');
    expect(render({ draft: passDraft({ roster: [] }) })).toContain('roster      no names\n');
  });

  it('of many containers and names shows the first', () => {
    const hosts = Array.from({ length: 30 }, (_, index) => `n${index}.example:192.0.2.1`);
    const containers = Array.from({ length: 30 }, (_, index) => ({ id: `mesh/c${index}`, hosts }));

    const shown = render({ draft: passDraft({ reports: [planned('novox', { containers })] }) });

    expect(shown).toContain('    c19 (mesh)  30 host entries · no spec\n    and 10 more\n    30 names: n0.example');
    expect(shown).toContain('n11.example and 18 more\n');
  });

  it('shows no control character raw', () => {
    const draft = passDraft({ reports: [planned('a\u001b[31m', { containers: [{ id: 'x\u202e' }] })] });

    const shown = render({ draft, source: 'f\u0007' });

    expect(['\u0007', '\u001b', '\u202e'].filter((control) => shown.includes(control))).toEqual([]);
    expect(shown).toContain('f\\u{7} is a pass document');
  });
});
