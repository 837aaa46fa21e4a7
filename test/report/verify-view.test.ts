import { expect, test } from 'vitest';
import { verifyJson, verifyView } from '../../src/report/verify-view.ts';
import { plain } from './builders.ts';

const findings = [{ check: 'digest', place: 'pass 7', fault: 'content 12 has another digest' }];

test('a store that is whole', () => {
  expect(plain(verifyView('a.db', []))).toBe('a.db: whole\n');
  expect(verifyJson('a.db', [])).toEqual({
    format: 'roster-history/verify@1',
    complete: true,
    gaps: [],
    store: 'a.db',
    findings: [],
  });
});

test('a store that is damaged', () => {
  expect(plain(verifyView('a.db', findings)).split('\n')).toEqual([
    'a.db: 1 thing damaged',
    '',
    'CHECK   PLACE   FAULT',
    'digest  pass 7  content 12 has another digest',
    '',
  ]);
  expect(verifyJson('a.db', findings)).toMatchObject({ complete: false, findings });
});

test('what rests on what is damaged is told, of much the first four', () => {
  const many = Array.from({ length: 6 }, (_, at) => [at * 2 + 1, at * 2 + 1] as const);
  const view = verifyView('a.db', [
    {
      check: 'content',
      place: 'content 1 (hosts)',
      fault: `digest ${'0123456789ab'.padEnd(64, '0')} found`,
      affects: {
        passes: [
          [1, 3],
          [5, 5],
        ],
        nodes: ['ace'],
        containers: ['mesh/web'],
        names: ['a', 'b', 'c', 'd', 'e'],
      },
    },
    { check: 'content', place: 'b', fault: 'c', affects: { passes: many, nodes: [], containers: [], names: [] } },
    { check: 'content', place: 'd', fault: 'e', affects: { passes: [], nodes: [], containers: [], names: [] } },
    { check: 'header', place: 'f', fault: 'g' },
  ]);
  const text = plain(view).replaceAll(/\s+/g, ' ');

  expect(text).toContain('digest 0123456789ab… found');
  expect(text).toContain('passes 1–3, pass 5; on ace; in web (mesh); names a, b, c, d and 1 more');
  expect(text).toContain('pass 1, pass 3, pass 5, pass 7, 2 more stretches');
  expect(text).toContain('no pass that is kept');
});
