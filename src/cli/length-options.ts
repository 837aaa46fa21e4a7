import { parseByteSize } from './byte-size.ts';
import { parseLengthOfTime } from './length-of-time.ts';
import { UserError } from './user-error.ts';

/**
 * Reads a flag that is a length of time; undefined where it was not given. The example is one that is harmless for this
 * flag, for it is pasted. Throws {@link UserError}.
 */
export function lengthOption(flag: string, text: string | undefined, example: string): number | undefined {
  if (text === undefined) return undefined;
  const parsed = parseLengthOfTime(text);
  if ('ms' in parsed && parsed.ms > 0) return parsed.ms;
  throw new UserError(`${flag} "${text}" is no length of time: expected one such as ${example}`, {
    hint: `${flag} ${example}`,
  });
}

/** Reads a flag that is a size in bytes; undefined where it was not given. The example is one for this flag. Throws {@link UserError}. */
export function sizeOption(flag: string, text: string | undefined, example: string): number | undefined {
  if (text === undefined) return undefined;
  const bytes = parseByteSize(text);
  if (bytes !== null && bytes > 0) return bytes;
  throw new UserError(`${flag} "${text}" is no size: expected one such as ${example}`, { hint: `${flag} ${example}` });
}
