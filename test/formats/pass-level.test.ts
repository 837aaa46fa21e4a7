import { describe, expect, it } from 'vitest';
import { readPass } from '../../src/formats/index.ts';

describe('a pass id', () => {
  it.each([
    ['"412"', '412'],
    ['412', '412'],
    ['0', '0'],
    ['-1', '-1'],
    ['1.5', '1.5'],
    ['"0412"', '0412'],
    ['9007199254740991', '9007199254740991'],
    ['1790704563123456789', '1790704563123456789'],
    ['-1790704563123456789', '-1790704563123456789'],
    ['""', null],
    ['null', null],
  ])('%s is the key %j', (pass, key) => {
    expect(readPass(`{"nodes": [], "pass": ${pass}}`).draft.key).toBe(key);
  });

  it('two ids in nanoseconds that are one apart are two', () => {
    const keys = ['1790704563123456789', '1790704563123456790'].map((pass) => {
      return readPass(`{"nodes": [{"pass": 1}], "pass" : ${pass} }`).draft.key;
    });

    expect(keys).toEqual(['1790704563123456789', '1790704563123456790']);
  });

  it('that stands twice is the last one, large or not', () => {
    expect(readPass('{"pass": "a", "nodes": [], "pass": 1790704563123456789}').draft.key).toBe('1790704563123456789');
  });

  it('a large one of a lone declaration is read too', () => {
    expect(readPass('{"pass":1790704563123456789,"node":"novox","containers":[]}').draft.key).toBe(
      '1790704563123456789',
    );
  });
});
