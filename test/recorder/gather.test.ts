import { describe, expect, test } from 'vitest';
import { type Gathered, openGatherer } from '../../src/recorder/gather.ts';
import { type PassDraftParts, partial, passDraft, planned } from '../roster/builders.ts';

/** A lone declaration of a node. */
const lone = (node: string, rest: PassDraftParts = {}) => passDraft({ lone: true, reports: [planned(node)], ...rest });

/** Takes the drafts one by one, and gives what came out after each, and what was left, as `id: nodes`. */
function gathered(...drafts: ReturnType<typeof passDraft>[]): string[][] {
  const gatherer = openGatherer(2000);
  const words = ({ draft }: Gathered) => `${draft.key ?? '-'}: ${draft.reports.map(({ node }) => node).join(' ')}`;
  return [...drafts.map((draft) => gatherer.take(draft, 'x').map(words)), gatherer.finish().map(words)];
}

describe('lone declarations', () => {
  test('without an id make one pass', () => {
    expect(gathered(lone('ace'), lone('g14'), lone('novox'))).toEqual([[], [], [], ['-: ace g14 novox']]);
  });

  test('start the next pass where a node comes again, and the one before is complete', () => {
    expect(gathered(lone('ace'), lone('g14'), lone('ace'), lone('ace'))).toEqual([
      [],
      [],
      ['-: ace g14'],
      ['-: ace'],
      ['-: ace'],
    ]);
  });

  test('start the next pass after a gap between the times that they give', () => {
    expect(
      gathered(
        lone('a', { at: 0 }),
        lone('b', { at: 2000 }),
        lone('c'),
        lone('d', { at: 4000 }),
        lone('e', { at: 6001 }),
      ),
    ).toEqual([[], [], [], [], ['-: a b c d'], ['-: e']]);
  });

  test('with the same id make one pass, however they are mixed', () => {
    expect(
      gathered(
        lone('ace', { key: '1' }),
        lone('ace', { key: '2' }),
        lone('g14', { key: '1', at: 99_999_999 }),
        lone('g14', { key: '2' }),
      ),
    ).toEqual([[], [], [], [], ['1: ace g14', '2: ace g14']]);
  });

  test('with the same id and node twice are two passes: whether it is news is for the history to say', () => {
    expect(gathered(lone('ace', { key: '1' }), lone('ace', { key: '1' }))).toEqual([[], ['1: ace'], ['1: ace']]);
  });

  test('of two controllers make two passes side by side', () => {
    expect(
      gathered(
        lone('ace', { controller: 'mesh' }),
        lone('edge', { controller: 'lab' }),
        lone('g14', { controller: 'mesh' }),
      ),
    ).toEqual([[], [], [], ['-: ace g14', '-: edge']]);
  });

  test('keep the order in which passes began', () => {
    expect(gathered(lone('ace', { key: '1' }), lone('g14'), lone('g14'), lone('novox', { key: '1' }))).toEqual([
      [],
      [],
      [],
      [],
      ['1: ace novox', '-: g14', '-: g14'],
    ]);
  });

  test('do not pile up: past 64 ids the oldest pass is complete', () => {
    const drafts = Array.from({ length: 66 }, (_, index) => lone('ace', { key: String(index) }));

    const steps = gathered(...drafts, lone('g14', { key: '0' }));

    expect(steps.slice(0, 67).map(({ length }) => length)).toEqual([...Array(64).fill(0), 1, 1, 1]);
    expect(steps.at(64)).toEqual(['0: ace']);
    expect(steps.at(67)).toHaveLength(64);
    expect(steps.at(67)?.at(-1)).toBe('0: g14');
  });

  test('give their pass the first time and trigger, and all of their problems and sources', () => {
    const gatherer = openGatherer(2000);
    gatherer.take(lone('ace', { problems: [{ code: 'invalid-time', text: 'a' }], extra: { a: 1 } }), 'ace.json');
    gatherer.take(lone('g14', { at: 5, trigger: 'timer', extra: { a: 2, b: 2 } }), 'g14.json');
    gatherer.take(
      lone('novox', { at: 6, trigger: 'other', problems: [{ code: 'invalid-time', text: 'b' }] }),
      'g14.json',
    );

    expect(gatherer.finish()).toMatchObject([
      {
        labels: ['ace.json', 'g14.json'],
        draft: {
          at: 5,
          trigger: 'timer',
          extra: { a: 1, b: 2 },
          problems: [
            { code: 'invalid-time', text: 'a' },
            { code: 'invalid-time', text: 'b' },
          ],
        },
      },
    ]);
  });

  test('say nothing of their pass as a whole', () => {
    const gatherer = openGatherer(2000);
    gatherer.take(
      lone('ace', {
        outcome: 'partial',
        missing: 'names',
        error: 'exit status 1',
        reports: [partial('ace', 'names', {}, 'exit status 1')],
      }),
      'ace.json',
    );

    expect(gatherer.finish()).toMatchObject([
      { draft: { outcome: 'planned', missing: null, error: null, reports: [{ error: 'exit status 1' }] } },
    ]);
  });
});

describe('a pass document', () => {
  test('is a pass of its own, at once, and ends the gathering', () => {
    expect(
      gathered(
        lone('ace'),
        lone('g14', { key: '1' }),
        passDraft({ key: '2' }),
        lone('novox'),
        lone('novox', { key: '1' }),
      ),
    ).toEqual([[], [], ['-: ace', '1: g14', '2: '], [], [], ['-: novox', '1: novox']]);
  });
});
