import { expectWritable } from './mapped-check.ts';
import { evaluateMapping } from './mapped-evaluate.ts';
import { stringifyExactly } from './mapped-integers.ts';
import { contractOf } from './mapped-value.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import { textKind } from './text-kind.ts';
import { UnreadableInput } from './unreadable-input.ts';

/**
 * Maps any JSON or YAML to our own contract by a JSONata expression: gives JSON text, to be read as the format `mesh`. Throws
 * {@link UnreadableInput} where the text is neither, where the expression has a fault or takes too long, and where what it
 * gives is no pass document and no declaration.
 */
export async function mapText(text: string, expression: string): Promise<string> {
  const given = await evaluateMapping(expression, documentOf(text.replace(/^\ufeff/, '')));
  expectWritable(given);
  return stringifyExactly(contractOf(given), text);
}

function documentOf(text: string): unknown {
  if (text.trim() === '') throw new UnreadableInput('the input is empty: a source that failed, not an empty mesh');
  const value: unknown = /^\s*[[{]/.test(text) ? parseJson(text) : parseYaml(text);
  if (typeof value === 'object' && value !== null) return value;
  throw new UnreadableInput(`nothing to map: expected JSON or YAML, an object or a list, found ${textKind(text)}`);
}
