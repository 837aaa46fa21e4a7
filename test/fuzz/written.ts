import type { Json } from '../../src/roster/index.ts';

/**
 * A document as it is to be written: JSON, whose objects may hold a key twice, and in which a piece of any text may stand
 * for a value, such as `1e999`, `NaN` or a bracket a million times over.
 */
export type Written = null | boolean | number | string | readonly Written[] | Members | Raw;

/** An object, its members in order. */
export class Members {
  readonly entries: readonly (readonly [key: string, value: Written])[];

  constructor(entries: readonly (readonly [key: string, value: Written])[]) {
    this.entries = entries;
  }
}

/** A piece of text that stands for a value as it is. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON value as a document to be written. */
export function writtenOf(value: Json): Written {
  if (Array.isArray(value)) return value.map(writtenOf);
  if (typeof value !== 'object' || value === null) return value as Written;
  return new Members(Object.entries(value).map(([key, member]) => [key, writtenOf(member)]));
}

/** The text of a document in JSON. */
export function jsonOf(value: Written): string {
  if (value instanceof Raw) return value.text;
  if (value instanceof Members) {
    return `{${value.entries.map(([key, member]) => `${JSON.stringify(key)}: ${jsonOf(member)}`).join(', ')}}`;
  }
  if (isList(value)) return `[${value.map(jsonOf).join(', ')}]`;
  return Object.is(value, -0) ? '-0' : JSON.stringify(value);
}

/** The text of a document in YAML's block style; its texts stand bare where `isBare` says so, whatever they hold. */
export function yamlOf(value: Written, isBare: (text: string) => boolean, indent = ''): string {
  const scalar = (text: string) => (isBare(text) ? text : JSON.stringify(text));
  const below = (member: Written) => {
    const isBlock = (member instanceof Members && member.entries.length > 0) || (isList(member) && member.length > 0);
    return isBlock ? `\n${yamlOf(member, isBare, `${indent}  `)}` : ` ${yamlOf(member, isBare)}`;
  };
  if (value instanceof Raw) return value.text;
  if (value instanceof Members) {
    if (value.entries.length === 0) return '{}';
    return value.entries.map(([key, member]) => `${indent}${scalar(key)}:${below(member)}`).join('\n');
  }
  if (isList(value)) return value.length === 0 ? '[]' : value.map((one) => `${indent}-${below(one)}`).join('\n');
  return typeof value === 'string' ? scalar(value) : jsonOf(value);
}

/** Says whether a part of a document is a list. */
export function isList(value: Written): value is readonly Written[] {
  return Array.isArray(value);
}
