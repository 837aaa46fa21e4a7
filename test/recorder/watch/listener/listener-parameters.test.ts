import { describe, expect, test } from 'vitest';
import { parsePushParameters } from '../../../../src/recorder/watch/listener/listener-parameters.ts';

const parse = (query: string, headers: readonly (readonly [string, string])[] = [], format: string | null = null) =>
  parsePushParameters(new URLSearchParams(query), headers, format);

describe('what a push says besides its document', () => {
  test('is what the flags of record say', () => {
    expect(
      parse(
        'node=g14&pass=412&controller=mesh&at=2026-09-29T22:46:03%2B02:00&trigger=timer&format=hosts&exit-status=3&error=late',
      ),
    ).toEqual({
      circumstances: {
        node: 'g14',
        key: '412',
        controller: 'mesh',
        at: Date.UTC(2026, 8, 29, 20, 46, 3),
        trigger: 'timer',
        exitStatus: 3,
        standardError: 'late',
      },
      format: 'hosts',
    });
  });

  test('may be said in headers, in UTF-8; other headers are none of it', () => {
    const headers = [
      ['host', 'localhost'],
      ['node', 'ace'],
      ['roster-history-node', 'g14'],
      ['roster-history-trigger', Buffer.from('für ace').toString('latin1')],
    ] as const;

    expect(parse('pass=412', headers)).toEqual({
      circumstances: { node: 'g14', key: '412', trigger: 'für ace' },
      format: null,
    });
  });

  test('may be nothing, and leaves the format that the source has', () => {
    expect(parse('', [], 'hosts')).toEqual({ circumstances: {}, format: 'hosts' });
    expect(parse('format=mine', [], 'mine')).toEqual({ circumstances: {}, format: 'mine' });
  });

  test.each([
    ['@1790714400', Date.UTC(2026, 8, 29, 20, 40)],
    ['2026-09-29T20:40:00Z', Date.UTC(2026, 8, 29, 20, 40)],
    ['2026-09-29t20:40:00z', Date.UTC(2026, 8, 29, 20, 40)],
    ['2026-09-29 22:40:00.5%2B02:00', Date.UTC(2026, 8, 29, 20, 40, 0, 500)],
    ['2026-09-29T22:40:00+02:00', Date.UTC(2026, 8, 29, 20, 40)],
  ])('has the time %s', (at, instant) => {
    expect(parse(`at=${at}`).circumstances).toEqual({ at: instant });
  });
});

describe('a push cannot say', () => {
  test.each([
    ['nod=g14', 'no parameter "nod": expected node, pass, controller, at, trigger, format, exit-status, error'],
    ['node=', '"node" is empty'],
    ['pass=', '"pass" is empty'],
    ['node=a&node=b', '"node" is given twice'],
    ['exit-status=-1', '"exit-status" "-1" is no exit status: expected a number from 0 to 255'],
    ['format=json', 'no format "json": expected mesh, '],
    ['at=22:40', '"at" "22:40" is no time: expected RFC 3339 with an offset, such as 2026-09-29T22:46:03Z, or @EPOCH'],
  ])('%s', (query, words) => {
    expect(() => parse(query)).toThrow(words);
  });

  test.each(['2026-09-29T22:40:00', '2026-02-30T00:00:00Z', '2026-09-29', '@', 'now'])('that it ran at %s', (at) => {
    expect(() => parse(`at=${at}`)).toThrow('is no time');
  });

  test('the same in a header as in the query, nor what is not known in a header', () => {
    expect(() => parse('node=a', [['roster-history-node', 'a']])).toThrow('"node" is given twice');
    expect(() => parse('', [['roster-history-key', 'a']])).toThrow('no parameter "key"');
  });
});
