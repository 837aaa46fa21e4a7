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
