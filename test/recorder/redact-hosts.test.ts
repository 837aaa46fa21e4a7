import { describe, expect, test } from 'vitest';
import { hostsRedactor } from '../../src/recorder/redact-hosts.ts';
import { encodeEntries } from '../../src/roster/index.ts';
import { list, roster } from '../roster/builders.ts';
import { plainDigest, plainPolicy } from './plain-digest.ts';

const redactor = () => hostsRedactor(plainPolicy);

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
    [
      'db:postgres://me:abc@host',
      `db:postgres://me:${plainDigest('abc')}@host`,
      `postgres://me:${plainDigest('abc')}@host`,
    ],
    ['token:abc', `token:${plainDigest('abc')}`, plainDigest('abc')],
    ['API_KEY=abc', `API_KEY=${plainDigest('abc')}`, plainDigest('abc')],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
    ['db:${DB_PASSWORD:-abc}', `db:\${DB_PASSWORD:${plainDigest('-abc}')}`, null],
  ])('%s is no address', (text, redacted, address) => {
    const [entry] = redactor().list(list(text)).entries;

    expect([entry?.text, entry?.address]).toEqual([redacted, address]);
  });

  test('gives one list that is shared back as one list, with its own digest', () => {
    const given = list('token:abc');
    const { list: redactList } = redactor();

    const redacted = redactList(given);

    expect(redactList(given)).toBe(redacted);
    expect(redacted).toEqual(list(`token:${plainDigest('abc')}`));
  });

  test('keeps the owners of a roster', () => {
    const plain = roster(['a:192.0.2.1'], { a: 'novox' });
    const { roster: redactRoster } = redactor();

    expect(redactRoster(plain)).toBe(plain);
    expect(redactRoster(roster(['a:192.0.2.1', 'token:abc'], { a: 'novox' }))).toEqual(
      roster(['a:192.0.2.1', `token:${plainDigest('abc')}`], { a: 'novox' }),
    );
  });
});

describe('one text that gives many entries', () => {
  const addresses = 'x,'.repeat(30_000);

  test('is looked at once', () => {
    const given = list(`n:${addresses}`);

    expect(redactor().list(given)).toBe(given);
  });

  test('and names a credential is digested once', () => {
    const redacted = redactor().list(list(`token:${addresses}`));

    expect(new Set(redacted.entries.map(({ text }) => text))).toEqual(new Set([`token:${plainDigest(addresses)}`]));
  });

  test('and holds a credential keeps none of its pieces', () => {
    const text = `n:https://me:geheim@host,${addresses}`;

    const redacted = redactor().list(list(text));

    expect(encodeEntries(redacted.entries)).not.toContain('geheim');
  });
});
