import { describe, expect, test } from 'vitest';
import { parsePolicy, policiesOf } from '../../src/cli/policy-option.ts';
import { UserError } from '../../src/cli/user-error.ts';
import { defaultPolicies } from '../../src/diff/index.ts';

describe('a policy as a user writes it', () => {
  test.each([
    ['sorted', 'sorted'],
    [' Scoped + LAST-KNOWN-GOOD ', 'scoped+last-known-good'],
    ['hold-down', 'hold-down 3'],
    ['hold-down 5', 'hold-down 5'],
    ['hold-down:5', 'hold-down 5'],
    ['hold-down=12+sorted', 'sorted+hold-down 12'],
    ['sorted+sorted', 'sorted'],
    ['resolver+damped-7196', 'resolver+damped-7196'],
    ['as-recorded', 'as-recorded'],
  ])('%j is %s', (text, name) => {
    expect(parsePolicy(text).name).toBe(name);
  });

  test.each([
    [
      'sortd',
      '--policy "sortd": no policy "sortd": expected one of as-recorded, sorted, scoped, resolver, last-known-good, hold-down, damped, damped-7196; the parts of one are joined by +, e.g. scoped+last-known-good',
      '--policy sorted',
    ],
    [
      '',
      '--policy "": no policy "": expected one of as-recorded, sorted, scoped, resolver, last-known-good, hold-down, damped, damped-7196; the parts of one are joined by +, e.g. scoped+last-known-good',
      '--policy scoped',
    ],
    ['sorted 3', '--policy "sorted 3": only hold-down takes a number, of passes from 1', '--policy "hold-down 5"'],
    [
      'hold-down 0',
      '--policy "hold-down 0": only hold-down takes a number, of passes from 1',
      '--policy "hold-down 5"',
    ],
    ['scoped+resolver', '--policy "scoped+resolver": resolver and scoped cannot hold at once', '--policy scoped'],
    [
      'damped+damped-7196',
      '--policy "damped+damped-7196": damped and damped-7196 cannot hold at once',
      '--policy damped-7196',
    ],
    ['as-recorded+sorted', '--policy "as-recorded+sorted": as-recorded takes nothing beside it', '--policy sorted'],
  ])('%j is none', (text, message, hint) => {
    const parse = () => parsePolicy(text);

    expect(parse).toThrow(new UserError(message, { hint }));
  });

  test('with more passes than four digits tell is none', () => {
    expect(() => parsePolicy('hold-down 10000')).toThrow('no policy "hold-down 10000"');
  });
});

test('what was recorded stands beside what was asked for, and nothing stands twice', () => {
  const asked = (...texts: string[]) => policiesOf(texts).map(({ name }) => name);

  expect(asked('sorted', 'as-recorded', 'sorted', 'hold-down 3', 'hold-down')).toEqual([
    'as-recorded',
    'sorted',
    'hold-down 3',
  ]);
  expect(policiesOf([])).toBe(defaultPolicies);
});
