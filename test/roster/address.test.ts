import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../src/roster/index.ts';
import { hostileText, ipv6Groups, ipv6Spelling } from './arbitraries.ts';

describe('parseAddress', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', 'ipv4'],
    ['[192.0.2.7]', '192.0.2.7', 'ipv4'],
    ['0.0.0.0', '0.0.0.0', 'ipv4'],
    ['::1', '::1', 'ipv6'],
    ['[::1]', '::1', 'ipv6'],
    ['2001:DB8:0:0:0:0:0:0005', '2001:db8::5', 'ipv6'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1', 'ipv6'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1', 'ipv6'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1', 'ipv6'],
    ['::', '::', 'ipv6'],
    ['FE80::1%eth0', 'fe80::1%eth0', 'ipv6'],
    ['[fe80::1%eth0.100]', 'fe80::1%eth0.100', 'ipv6'],
    ['fe80::1%wg_mesh', 'fe80::1%wg_mesh', 'ipv6'],
    ['host-gateway', 'host-gateway', 'symbolic'],
  ])('%s is %s (%s)', (text, address, kind) => {
    expect(parseAddress(text)).toEqual({ address, kind });
  });

  it.each([
    '',
    '192.0.2.300',
    '192.0.2',
    '192.0.02.1',
    '192.0.2.1/24',
    '[192.0.2.1',
    '2001:db8::zz',
    '1::2::3',
    'fe80::1%',
    'fe80::1%a%b',
    '192.0.2.1%eth0',
    '[host-gateway]',
    'Host-Gateway',
    'localhost',
    ' 192.0.2.1',
  ])('"%s" is invalid and kept as it came', (text) => {
    expect(parseAddress(text)).toEqual({ address: text, kind: 'invalid' });
  });

  it('an IPv4-mapped address stays IPv6, in dotted form', () => {
    const spellings = ['::ffff:192.0.2.1', '::FFFF:c000:0201', '[0:0:0:0:0:ffff:192.0.2.1]'];

    expect(spellings.map((text) => parseAddress(text).address)).toEqual(Array(3).fill('::ffff:192.0.2.1'));
  });

  it('every spelling of an IPv6 address has one canonical form, which is that of a URL', () => {
    const address = ipv6Groups.filter((groups) => !isMapped(groups));
    const spelling = address.chain((groups) => fc.tuple(fc.constant(groups), ipv6Spelling(groups)));

    fc.assert(
      fc.property(spelling, ([groups, text]) => {
        const url = new URL(`http://[${groups.map((group) => group.toString(16)).join(':')}]`);
        expect(parseAddress(text)).toEqual({ address: url.hostname.slice(1, -1), kind: 'ipv6' });
      }),
    );
  });

  it('the canonical form of a canonical form is itself', () => {
    const text = fc.oneof(
      hostileText,
      fc.ipV4(),
      fc.ipV4Extended(),
      fc.ipV6(),
      ipv6Groups.chain(ipv6Spelling),
      fc.ipV6().map((address) => `[${address}%eth0]`),
    );

    fc.assert(
      fc.property(text, (given) => {
        const once = parseAddress(given);
        expect(parseAddress(once.address)).toEqual(once);
      }),
    );
  });
});

function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}
