import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { UserError } from './user-error.ts';

const configShape = z.strictObject({
  controlPlane: z.optional(z.array(z.string())),
});

/** What a config file can say. */
export interface Config {
  /** Patterns of the containers that the control plane runs on, the likeliest to close a loop first. */
  readonly controlPlane: readonly string[];
}

/** Reads a YAML config file. Throws {@link UserError} with the line of what is wrong. */
export function readConfig(file: string): Config {
  const text = readText(file);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [fault] = document.errors;
  if (fault)
    throw new UserError(`"${file}": ${fault.message.split('\n', 1)[0]}`, { hint: 'see the README for an example' });
  const value: unknown = document.toJS() ?? {};
  const result = z.safeParse(configShape, value);
  if (result.success) return { controlPlane: result.data.controlPlane ?? [] };
  const [issue] = result.error.issues;
  const path = issue?.path ?? [];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const node = document.getIn(unknown === undefined ? path : [...path, unknown], true) as
    | { range?: [number] }
    | undefined;
  const line = node?.range ? `line ${lines.linePos(node.range[0]).line}: ` : '';
  const words =
    unknown === undefined
      ? `"${path.join('.')}" has another shape: expected a list of patterns`
      : `unknown key "${unknown}": expected controlPlane`;
  throw new UserError(`"${file}": ${line}${words}`, { hint: 'controlPlane: ["postgres*", "route-proxy*"]' });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError(`the config "${file}" cannot be read: ${(cause as Error).message.replace(/^[A-Z]+: /, '')}`, {
      hint: 'name another with --config',
      cause,
    });
  }
}
