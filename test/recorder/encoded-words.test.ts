import { expect, test } from 'vitest';
import { base64Words, percentWords } from '../../src/recorder/encoded-words.ts';

const word = 'cGFzc3dvcmQ9aHVudGVy';

function wordsOf(spans: Iterable<readonly [number, number]>, text: string): string[] {
  return Array.from(spans, ([from, to]) => text.slice(from, to));
}

test.each<[string, string[]]>([
  ['', []],
  [word, [word]],
  [word.slice(1), []],
  [`a ${word}== ${word}=== b`, [`${word}==`, `${word}==`]],
  [`"${word}","${word}="`, [word, `${word}=`]],
  [`=${word} ${word}`, [word]],
  [`${word}é${word}`, [word, word]],
])('the words that may be base64 in %j', (text, words) => {
  expect(wordsOf(base64Words(text), text)).toEqual(words);
});

test.each<[string, string[]]>([
  ['', []],
  ['100% of a %zz', []],
  ['a%3db c', ['a%3db']],
  ['x a%3db%', ['a%3db%']],
  ['"%41"\'%42\'<%43>%44', ['%41', '%42', '%43', '%44']],
  ['é%41\u00a0%42\u2028%43\n', ['é%41', '%42', '%43']],
])('the words with percent signs in %j', (text, words) => {
  expect(wordsOf(percentWords(text), text)).toEqual(words);
});
