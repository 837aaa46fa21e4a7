import { expect, test } from 'vitest';
import { openTail } from '../../../../src/recorder/watch/commands/command-tail.ts';

/** The tail of pieces that were written one after the other. */
function tailOf(...pieces: string[]): string {
  const tail = openTail();
  for (const piece of pieces) tail.add(Buffer.from(piece));
  return tail.text();
}

test('what is short is whole', () => {
  expect(tailOf()).toBe('');
  expect(tailOf('a\n', 'b')).toBe('a\nb');
});

test('of what is long the last lines are kept, and no piece of one', () => {
  const line = (number: number) => `${String(number).padStart(6)} password=hunter2 ${'x'.repeat(76)}\n`;
  const lines = Array.from({ length: 2000 }, (_, number) => line(number));

  expect(tailOf(...lines)).toBe(lines.slice(-40).join(''));
});

test('of a last line that is long the beginning is kept, where the name of a secret stands', () => {
  const long = `password=${'x'.repeat(6000)}`;

  expect(tailOf('a\n', long)).toBe(`${long.slice(0, 4096)}…`);
  expect(tailOf('a\n', `${long}\n`)).toBe(`${long.slice(0, 4096)}…`);
});

test('of a line without an end nothing is kept', () => {
  expect(tailOf(...Array.from({ length: 100 }, () => 'x'.repeat(1000)))).toBe('one line of more than 65536 bytes');
});
