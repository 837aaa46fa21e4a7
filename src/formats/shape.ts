import * as z from 'zod/mini';
import { isJsonObject } from '../roster/index.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** A text. */
export const text = z.string({ error: 'expected a text' });

/** A text that is not empty. */
export const filledText = text.check(z.minLength(1, { error: 'expected a text that is not empty' }));

/** A hosts list or a roster as JSON has it: a list or a map, or null or nothing. Its entries are looked at one by one. */
export const listOrMap = z.nullish(
  z.custom<readonly unknown[] | Readonly<Record<string, unknown>>>(
    (value) => Array.isArray(value) || isJsonObject(value),
    { error: 'expected a list or a map' },
  ),
);

/** An object with some known keys and any others. */
export function objectWith<T extends z.core.$ZodLooseShape>(shape: T) {
  return z.looseObject(shape, { error: 'expected an object' });
}

/** What is wrong with a value, as `"path": words`; null where it has the shape. */
export function findShapeFault(schema: z.ZodMiniType, value: unknown): string | null {
  const issue = z.safeParse(schema, value).error?.issues[0];
  if (!issue) return null;
  const path = issue.path.length === 0 ? '' : `"${issue.path.map(String).join('.')}": `;
  return `${path}${issue.message}, found ${kindOf(issue.path.reduce<unknown>(memberOf, value))}`;
}

/** Gives the value back, typed. Throws {@link UnreadableInput} naming `what`, the path, what was expected and what was found. */
export function expectShape<T>(schema: z.ZodMiniType<T>, value: unknown, what: string): T {
  const fault = findShapeFault(schema, value);
  if (fault !== null) throw new UnreadableInput(`${what}: ${fault}`);
  // the value has the shape, and the parsed copy would lose a key named "__proto__"
  return value as T;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return (value as Record<PropertyKey, unknown>)[key];
}

/** The kind of a JSON value in words. A text is not quoted: it may be a secret that stands in the wrong place. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return String(value);
  if (value === '') return 'an empty text';
  return value.length === 1 ? 'a text of one character' : `a text of ${value.length} characters`;
}
