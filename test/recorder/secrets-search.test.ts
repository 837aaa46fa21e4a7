import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storedProgram } from '../cli/run.ts';
import { searchFormat, textsOf } from './planted-search.ts';
import { bareSecrets, findPlanted, tellingTexts } from './planted-secrets.ts';
import { places } from './planting-places.ts';

// our own JSON has places enough for a file of its own
const formats = [...new Set(places.map(({ format }) => format))].filter((format) => format !== 'mesh');

test('the search finds every secret before it is recorded', () => {
  const made = Object.values({ ...tellingTexts, ...bareSecrets }).map((make, number) => make({ number, turn: 0 }));

  expect(made.filter((text) => findPlanted(text).length === 0)).toEqual([]);
});

test('some ten thousand combinations are searched', () => {
  const planted = places.flatMap((place) => (place.single ? [0] : [0, 1]).flatMap((turn) => textsOf(place, turn)));

  expect(planted.length).toBeGreaterThan(13_000);
});

test('a secret that changed shows as a change of its path', async () => {
  const { folder, print } = storedProgram();
  const specs = [
    { env: { DSN: 'hunter2' } },
    { environment: ['DSN=hunter2'] },
    { env: [{ name: 'DSN', value: 'hunter2' }] },
  ];
  for (const pass of [1, 2]) {
    const containers = specs.map((spec, index) => ({ name: `web-${index}`, ...spec }));
    const text = JSON.stringify({ pass, nodes: [{ node: 'g14', containers }] });
    writeFileSync(join(folder, `${pass}.json`), pass === 1 ? text : text.replaceAll('hunter2', 'hunter3'));
    await print('record', join(folder, `${pass}.json`));
  }

  const { passes } = JSON.parse(await print('diff', '--since', '2026-01-01', '--json'));

  const containers = passes.at(-1).replacements.containers as { causes: string[]; spec: string[] }[];
  expect(containers.map(({ causes, spec }) => [causes, spec])).toEqual([
    [['spec'], ['env.DSN']],
    [['spec'], ['environment.DSN']],
    [['spec'], ['env[0].value']],
  ]);
});

describe.each(formats)('a secret in an input of %s', (format) => {
  test('is nowhere in the store, nor in what any command prints, and shows where it changed', {
    timeout: 60_000,
  }, async () => {
    expect(await searchFormat(format)).toEqual({ found: [], unchanged: [] });
  });
});
