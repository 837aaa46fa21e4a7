import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address in canonical form (RFC 5952 for IPv6), a symbolic one such as `host-gateway`, or an invalid one as it came. */
export type Address = string & { readonly brand: 'Address' };

/** An address in canonical form, and whether it is one at all. */
export interface ParsedAddress {
  readonly address: Address;
  readonly kind: 'ipv4' | 'ipv6' | 'symbolic' | 'invalid';
}

const symbolicAddresses: readonly string[] = ['host-gateway'];

/**
 * Parses an address as written: IPv4 or IPv6, bare or in brackets, IPv6 with or without a zone, or a word that the
 * container engines resolve themselves. Never throws: anything else is kept as it came, with the kind `invalid`.
 */
export function parseAddress(text: string): ParsedAddress {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  if (isIPv4(bare)) return { address: bare as Address, kind: 'ipv4' };
  const { plain, zone } = zoneOf(bare);
  if (isIPv6(plain)) return { address: `${canonicalIpv6(plain)}${zone}` as Address, kind: 'ipv6' };
  if (symbolicAddresses.includes(text)) return { address: text as Address, kind: 'symbolic' };
  return { address: text as Address, kind: 'invalid' };
}

/** Node allows fewer zones than the kernel allows names of interfaces: `wg_mesh` is one. */
function zoneOf(text: string): { plain: string; zone: string } {
  if (!text.includes('%')) return { plain: text, zone: '' };
  const [, plain, zone] = /^([^%]*)(%[^\s%/]+)$/.exec(text) ?? [];
  return plain === undefined || zone === undefined ? { plain: text, zone: '' } : { plain, zone };
}

/** RFC 5952 §4 and, for an IPv4-mapped address, §5: it stays IPv6, with its last 32 bits in dotted form. */
function canonicalIpv6(text: string): string {
  const parsed = ipaddr.IPv6.parse(text);
  return parsed.isIPv4MappedAddress() ? `::ffff:${parsed.toIPv4Address().toString()}` : parsed.toRFC5952String();
}
