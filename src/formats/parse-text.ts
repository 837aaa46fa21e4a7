import type { Problem } from '../roster/index.ts';
import type { Input } from './format.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import { findRepeatedKeys } from './repeated-keys.ts';

/** The value that a text is in JSON or YAML, and what is odd about how it is written. */
export interface ParsedText extends Pick<Input, 'value' | 'syntax'> {
  readonly problems: readonly Problem[];
}

/** A text that is neither JSON nor YAML, or is not to be read as such. */
export const plainText: ParsedText = { value: undefined, syntax: null, problems: [] };

/** Says whether a text can be nothing but JSON. */
export function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Says whether the first line that says something begins a mapping or a list. */
export function looksLikeYaml(text: string): boolean {
  const [line = ''] = /^(?!---|%)[^\S\n]*[^\s#].*/m.exec(text) ?? [];
  return /^\s*(?:-\s|-$|(?:"[^"]*"|'[^']*'|[^\s"'#:]\S*?)\s*:(?:\s|$))/.test(line);
}

/** Parses a text that looks like JSON as such, and any other as YAML. Throws {@link UnreadableInput} where it is not. */
export function parseText(text: string): ParsedText {
  if (looksLikeJson(text)) {
    const value = parseJson(text);
    return { value, syntax: 'json', problems: findRepeatedKeys(text, value) };
  }
  const value = parseYaml(text);
  // any line of words is a text to YAML
  return typeof value === 'object' ? { value, syntax: 'yaml', problems: [] } : plainText;
}
