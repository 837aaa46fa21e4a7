import { expect, test } from 'vitest';
import { outcomeLines } from '../../src/report/outcome-lines.ts';
import { type PassParts, pass } from '../roster/builders.ts';
import { texts } from './builders.ts';

function outcomes(parts: PassParts): string[] {
  return texts(outcomeLines(pass(parts)));
}

test('what went as planned is not told', () => {
  expect(outcomes({ outcomes: [{ node: 'ace', outcome: 'planned' }] })).toEqual([]);
});

test('nodes that fared alike are one line, their error on it', () => {
  expect(
    outcomes({
      outcomes: [
        { node: 'ace', outcome: 'failed', error: 'plan:\n  no route' },
        { node: 'g14', outcome: 'failed', error: 'plan:\n  no route' },
        { node: 'novox', outcome: 'skipped' },
        { node: 'shanks', outcome: 'failed', error: 'other' },
      ],
    }),
  ).toEqual(['! ace and g14 failed: plan: no route', '! novox skipped', '! shanks failed: other']);
});

test('many nodes that fared alike are shortened', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ node: `n${index}`, outcome: 'skipped' as const }));

  expect(outcomes({ outcomes: many })).toEqual(['! n0, n1, n2, n3, n4, n5, n6, n7 and 4 more skipped']);
});

test('a pass that fared badly as a whole is told once', () => {
  const error = 'no JSON';

  expect(
    outcomes({
      outcome: 'unreadable',
      error,
      outcomes: [
        { node: 'ace', outcome: 'unreadable', error },
        { node: 'g14', outcome: 'unreported' },
        { node: 'novox', outcome: 'failed', error },
        { node: 'shanks', outcome: 'unreadable', error: 'half a document' },
      ],
    }),
  ).toEqual(['! the pass was unreadable: no JSON', '! novox failed: no JSON', '! shanks unreadable: half a document']);
  expect(outcomes({ outcome: 'failed' })).toEqual(['! the pass was failed']);
});

test('a node that the pass did not name is told, unless it named none', () => {
  expect(
    outcomes({
      outcomes: [
        { node: 'ace', outcome: 'planned' },
        { node: 'g14', outcome: 'unreported' },
      ],
    }),
  ).toEqual(['! g14 unreported']);
  expect(outcomes({ outcomes: [{ node: 'g14', outcome: 'unreported' }] })).toEqual([]);
});
