import { describe, expect, it } from 'vitest';
import { type InputText, mapInput } from '../../src/recorder/index.ts';

const catalogue = '{"nodes": [machines.{"node": host, "containers": []}]}';
const mappings = new Map([['catalogue', catalogue]]);
const input = (keys: Partial<InputText> = {}): InputText => ({
  label: 'catalogue.json',
  text: '{"machines": [{"host": "novox"}]}',
  error: null,
  format: 'mapped:catalogue',
  ...keys,
});

describe('mapInput', () => {
  it('makes an input of our own contract, and keeps what is known of it besides', async () => {
    const given = input({ exitStatus: 0, circumstances: { node: 'novox' } });

    expect(await mapInput(given, mappings)).toEqual({
      ...given,
      text: '{"nodes":[{"node":"novox","containers":[]}]}',
      format: 'mesh',
    });
  });

  it('needs no name where there is one mapping', async () => {
    expect(await mapInput(input({ format: 'mapped' }), mappings)).toMatchObject({ format: 'mesh', error: null });
  });

  it.each([undefined, 'mesh', 'docker-inspect', 'mappedly'])('leaves the format %s as it is', async (format) => {
    const { format: _, ...rest } = input();
    const given = format === undefined ? rest : { ...rest, format };

    expect(await mapInput(given, mappings)).toBe(given);
  });

  it('leaves an input without a text as it is', async () => {
    const given = input({ text: null, error: 'no such file' });

    expect(await mapInput(given, mappings)).toBe(given);
  });

  it('an input that cannot be mapped has no text, and the reason', async () => {
    const broken = new Map([['catalogue', '{"nodes": [machines.{"node" host}]}']]);

    expect(await mapInput(input(), broken)).toEqual({
      ...input(),
      text: null,
      error: 'mapping "catalogue": the expression, line 1, column 29: cannot be read: expected ":", got "host"',
      hint: 'https://docs.jsonata.org shows the language',
    });
    expect(await mapInput(input({ text: '{"machines":' }), mappings)).toMatchObject({
      text: null,
      error: 'mapping "catalogue": line 1, column 13: the JSON ends in the middle: the file is half written or cut off',
    });
  });

  it.each([
    ['mapped:catalog', [], 'no mapping "catalog": the config has none under "mappings"'],
    ['mapped:catalog', ['a', 'b'], 'no mapping "catalog": the config has "a", "b"'],
    ['mapped', ['a', 'b'], 'the format "mapped" names no mapping: the config has "a", "b"'],
  ])('as %s with the mappings %j has no text', async (format, names, error) => {
    const known = new Map(names.map((name): [string, string] => [name, '$']));

    expect(await mapInput(input({ format }), known)).toEqual({ ...input({ format }), text: null, error });
  });
});
