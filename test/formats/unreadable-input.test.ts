import { expect, it } from 'vitest';
import { UnreadableInput } from '../../src/formats/index.ts';

it('says what is wrong, where, what would help and what it comes from, each where it is known', () => {
  const cause = new SyntaxError('x');

  expect(new UnreadableInput('torn', { place: { line: 2, column: 5 }, hint: 'again', cause })).toMatchObject({
    name: 'UnreadableInput',
    message: 'torn',
    place: { line: 2, column: 5 },
    hint: 'again',
    cause,
  });
  expect(new UnreadableInput('torn')).toMatchObject({ place: null, hint: null });
  expect('cause' in new UnreadableInput('torn')).toBe(false);
});
