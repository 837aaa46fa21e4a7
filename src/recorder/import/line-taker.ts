import { UnreadableInput } from '../../formats/index.ts';
import type { Json } from '../../roster/index.ts';
import type { TextLine } from './read-lines.ts';

/** Takes the lines of one text. What is wrong with one goes to the tally. */
export interface LineTaker {
  /** `value` says what is wrong with the line where it is no JSON. Says whether more is to be read. */
  take(line: TextLine, value: Json | UnreadableInput): Promise<boolean>;
  /** `whole` says whether the text was read to its end. */
  finish(whole: boolean): Promise<void>;
}

/** What is wrong with a line that is no JSON. */
export function lineFault({ torn }: TextLine): UnreadableInput {
  if (!torn) return new UnreadableInput('not valid JSON');
  return new UnreadableInput('the text ends in the middle of the line: it is half written or cut off', {
    hint: 'import it again when it is whole: what is known is not recorded twice',
  });
}
