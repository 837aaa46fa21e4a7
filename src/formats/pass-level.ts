import { type Node, parseTree } from 'jsonc-parser';
import * as z from 'zod/mini';
import type { Json, PassDraft, Problem } from '../roster/index.ts';
import { draftOf, failureOf, type Input } from './format.ts';
import { parseInstant } from './parse-instant.ts';
import { readingAgain } from './parse-json.ts';
import { kindOf, objectWith, text } from './shape.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** The shape of a pass document, or of a lone declaration as far as the pass goes. Nodes and rosters are looked at one by one. */
export const passDocument = objectWith({
  controller: z.nullish(text),
  pass: z.optional(z.unknown()),
  at: z.optional(z.unknown()),
  trigger: z.optional(z.unknown()),
  nodes: z.nullish(z.array(z.unknown(), { error: 'expected a list of declarations' })),
});

/** A pass document, its shape checked. */
export type PassDocument = z.infer<typeof passDocument>;

/** Keys that stand beside `nodes`, or in a lone declaration. They change on every pass, and so are no part of an identity. */
export const passLevelKeys: readonly string[] = ['controller', 'pass', 'at', 'trigger'];

/**
 * A draft of what a document says of the pass as a whole, without reports and roster; circumstances fill in what it lacks.
 * Throws {@link UnreadableInput} where its id is none.
 */
export function passLevelDraft(document: PassDocument, input: Input, problems: Problem[]): PassDraft {
  const known = draftOf(input.circumstances);
  const failure = failureOf(input.circumstances);
  return {
    ...known,
    controller: document.controller ?? known.controller,
    key: keyOf(document.pass, input.text) ?? known.key,
    at: parseInstant(document.at, problems) ?? known.at,
    // what came out of JSON.parse is JSON
    trigger: (document.trigger as Json | undefined) ?? known.trigger,
    outcome: failure === null ? 'planned' : 'partial',
    missing: failure === null ? null : 'names',
    error: failure,
    problems,
  };
}

function isPassKey({ children }: Node): boolean {
  return children?.[0]?.value === 'pass';
}

/** A pass id as it stands in the text: a number past 2^53, such as a time in nanoseconds, loses its last digits in JSON.parse. */
function keyOf(pass: unknown, source: string): string | null {
  if (pass === undefined || pass === null || pass === '') return null;
  if (typeof pass === 'string') return pass;
  if (typeof pass !== 'number' || !Number.isFinite(pass)) {
    // with a colon right behind its key it would look like a password, and be told as a digest
    throw new UnreadableInput(`the pass id ("pass"): expected a text or a number, found ${kindOf(pass)}`);
  }
  if (Math.abs(pass) <= Number.MAX_SAFE_INTEGER) return String(pass);
  const members = readingAgain(() => parseTree(source))?.children ?? [];
  // JSON.parse has found this very key in the text, and took the last one
  const [, { offset, length }] = (members.findLast(isPassKey) as Node).children as [Node, Node];
  return source.slice(offset, offset + length);
}
