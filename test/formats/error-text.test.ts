import { describe, expect, it } from 'vitest';
import { errorText, joinErrors } from '../../src/formats/error-text.ts';

describe('errorText', () => {
  it.each([
    ['plan: store unreachable', 'plan: store unreachable'],
    [{ source: 'registry-b', error: 'request timed out after 2s' }, 'registry-b: request timed out after 2s'],
    [
      [
        { source: 'registry-b', error: 'request timed out after 2s' },
        { source: 'dns', message: 'refused' },
        'and more',
      ],
      'registry-b: request timed out after 2s; dns: refused; and more',
    ],
    [{ message: 'refused' }, 'refused'],
    [{ source: 'dns', error: ['refused', { message: 'twice' }] }, 'dns: refused; twice'],
    [{ source: 'dns', error: 'refused', code: 5 }, 'dns: refused {"code":5}'],
    [{ source: 7, error: 'refused' }, 'refused {"source":7}'],
    [{ code: 5 }, '{"code":5}'],
    [{}, '{}'],
    [17, '17'],
    [true, 'true'],
  ])('%j is %s', (value, text) => {
    expect(errorText(value)).toBe(text);
  });

  it.each([undefined, null, false, '', [[]], [[null, '']]])('%j says nothing', (value) => {
    expect(errorText(value)).toBeNull();
  });
});

describe('joinErrors', () => {
  it('joins what is said', () => {
    expect([joinErrors([null, 'a', null, 'b']), joinErrors([null]), joinErrors([])]).toEqual(['a; b', null, null]);
  });
});
