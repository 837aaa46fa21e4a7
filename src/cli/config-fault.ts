import type { Document, LineCounter } from 'yaml';
import type * as z from 'zod/mini';
import { knownConfigKeys } from './config-shape.ts';
import { findNear } from './suggestion.ts';
import { UserError } from './user-error.ts';

type Issue = z.core.$ZodIssue;

/** What is wrong with a config file as an error: where, what was found, what was expected. */
export function configFault(file: string, issues: readonly Issue[], document: Document, lines: LineCounter): UserError {
  const { path, issue } = deepest(issues[0] as Issue, []);
  const unknown = issue.code === 'unrecognized_keys' ? (issue.keys[0] as string) : null;
  const place = unknown === null ? path : [...path, unknown];
  const line = lineOf(place, unknown !== null, document, lines);
  const where = `"${file}": ${line === null ? '' : `line ${line}: `}`;
  if (unknown === null) {
    const what = path.length === 0 ? '' : `"${pathWords(path)}": `;
    return new UserError(`${where}${what}${issue.message}`, { hint: 'README.md shows a whole config' });
  }
  const known = knownConfigKeys(path);
  const near = findNear(unknown, known);
  return new UserError(`${where}unknown key "${pathWords(place)}": expected ${known.join(', ')}`, {
    hint: near === null ? 'README.md shows a whole config' : `did you mean "${near}"?`,
  });
}

/** Of several shapes that a value may have, the fault is told of the one that it comes nearest to: the one it has a part of. */
function deepest(issue: Issue, above: readonly PropertyKey[]): { path: readonly PropertyKey[]; issue: Issue } {
  const path = [...above, ...issue.path];
  if (issue.code !== 'invalid_union') return { path, issue };
  const inner = issue.errors.flat().find((one) => one.path.length > 0 || one.code === 'unrecognized_keys');
  return inner ? deepest(inner, path) : { path, issue };
}

/** The line, from 1, on which something stands, or what it is in; of a key alone there is none where it does not stand. */
export function lineOf(
  path: readonly PropertyKey[],
  ofKey: boolean,
  document: Document,
  lines: LineCounter,
): number | null {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number] | null } | undefined;
    if (node?.range) return lines.linePos(node.range[0]).line;
    if (ofKey) break;
  }
  return null;
}

function pathWords(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}
