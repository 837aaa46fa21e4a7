import { describe, expect, test } from 'vitest';
import { parseOptions } from '../../bench/options.ts';

const known = ['change', 'store', 'replay'];
const nothing = { help: false, replay: null, sizes: [] };

describe('the arguments of the benchmarks', () => {
  test('ask for all rows where none are named, but replay nothing', () => {
    expect(parseOptions([], known)).toEqual({ ...nothing, sections: ['change', 'store'] });
  });

  test('ask for the named rows, in the order of the table', () => {
    expect(parseOptions(['store', 'change'], known)).toEqual({ ...nothing, sections: ['change', 'store'] });
  });

  test('add the replay of a file to the other rows', () => {
    expect(parseOptions(['--replay', 'hosts.ndjson'], known)).toEqual({
      ...nothing,
      sections: ['change', 'store', 'replay'],
      replay: 'hosts.ndjson',
    });
    expect(parseOptions(['replay', '--replay', 'hosts.ndjson'], known).sections).toEqual(['replay']);
  });

  test('name the sizes of meshes', () => {
    expect(parseOptions(['--size', '4x30x150', '--size', '200×50×500'], known).sizes).toEqual([
      { nodes: 4, containers: 30, names: 150 },
      { nodes: 200, containers: 50, names: 500 },
    ]);
  });

  test.each([
    [['chnge'], 'unknown rows "chnge": expected change, store, replay'],
    [['replay'], '"replay" has nothing to replay: expected --replay FILE.ndjson[.gz]'],
    [['--rounds'], "Unknown option '--rounds'"],
    [['--size', '4x30'], 'no size "4x30": expected NODESxCONTAINERSxNAMES, such as 4x30x150'],
  ])('are refused with what would be right: %j', (args, message) => {
    expect(() => parseOptions(args, known)).toThrow(message);
  });
});
