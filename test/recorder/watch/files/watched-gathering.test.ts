import { describe, expect, test } from 'vitest';
import { openGathering } from '../../../../src/recorder/watch/files/watched-gathering.ts';

const source = (text: string | null, more: object = {}) => ({
  label: 'x',
  text,
  error: text === null ? 'no' : null,
  ...more,
});

describe('inputs that make one together', () => {
  test('are news until they are handed over, in the order of their names', () => {
    const gathering = openGathering('hosts.d');
    expect(gathering.findNews(['a', 'b'])).toBeNull();

    gathering.put('b', source('2\n'));
    gathering.put('a', source('1'));
    const news = gathering.findNews(['a', 'b']);
    expect(news?.source).toEqual({ label: 'hosts.d', text: '1\n2\n', error: null });
    news?.confirm();

    expect(gathering.findNews(['a', 'b'])).toBeNull();
  });

  test('are news when one of them goes, and none when nothing is left', () => {
    const gathering = openGathering('d');
    gathering.put('a', source('1\n'));
    gathering.put('b', source('2\n'));
    gathering.findNews(['a', 'b'])?.confirm();

    gathering.drop('c');
    expect(gathering.findNews(['a', 'b'])).toBeNull();
    gathering.drop('a');
    expect(gathering.findNews(['b'])?.source.text).toBe('2\n');
    gathering.drop('b');
    expect(gathering.findNews([])).toBeNull();
    gathering.put('a', source('1\n'));
    gathering.clear();

    expect(gathering.findNews(['a'])).toBeNull();
  });

  test('are as bad as the worst of them', () => {
    const gathering = openGathering('d');
    gathering.put('a', source('ä\n', { exitStatus: 0 }));
    gathering.put('b', source('x\n', { exitStatus: 3, standardError: 'no', undecodableAt: 1 }));
    expect(gathering.findNews(['a', 'b'])?.source).toEqual({
      label: 'd',
      text: 'ä\nx\n',
      error: null,
      undecodableAt: 4,
      exitStatus: 3,
      standardError: 'no',
    });

    gathering.put('c', source(null));

    expect(gathering.findNews(['a', 'b', 'c'])?.source).toEqual(source(null));
  });
});
