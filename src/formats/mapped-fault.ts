import type { JsonataError } from 'jsonata';
import { placeIn, UnreadableInput } from './unreadable-input.ts';

const sameForEach = 'name what is the same for each before it, as in ($hosts := catalogue.(name & ":" & ip); …)';

/** An error as JSONata throws it, with the values that its message quotes. */
interface MappingError extends Partial<JsonataError> {
  readonly value?: unknown;
  readonly value2?: unknown;
}

/** What is wrong with an expression, and where. Values of the input are not quoted, for they may be secrets. */
export function mappingFault(fault: MappingError, expression: string): UnreadableInput {
  const { code = '' } = fault;
  const where = whereOf(fault, expression);
  switch (code) {
    case 'D1012':
      return new UnreadableInput(`the expression takes longer than ${Number(fault.value) / 1000} s`, {
        hint: `look for a function that calls itself without end; else ${sameForEach}`,
      });
    case 'D1011':
      return new UnreadableInput(`${where}: it is nested without end`, {
        hint: 'look for a function that calls itself and has no condition to end',
      });
    case 'made':
      return new UnreadableInput(`the expression makes lists of more than ${fault.value} elements in all`, {
        hint: sameForEach,
      });
  }
  if (fault instanceof RangeError && fault.message.includes('call stack')) {
    return new UnreadableInput('the expression is nested too deeply to be read', { cause: fault });
  }
  const verb = code.startsWith('S') ? 'cannot be read' : 'fails';
  return new UnreadableInput(`${where}: ${verb}: ${wordsOf(fault)}`, {
    hint: code === '' ? sameForEach : 'https://docs.jsonata.org shows the language',
    cause: fault,
  });
}

/** JSONata's own words. What it quotes of a value is left out, except where the expression itself raised the error. */
function wordsOf(fault: MappingError): string {
  const { code = '', token, message = String(fault) } = fault;
  if (message.includes('circular structure')) return 'a function stands where a value is expected';
  const isOfItsOwn = code.startsWith('S') || code === 'D3137' || code === 'D3141';
  let words = (message.split('\n', 1)[0] as string).replace(/[.\s]+$/, '');
  for (const value of isOfItsOwn ? [] : [fault.value, fault.value2]) {
    const isQuoted = typeof value === 'string' || (typeof value === 'object' && value !== null);
    if (isQuoted) words = words.replaceAll(JSON.stringify(value), kindOf(value));
  }
  const said = words.charAt(0).toLowerCase() + words.slice(1);
  return token === undefined || said.includes(token) ? said : `${said} (at "${token}")`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'a text' : 'an object';
}

/** JSONata tells the place behind the token. */
function whereOf({ position, token }: MappingError, expression: string): string {
  if (position === undefined) return 'the expression';
  const isBehind = token !== undefined && expression.slice(0, position).endsWith(token);
  const { line, column } = placeIn(expression, isBehind ? position - token.length : position);
  return `the expression, line ${line}, column ${column}`;
}
