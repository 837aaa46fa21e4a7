import { createRequire } from 'node:module';
import type * as re2js from 're2js';
import { UnreadableInput } from './unreadable-input.ts';

/** What a line of a host log tells: a container, and the node where the line names it. Null where it tells of no replacement. */
export type LogPattern = (line: string) => { readonly container: string; readonly node: string | null } | null;

/** `updated postgres.server (mesh-store): replaced`, or `recreated`. */
export const defaultLogPattern: LogPattern = (line) => {
  const found = /\bupdated (\S{1,512}(?: \([^()\s]{1,512}\))?): (?:replaced|recreated)\b/.exec(line);
  return found ? { container: found[1] as string, node: null } : null;
};

/**
 * A pattern of a user's own, in RE2's syntax: the group `container` is the container, `node` the node. RE2 takes time
 * linear in the line whatever the pattern, so that no line can make it slow. Throws {@link UnreadableInput}.
 */
export function compileLogPattern(text: string): LogPattern {
  // a third of the whole program, and hardly ever asked for
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof re2js;
  const pattern = compile(RE2JS, text);
  const names = pattern.namedGroups();
  if (!('container' in names)) {
    throw new UnreadableInput(`the pattern ${JSON.stringify(text)} has no group "container"`, {
      hint: String.raw`--log-pattern 'replaced (?P<container>\S+)'`,
    });
  }
  return (line) => {
    const matcher = pattern.matcher(line);
    if (!matcher.find()) return null;
    return { container: matcher.group('container') ?? '', node: 'node' in names ? matcher.group('node') : null };
  };
}

function compile(RE2JS: typeof re2js.RE2JS, text: string): re2js.RE2JS {
  try {
    return RE2JS.compile(text);
  } catch (cause) {
    throw new UnreadableInput(`the pattern ${JSON.stringify(text)} cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}
