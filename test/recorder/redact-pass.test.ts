import { describe, expect, test } from 'vitest';
import { redactPass } from '../../src/recorder/redact-pass.ts';
import { type Address, type Name, type Report, rosterOf } from '../../src/roster/index.ts';
import { failed, partial, passDraft, planned, roster, skipped } from '../roster/builders.ts';
import { plainDigest, plainPolicy } from './plain-digest.ts';

const redact = (draft: ReturnType<typeof passDraft>) => redactPass(draft, plainPolicy);

describe('redactPass', () => {
  test('looks into every part of a pass', () => {
    const draft = passDraft({
      key: '412',
      trigger: { token: 'a' },
      outcome: 'partial',
      missing: 'names',
      error: 'token=b',
      roster: ['token:c'],
      extra: { token: 'd' },
      problems: [
        { code: 'invalid-address', name: 'token', text: 'c' },
        { code: 'malformed-entry', node: 'g14', text: '{"env":{"A":"e"}}' },
        { code: 'repeated-container', node: 'g14', container: 'mesh/token' },
      ],
      reports: [
        planned('novox', {
          address: 'x://u:f@h',
          roster: ['token:g'],
          extra: { token: 'h' },
          containers: [{ id: 'mesh/web', hosts: ['token:i'], spec: { env: { A: 'j' } } }],
        }),
        partial('g14', 'names', { containers: [{ spec: { token: 'k' } }] }, 'token=l'),
        failed('ace', 'token=m'),
        skipped('edge'),
      ],
    });

    expect(redact(draft)).toEqual(
      passDraft({
        key: '412',
        trigger: { token: plainDigest('a') },
        outcome: 'partial',
        missing: 'names',
        error: `token=${plainDigest('b')}`,
        roster: [`token:${plainDigest('c')}`],
        extra: { token: plainDigest('d') },
        problems: [
          { code: 'invalid-address', name: 'token', text: plainDigest('c') },
          { code: 'malformed-entry', node: 'g14', text: `{"env":{"A":"${plainDigest('e')}"}}` },
          { code: 'repeated-container', node: 'g14', container: 'mesh/token' },
        ],
        reports: [
          planned('novox', {
            address: `x://u:${plainDigest('f')}@h`,
            roster: [`token:${plainDigest('g')}`],
            extra: { token: plainDigest('h') },
            containers: [
              { id: 'mesh/web', hosts: [`token:${plainDigest('i')}`], spec: { env: { A: plainDigest('j') } } },
            ],
          }),
          partial('g14', 'names', { containers: [{ spec: { token: plainDigest('k') } }] }, `token=${plainDigest('l')}`),
          failed('ace', `token=${plainDigest('m')}`),
          skipped('edge'),
        ],
      }),
    );
  });

  test('leaves names and addresses as they are', () => {
    const draft = passDraft({
      controller: 'token=a',
      key: 'token=b',
      roster: roster(['token:192.0.2.1', 'pass.internal:2001:db8::1'], { token: 'token=c' }),
      reports: [
        planned('token=c', { address: '192.0.2.1', containers: [{ id: 'token/secret', hosts: ['token:192.0.2.1'] }] }),
      ],
    });

    expect(redact(draft)).toEqual(draft);
  });

  test('leaves the id and the digest that an engine gave, unless a credential stands there', () => {
    const hex = '0123456789abcdef'.repeat(4);
    const engines = [
      { id: hex, configDigest: hex },
      { id: 'token=a', configDigest: null },
      { id: null, configDigest: 'token=a' },
    ];
    const draft = passDraft({
      reports: [planned('g14', { containers: engines.map((engine, index) => ({ id: `web-${index}`, engine })) })],
    });

    const [report] = redact(draft).reports;

    const containers = report?.outcome === 'planned' ? report.declaration.containers : null;
    expect(containers?.map(({ engine }) => engine)).toEqual([
      { id: hex, configDigest: hex },
      { id: `token=${plainDigest('a')}`, configDigest: null },
      { id: null, configDigest: `token=${plainDigest('a')}` },
    ]);
  });

  test('looks at the address of a node that failed', () => {
    const failedAt = (address: string) => passDraft({ reports: [{ ...failed('ace', null), address }] as Report[] });

    expect(redact(failedAt('x://u:abc@h'))).toEqual(failedAt(`x://u:${plainDigest('abc')}@h`));
  });

  test('looks at names that are none', () => {
    const url = 'x://u:abc@h';
    const draft = passDraft({
      roster: rosterOf(
        [{ text: `192.0.2.1 ${url}`, name: url as Name, address: '192.0.2.1' as Address }],
        new Map([[url as Name, 'novox']]),
      ),
      problems: [{ code: 'invalid-name', name: url, text: `192.0.2.1 ${url}` }],
    });

    const { roster: redacted, problems } = redact(draft);

    const text = plainDigest(`192.0.2.1 ${url}`);
    expect(redacted?.list.entries).toEqual([{ text, name: plainDigest(url), address: '192.0.2.1' }]);
    expect([...(redacted?.owners ?? [])]).toEqual([[plainDigest(url), 'novox']]);
    expect(problems).toEqual([{ code: 'invalid-name', name: plainDigest(url), text }]);
  });

  test('a piece of a credential is one too, where commas or blanks cut it: among addresses, names and problems', () => {
    const entry = (name: string, address: string) => ({
      text: 'db:found {"env":{"A":"x,y"}}',
      name: name as Name,
      address: address as Address,
    });
    const draft = passDraft({
      roster: rosterOf([entry('db', 'found {"env":{"A":"x'), entry('db', 'y"}}')]),
      problems: [
        { code: 'invalid-address', name: 'db', text: 'y"}}' },
        { code: 'invalid-address', name: 'db', text: 'z' },
      ],
    });

    const { roster: redacted, problems } = redact(draft);

    expect(redacted?.list.entries.map(({ text }) => text)).toEqual(
      Array(2).fill(`db:found {"env":{"A":"${plainDigest('x,y')}"}}`),
    );
    expect(redacted?.list.entries[1]?.address).toBe(plainDigest('y"}}'));
    expect(problems.map(({ text }) => text)).toEqual([plainDigest('y"}}'), 'z']);
  });

  test('looks at a hosts list that many containers share once, and they still share it', () => {
    const shared = roster(['token:a']).list;
    const draft = passDraft({
      reports: [planned('g14', { containers: ['a', 'b'].map((id) => ({ id, hosts: shared })) })],
    });

    const [report] = redact(draft).reports;

    const containers = report?.outcome === 'planned' ? report.declaration.containers : null;
    expect(containers?.[0]?.hosts).toBe(containers?.[1]?.hosts);
  });
});
