import * as z from 'zod/mini';
import { UnreadableInput } from './unreadable-input.ts';

/** What is wrong with a value, as `path: words`; null where it has the shape. */
export function findShapeFault(schema: z.ZodMiniType, value: unknown): string | null {
  const result = z.safeParse(schema, value);
  if (result.success) return null;
  const issue = result.error.issues[0];
  const path = issue?.path.map(String).join('.') ?? '';
  const words = issue ? wordsOf(issue.message) : 'has another shape';
  return `${path === '' ? '' : `"${path}": `}${words}, found ${kindOf(issue?.path.reduce<unknown>(memberOf, value))}`;
}

/** Gives the value back, typed. Throws {@link UnreadableInput} naming `what`, the path, what was found and what was expected. */
export function expectShape<T>(schema: z.ZodMiniType<T>, value: unknown, what: string): T {
  const fault = findShapeFault(schema, value);
  if (fault !== null) throw new UnreadableInput(`${what}: ${fault}`);
  return value as T;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
}

function wordsOf(message: string): string {
  return message === 'Invalid input'
    ? 'has another shape'
    : message.replace(/^Invalid input: /, '').replace(/, received.*$/, '');
}

/** The kind of a JSON value in words, and the value where it is short. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return JSON.stringify(value).slice(0, 60);
}
