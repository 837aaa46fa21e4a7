import { describe, expect, test } from 'vitest';
import { parsePolledUrl } from '../../../../src/recorder/watch/urls/polled-url-address.ts';

describe('a URL to poll', () => {
  test('has its user info taken out, as a header', () => {
    const { url, authorization, label } = parsePolledUrl(
      'https://mesh:kite%20Marble@192.0.2.1:8443/roster?node=g14#top',
    );

    expect(url.href).toBe('https://192.0.2.1:8443/roster?node=g14');
    expect(authorization).toBe(`Basic ${Buffer.from('mesh:kite Marble').toString('base64')}`);
    expect(label).toBe('https://192.0.2.1:8443/roster?node=g14');
  });

  test('may have a user without a password, and one that is not escaped', () => {
    expect(parsePolledUrl('http://mesh@192.0.2.1/').authorization).toBe('Basic bWVzaDo=');
    expect(parsePolledUrl('http://a:5%@192.0.2.1/').authorization).toBe('Basic YTo1JQ==');
    expect(parsePolledUrl('http://192.0.2.1/').authorization).toBeNull();
  });

  test('is called without what may be a secret in its query', () => {
    const query = 'node=g14&token=kite&api_key=kite&sig=0123456789abc&page=2';

    expect(parsePolledUrl(`http://192.0.2.1/roster?${query}`).label).toBe(
      'http://192.0.2.1/roster?node=g14&token&api_key&sig&page=2',
    );
  });

  test.each([
    ['ftp://mesh:kite@192.0.2.1/', 'a URL to poll begins with "ftp:": expected http: or https:'],
    ['http://mesh:kite@', 'a URL to poll cannot be read: expected http or https, a host and a path'],
  ])('cannot be %s, and the fault does not quote it', (text, message) => {
    expect(() => parsePolledUrl(text)).toThrow(expect.objectContaining({ name: 'SourceError', message }));
  });
});
