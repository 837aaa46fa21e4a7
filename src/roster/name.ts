import { isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';

/** A name as DNS compares it: lower case, no final dot, IDN as punycode. */
export type Name = string & { readonly brand: 'Name' };

/** A name in canonical form, and whether DNS could carry it. */
export interface ParsedName {
  readonly name: Name;
  readonly valid: boolean;
}

const printableAscii = /^[\x21-\x7e]*$/;
/** Beside letters outside of ASCII, which {@link domainToASCII} reads as the host of a URL and so cuts at `/`, `:`, `@` or a tab. */
const asciiOutsideNames = /[^a-z0-9._*\u0080-\u{10ffff}-]/iu;
const malformed = /[^a-z0-9._*-]|^\.|\.\.|\.$|^$/;

/**
 * Parses a name as written. Never throws: a text that is no name is kept, lower-cased, and marked invalid, since a
 * roster may really carry it. Underscores and a leading `*.` are allowed, as resolvers allow them.
 */
export function parseName(text: string): ParsedName {
  const bare = withoutFinalDot(text);
  const lower = bare.toLowerCase();
  if (printableAscii.test(bare)) return { name: lower as Name, valid: fitsDns(lower) };
  // some capitals are refused that are let through in lower case
  const punycode = punycodeOf(bare) || punycodeOf(lower);
  // digits of another script become an IPv4 address, which is no name
  if (punycode === '' || isIPv4(punycode)) return { name: lower as Name, valid: false };
  return { name: punycode as Name, valid: fitsDns(punycode) };
}

/** A text with letters outside of ASCII as punycode; empty where it is no name. */
function punycodeOf(text: string): string {
  return asciiOutsideNames.test(text) ? '' : withoutFinalDot(domainToASCII(text));
}

/** A text that ends in more than one dot is no name and keeps them. */
function withoutFinalDot(text: string): string {
  return /[^.]\.$/.test(text) ? text.slice(0, -1) : text;
}

/** RFC 1035 §2.3.4, without its final dot. */
function fitsDns(name: string): boolean {
  return !malformed.test(name) && name.length <= 253 && name.split('.').every((label) => label.length <= 63);
}
