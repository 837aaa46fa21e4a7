import { describe, expect, test } from 'vitest';
import { redactPass } from '../../src/recorder/redact-pass.ts';
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
