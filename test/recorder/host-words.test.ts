import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addHostWords } from '../../src/recorder/host-words.ts';
import { parseName } from '../../src/roster/index.ts';

function wordsIn(text: string, most = 100): string[] {
  const found = new Set<string>();
  addHostWords(text, found, most);
  return [...found];
}

describe('the words of a text', () => {
  test.each([
    'db.internal',
    'DB.internal.',
    'http://db.internal:5432/x',
    'postgres://me:secret@db.internal/app',
    'user@db.internal',
    'a,db.internal;b',
    '["db.internal"]',
    'DB_URL=//db.internal',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of compose
    '${DB_HOST:-db.internal}',
    'mysql -hdb.internal -uroot',
    '--host=db.internal',
    'line\ndb.internal\tx',
    '{"text":"line\\ndb.internal"}',
    'redirect=https%3A%2F%2Fdb.internal%2Fx',
    'Host(`db.internal`)',
  ])('%s holds db.internal', (text) => {
    expect(wordsIn(text)).toContain('db.internal');
  });

  test.each([
    'sub.db.internal',
    'db.internal_old',
    'xdb.internal',
    'db.internal.example',
    'db.internals',
    'db-internal',
    'dbxinternal',
    'db.internal-2',
    'ädb.internal',
  ])('%s does not', (text) => {
    expect(wordsIn(text)).not.toContain('db.internal');
  });

  test('a name of another script is compared as DNS does, however its marks are written', () => {
    expect(wordsIn('//müller.internal/')).toEqual(['xn--mller-kva.internal']);
    expect(wordsIn('mu\u0308ller.internal')).toEqual(['xn--mller-kva.internal']);
  });

  test('addresses and numbers are no names', () => {
    expect(wordsIn('192.0.2.1:5432 17 3.14')).toEqual([]);
  });

  test('a text with more words than are kept is told from one with as many', () => {
    expect(addHostWords('a b c', new Set(), 3)).toBe(true);
    expect(addHostWords('a b c d', new Set(), 3)).toBe(false);
  });

  test.each([
    ['words', 'ab '.repeat(2_000_000)],
    ['one word', 'a'.repeat(5_000_000)],
    ['dashes', '-a '.repeat(1_700_000)],
    ['dots', '.'.repeat(5_000_000)],
    ['escapes', '%2'.repeat(2_500_000)],
    ['backslashes', '\\'.repeat(5_000_000)],
  ])('five million characters of %s take seconds at most', (_what, text) => {
    const began = performance.now();

    wordsIn(text, 10_000);

    expect(performance.now() - began).toBeLessThan(5000);
  });

  test.each([255, 1023, 1024, 1025, 1100, 2048, 2050])('nothing of a word of %i characters is a name', (length) => {
    expect(wordsIn(`a.example ${'b'.repeat(length)} c.example`)).toEqual(['a.example', 'c.example']);
    expect(wordsIn(`${'\u00fc'.repeat(length)}, c.example`)).toEqual(['c.example']);
  });

  test('a word is found as the name that it is', () => {
    const word = fc.stringMatching(/^[A-Za-z][\w.-]{0,40}$/);
    fc.assert(
      fc.property(word, fc.constantFrom('', '/', '@', ' ', '"', ':', '='), (text, mark) => {
        expect(wordsIn(`${mark}${text}${mark}`)).toEqual([parseName(text).name]);
      }),
    );
  });
});
