import type * as re2js from 're2js';
import { UnreadableInput } from './unreadable-input.ts';

/** What JSONata asks of a regular expression: all that RegExp does with the flag `g` that it always sets. */
interface MappingRegex {
  lastIndex: number;
  exec(text: string): ReturnType<RegExp['exec']>;
}

/** The class that JSONata makes its regular expressions of. They take time linear in the text, so that no input can make one slow. */
export function mappingRegexClass({ RE2JS }: typeof re2js): new (source: RegExp) => MappingRegex {
  return class {
    lastIndex = 0;
    readonly #pattern: re2js.RE2JS;

    constructor(source: RegExp) {
      const flags = (source.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (source.multiline ? RE2JS.MULTILINE : 0);
      try {
        this.#pattern = RE2JS.compile(RE2JS.translateRegExp(source.source), flags);
      } catch (cause) {
        throw new UnreadableInput(`the expression: /${source.source}/ is no pattern in RE2's syntax`, {
          hint: 'RE2 has no look-around and no back-references',
          cause,
        });
      }
    }

    exec(text: string): ReturnType<RegExp['exec']> {
      const matcher = this.#pattern.matcher(text);
      if (this.lastIndex > text.length || !matcher.find(this.lastIndex)) {
        this.lastIndex = 0;
        return null;
      }
      this.lastIndex = matcher.end();
      const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) as string);
      // a list with its first element and a place is what RegExp gives
      return Object.assign(groups, { index: matcher.start(), input: text }) as RegExpExecArray;
    }
  };
}
