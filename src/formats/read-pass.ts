import type { PassDraft } from '../roster/index.ts';
import { dockerInspect } from './docker-inspect.ts';
import { type Circumstances, type Format, failureOf, type Input } from './format.ts';
import { hosts } from './hosts.ts';
import { mesh } from './mesh.ts';
import { parseJson } from './parse-json.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** Every input shape that is known, in the order in which it is asked whether a content is its own. */
export const formats: readonly Format[] = [mesh, dockerInspect, hosts];

/** A pass as read, and the name of the format that read it. */
export interface ReadPass {
  readonly draft: PassDraft;
  readonly format: string;
}

/**
 * Reads one pass, or one lone declaration, out of a text, a byte-order mark before it or not. The format is recognised from
 * the content unless it is named. Throws {@link UnreadableInput} where no pass can be read; so does any text without a
 * word in it, whatever its format: a file that is about to be written anew is empty for a while.
 */
export function readPass(source: string, circumstances: Circumstances = {}, formatName?: string): ReadPass {
  const text = source.replace(/^\ufeff/, '');
  if (text.trim() === '') {
    const words = 'the input is empty: a source that failed or a file that is half written, not an empty mesh';
    throw new UnreadableInput(failureOf(circumstances) ?? words);
  }
  const named = formatName === undefined ? null : formatNamed(formatName);
  const json = looksLikeJson(text) ? parseJson(text) : undefined;
  const input: Input = { text, json, circumstances, named: named !== null };
  const format = named ?? formats.find((known) => known.recognises(input));
  if (!format) {
    const found = json === undefined ? firstWords(text) : kindOf(json);
    throw new UnreadableInput(`no known format: found ${found}, expected one of ${passFormatNames().join(', ')}`, {
      hint: 'name it with --format if you know better',
    });
  }
  if (format !== hosts && json === undefined) {
    throw new UnreadableInput(`no ${format.name}: expected JSON, found ${firstWords(text)}`);
  }
  if (format === hosts && json !== undefined) {
    throw new UnreadableInput('no hosts file: expected an address and its names on each line, found JSON');
  }
  return { draft: format.read(input), format: format.name };
}

/** The names of the formats that passes are read from. */
export function passFormatNames(): string[] {
  return formats.map(({ name }) => name);
}

function formatNamed(name: string): Format {
  const format = formats.find((known) => known.name === name);
  if (format) return format;
  throw new UnreadableInput(`no format ${JSON.stringify(name)}: expected one of ${passFormatNames().join(', ')}`);
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function firstWords(text: string): string {
  const line = text.trim().split('\n', 1)[0] as string;
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line);
}

function kindOf(json: unknown): string {
  if (Array.isArray(json)) return 'a JSON list';
  const keys = Object.keys(json as object);
  return keys.length === 0
    ? 'an empty JSON object'
    : `a JSON object with the keys ${keys
        .slice(0, 5)
        .map((key) => JSON.stringify(key))
        .join(', ')}`;
}
