import { describe, expect, test } from 'vitest';
import { hostsRedactor } from '../../src/recorder/redact-hosts.ts';
import { redactionPolicy } from '../../src/recorder/redact-policy.ts';
import { list, roster } from '../roster/builders.ts';

const redactor = () => hostsRedactor(redactionPolicy((secret) => `‹${secret}›`));

describe('hostsRedactor', () => {
  test('leaves a list of names and addresses the object that it was', () => {
    const plain = list(
      'a.internal:192.0.2.1',
      'token:192.0.2.2',
      'b.internal:[2001:db8::1]',
      'c:host-gateway',
      'd:',
      'e:300.1.1.1',
    );

    expect(redactor().list(plain)).toBe(plain);
  });

  test.each([
    ['db:postgres://me:abc@host', 'db:postgres://me:‹abc›@host', 'postgres://me:‹abc›@host'],
    ['token:abc', 'token:‹abc›', '‹abc›'],
    ['API_KEY=abc', 'API_KEY=‹abc›', '‹abc›'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
    ['db:${DB_PASSWORD:-abc}', 'db:${DB_PASSWORD:‹-abc}›', null],
  ])('%s is no address', (text, redacted, address) => {
    const [entry] = redactor().list(list(text)).entries;

    expect([entry?.text, entry?.address]).toEqual([redacted, address]);
  });

  test('gives one list that is shared back as one list, with its own digest', () => {
    const given = list('token:abc');
    const { list: redactList } = redactor();

    const redacted = redactList(given);

    expect(redactList(given)).toBe(redacted);
    expect(redacted).toEqual(list('token:‹abc›'));
  });

  test('keeps the owners of a roster', () => {
    const plain = roster(['a:192.0.2.1'], { a: 'novox' });
    const { roster: redactRoster } = redactor();

    expect(redactRoster(plain)).toBe(plain);
    expect(redactRoster(roster(['a:192.0.2.1', 'token:abc'], { a: 'novox' }))).toEqual(
      roster(['a:192.0.2.1', 'token:‹abc›'], { a: 'novox' }),
    );
  });
});
