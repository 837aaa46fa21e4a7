import { describe, expect, it } from 'vitest';
import { readPass } from '../../src/formats/index.ts';
import { hostEntriesOf, namesOf, rosterOf } from '../../src/roster/index.ts';
import { declaration, passDraft } from '../roster/builders.ts';

const file = '# mesh roster\n192.0.2.10 db.mesh.example db\n2001:db8::12\tqueue.mesh.example\n';
const written = rosterOf(
  [
    ['db.mesh.example', '192.0.2.10'],
    ['db', '192.0.2.10'],
    ['queue.mesh.example', '2001:db8::12'],
  ].flatMap(([name = '', address = '']) => hostEntriesOf(`${address} ${name}`, name, address).entries),
);

describe('a hosts file', () => {
  it('is the roster of the mesh', () => {
    expect(readPass(file, { at: 17 })).toEqual({ draft: passDraft({ roster: written, at: 17 }), format: 'hosts' });
  });

  it('of a node is the roster of that node alone', () => {
    expect(readPass(file, { node: 'novox' }).draft).toEqual(
      passDraft({
        reports: [{ node: 'novox', outcome: 'planned', declaration: declaration({ roster: written }) }],
        lone: true,
      }),
    );
  });

  it.each([
    ['a byte-order mark', `\ufeff${file}`],
    ['CRLF', file.replaceAll('\n', '\r\n')],
    ['CR', file.replaceAll('\n', '\r')],
    ['tabs and runs of blanks', file.replaceAll(' ', ' \t ')],
    ['blanks before and behind', file.replace(/^/gm, '  ').replace(/$/gm, '\t')],
    ['no final newline', file.trimEnd()],
    ['empty lines', file.replaceAll('\n', '\n\n \n')],
    ['comments with a blank', file.replaceAll('\n', ' # 192.0.2.99 old\n')],
    ['comments without one', file.replaceAll('\n', '#old\n')],
    ['a line separator in a comment', file.replaceAll('\n', '# one\u2028two\n')],
  ])('with %s is the same roster', (_, text) => {
    expect(readPass(text).draft.roster).toEqual(written);
  });

  it('a comment is no entry, even if it looks like one', () => {
    expect(
      readPass('#192.0.2.99 old\n192.0.2.1 a # 192.0.2.2 b').draft.roster?.list.entries.map(({ name }) => name),
    ).toEqual(['a']);
  });

  it('several lines of one name are several addresses, and no later one takes the place of an earlier', () => {
    const { roster } = readPass('192.0.2.200 nas\n192.0.2.51 nas.mesh.example. NAS\n192.0.2.61 nas').draft;

    expect([...namesOf(roster?.list ?? rosterOf([]).list)]).toEqual([
      ['nas', ['192.0.2.200', '192.0.2.51', '192.0.2.61']],
      ['nas.mesh.example', ['192.0.2.51']],
    ]);
  });

  it('a repeated pair is told', () => {
    expect(readPass('192.0.2.1 a\n192.0.2.1 a b', { node: 'novox' }).draft.problems).toEqual([
      { code: 'repeated-entry', node: 'novox', name: 'a', text: '192.0.2.1 a' },
    ]);
  });

  it('with a name without an address is partial', () => {
    const text = '192.0.2.1 a\n          b\n';
    const blank = { outcome: 'partial', missing: 'addresses', error: 'names without an address' };

    expect(readPass(text).draft).toMatchObject({ ...blank, problems: [{ code: 'no-address', name: 'b', text: 'b' }] });
    expect(readPass(text, { node: 'novox' }).draft).toMatchObject({
      outcome: 'planned',
      reports: [{ node: 'novox', ...blank }],
      problems: [{ code: 'no-address', node: 'novox', name: 'b', text: 'b' }],
    });
  });

  it('of a failed command may lack names', () => {
    const failure = { outcome: 'partial', missing: 'names', error: 'exit status 2: timed out' };
    const circumstances = { exitStatus: 2, standardError: 'timed out' };

    expect(readPass(file, circumstances).draft).toMatchObject(failure);
    expect(readPass(file, { ...circumstances, node: 'novox' }).draft.reports).toMatchObject([failure]);
  });

  it('is known by at least half of its lines', () => {
    const words = 'the gateway did not answer';

    expect(readPass(`192.0.2.1 a\n${words}`).format).toBe('hosts');
    expect(() => readPass(`192.0.2.1 a\n${words}\n${words}`)).toThrow('no known format');
    expect(() => readPass('host-gateway is down')).toThrow('no known format');
  });
});
