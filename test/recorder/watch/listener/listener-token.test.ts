import { expect, test } from 'vitest';
import { bearsToken } from '../../../../src/recorder/watch/listener/listener-token.ts';

test.each(['Bearer kite-Marble-73', 'bearer  kite-Marble-73 '])('%j bears the token', (authorization) => {
  expect(bearsToken(authorization, 'kite-Marble-73')).toBe(true);
});

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'kite-Marble-73',
  'Basic kite-Marble-73',
  'Bearer kite-Marble-7',
  'Bearer kite-Marble-733',
  'Bearer kite-Marble-73 more',
])('%j does not', (authorization) => {
  expect(bearsToken(authorization, 'kite-Marble-73')).toBe(false);
});
