import { describe, expect, it } from 'vitest';
import { containerId, containerLabel, type JsonObject, specOf } from '../../src/roster/index.ts';

describe('specOf', () => {
  it('the order of keys makes no other digest, and a value does', () => {
    const digests = [
      specOf({ image: 'web:1', env: { A: '1', B: '2' } }),
      specOf({ env: { B: '2', A: '1' }, image: 'web:1' }),
      specOf({ image: 'web:2', env: { A: '1', B: '2' } }),
    ].map(({ digest }) => digest);

    expect(digests[1]).toBe(digests[0]);
    expect(digests[2]).not.toBe(digests[0]);
  });

  it('the digest is computed once, and only when it is asked for', () => {
    let reads = 0;
    const value: JsonObject = Object.defineProperty({}, 'image', {
      enumerable: true,
      get: () => {
        reads += 1;
        return 'web:1';
      },
    });

    const spec = specOf(value);
    const readsBefore = reads;
    const digests = [spec.digest, spec.digest];

    expect({ readsBefore, reads }).toEqual({ readsBefore: 0, reads: 1 });
    expect(digests[1]).toBe(digests[0]);
  });

  it('a key named "__proto__" changes the digest', () => {
    const value = JSON.parse('{"__proto__":{"image":"web:2"}}') as JsonObject;

    expect(specOf(value).digest).not.toBe(specOf({}).digest);
  });
});

describe('containerId', () => {
  it('is module and name, or the name alone', () => {
    expect([containerId('mesh-store', 'postgres.server'), containerId(null, 'web'), containerId('', 'web')]).toEqual([
      'mesh-store/postgres.server',
      'web',
      'web',
    ]);
  });
});

describe('containerLabel', () => {
  it('is the name with the module in parentheses', () => {
    expect(['mesh-store/postgres.server', 'web', 'mesh/api/1'].map(containerLabel)).toEqual([
      'postgres.server (mesh-store)',
      'web',
      'api/1 (mesh)',
    ]);
  });
});
