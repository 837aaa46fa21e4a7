import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expectFewEntries, expectFewParts, expectFewRows, expectFewWords } from '../../src/formats/most-parts.ts';
import { parseJson } from '../../src/formats/parse-json.ts';
import { parseYaml } from '../../src/formats/parse-yaml.ts';
import { readPass } from '../../src/formats/read-pass.ts';
import { foldProblems, parseHostEntry } from '../../src/roster/index.ts';

const page = readFileSync('docs/limits.md', 'utf8');

function wordsOf(read: () => unknown): string {
  try {
    read();
  } catch (fault) {
    return (fault as Error).message.replace(/found \d+/, 'found …').replace('not valid YAML: ', '');
  }
  throw new Error('it was read');
}

describe('docs/limits.md has the words that are said', () => {
  test.each<[string, () => unknown]>([
    ['deep JSON', () => parseJson(`${'['.repeat(501)}${']'.repeat(501)}`)],
    ['many values', () => expectFewParts(','.repeat(2 ** 23 + 1))],
    ['many lines', () => readPass('\na'.repeat(2 ** 22 + 1))],
    ['many words', () => expectFewWords('a '.repeat(2 ** 22 + 1))],
    ['many entries', () => expectFewEntries(','.repeat(2 ** 21))],
    ['many nodes', () => expectFewRows(new Array(2 ** 18 + 1), 'nodes')],
    ['many containers', () => expectFewRows(new Array(2 ** 18 + 1), 'containers')],
    ['a bomb', () => parseYaml(`a: &a ${'x'.repeat(2 ** 20)}\nb: [${'*a, '.repeat(65)}]`)],
    ['merges', () => parseYaml(`a: &a {${manyKeys(1024)}}\n${manyMerges(513)}`)],
  ])('of %s', (_, read) => {
    expect(page).toContain(`\`${wordsOf(read)}\``);
  });

  test('and the figures that are counted', () => {
    const problems = Array.from({ length: 300 }, (_, at) => ({ code: 'invalid-address' as const, text: `${at}` }));

    expect(page).toContain(`\`${foldProblems(problems).at(-1)?.text}\``);
    expect(parseHostEntry(`${'a;'.repeat(2)}:${Array(8).fill('192.0.2.1')}`).entries).toHaveLength(16);
    expect(parseHostEntry(`${'a;'.repeat(2)}:${Array(9).fill('192.0.2.1')}`).entries).toEqual([]);
  });
});

function manyKeys(count: number): string {
  return Array.from({ length: count }, (_, at) => `k${at}: 1`).join(', ');
}

function manyMerges(count: number): string {
  return Array.from({ length: count }, (_, at) => `b${at}: {<<: *a}`).join('\n');
}
