import { expect, test } from 'vitest';
import { type ReadInput, readInput } from '../../src/formats/index.ts';
import { openSeenInputs } from '../../src/recorder/seen-inputs.ts';

const read = (name: string): ReadInput => readInput(`192.0.2.1 ${name}`);

test('the last four contents of an input are known, whatever becomes of the bytes that were lent', () => {
  const seen = openSeenInputs();
  const space = Buffer.alloc(2);
  const reads = ['aa', 'bb', 'cc', 'dd', 'ee'].map((text) => {
    space.write(text);
    const found = read(text);
    seen.keep('novox.json', space, found);
    return found;
  });

  expect(['aa', 'bb', 'cc', 'dd', 'ee'].map((text) => seen.find('novox.json', Buffer.from(text)))).toEqual([
    null,
    ...reads.slice(1),
  ]);
  expect(seen.find('ace.json', Buffer.from('bb'))).toBeNull();
  expect(seen.find('novox.json', 'bb')).toBeNull();
});

test('what was not asked for longest goes first where there is too much', () => {
  const seen = openSeenInputs();
  const large = 'x'.repeat(12_000_000);
  for (const key of ['a', 'b']) seen.keep(key, large, read(key));
  seen.find('a', large);

  seen.keep('c', large, read('c'));

  expect(['a', 'b', 'c'].map((key) => seen.find(key, large) !== null)).toEqual([true, false, true]);
});
