import { expect, it } from 'vitest';
import { triggerText } from '../../src/roster/index.ts';

it('a trigger is its text, nothing, or its JSON on one line', () => {
  expect([
    triggerText('assign ace searxng'),
    triggerText(null),
    triggerText({ verb: 'assign', tries: [1, 2] }),
  ]).toEqual(['assign ace searxng', '', '{"verb":"assign","tries":[1,2]}']);
});
