import { domainToASCII } from 'node:url';

/** A name as DNS compares it: lower case, no final dot, IDN as punycode. */
export type Name = string & { readonly brand: 'Name' };

/** A name in canonical form, and whether DNS could carry it. */
export interface ParsedName {
  readonly name: Name;
  readonly valid: boolean;
}

const ascii = /^[\x21-\x7e]*$/;
const invalidAscii = /[^a-z0-9._*-]|^\.|\.\.|^$/;

/**
 * Parses a name as written. Never throws: a text that is no name is kept, lower-cased, and marked invalid, since a
 * roster may really carry it. Underscores and a leading `*.` are allowed, as resolvers allow them.
 */
export function parseName(text: string): ParsedName {
  const bare = text.endsWith('.') && text.length > 1 ? text.slice(0, -1) : text;
  if (ascii.test(bare)) {
    const lower = bare.toLowerCase();
    return { name: lower as Name, valid: lower.length <= 253 && !invalidAscii.test(lower) };
  }
  const punycode = domainToASCII(bare);
  if (punycode === '') return { name: bare.toLowerCase() as Name, valid: false };
  return { name: punycode as Name, valid: punycode.length <= 253 };
}
