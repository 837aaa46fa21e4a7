import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placesOf } from '../../../../src/recorder/watch/files/watched-places.ts';
import { temporaryFolder } from '../../../support/temporary-store.ts';

/** A folder with a mounted config map in it, and what its places are called from there. */
function mount() {
  const folder = realpathSync(temporaryFolder());
  mkdirSync(join(folder, '..2026_03_01'));
  writeFileSync(join(folder, '..2026_03_01', 'roster.json'), '{}');
  symlinkSync('..2026_03_01', join(folder, '..data'));
  symlinkSync('..data/roster.json', join(folder, 'roster.json'));
  const places = (name: string) => [...placesOf(join(folder, name))].map((place) => place.replace(folder, '.')).sort();
  return { folder, places };
}

test('of a file it is the directory that it lies in', () => {
  const { places } = mount();

  expect(places('..2026_03_01/roster.json')).toEqual(['./..2026_03_01']);
});

test('of a link they are the directories of each link on the way, and of the file', () => {
  const { places } = mount();

  expect(places('roster.json')).toEqual(['.', './..2026_03_01']);
});

test('of a directory they are itself and those of the links in it', () => {
  const { places } = mount();

  expect(places('.')).toEqual(['.', './..2026_03_01']);
});

test('of what is missing it is the nearest directory that exists', () => {
  const { places, folder } = mount();
  mkdirSync(join(folder, 'a'));

  expect(places('a/b/c.json')).toEqual(['./a']);
});

test('of links that lead in a circle it is where they lie', () => {
  const { places, folder } = mount();
  symlinkSync('b', join(folder, 'a'));
  symlinkSync('a', join(folder, 'b'));

  expect(places('a')).toEqual(['.']);
});
