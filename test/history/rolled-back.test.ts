import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  openForReading,
  openForRecording,
  type TranscriptContent,
  type TranscriptPart,
  type TranscriptPass,
} from '../../src/history/index.ts';
import { failed, passDraft, planned } from '../roster/builders.ts';
import { type PlainState, plainOutcomes, plainState } from '../support/plain-state.ts';
import { now, temporaryFolder, temporaryStore } from '../support/temporary-store.ts';

/** A long list that begins with a name. */
const listAfter = (name: string) => [
  `${name}:192.0.2.200`,
  ...Array.from({ length: 60 }, (_, index) => `n${index}.internal:192.0.2.${index}`),
];

/** A node with three containers whose lists are much alike: each is kept as a difference to the one before. */
const alike = (node: string, hosts: readonly string[]) => {
  const all = [hosts, [...hosts, 'y.internal:192.0.2.98'], [...hosts, 'z.internal:192.0.2.99']];
  const containers = all.map((one, index) => ({ id: `mesh/${index}`, hosts: one }));
  const lists = Object.fromEntries(containers.map(({ id, hosts: texts }) => [id, texts]));
  return { report: planned(node, { containers }), lists };
};

type Alike = ReturnType<typeof alike>;

const undone = new Error('undone');

function reopened(file: string) {
  const reader = openForReading(file);
  const states = [...reader.passes('default', 1, 99)].map(({ state }) => plainState(state).nodes);
  const read = { states, damaged: reader.damaged(), findings: reader.verify() };
  reader.close();
  return read;
}

describe('what is rolled back', () => {
  test('is the base of no difference, since its ids are given to other contents', () => {
    const { append, history, file } = temporaryStore();
    const [lost, first, second] = ['longer.internal', 'a.internal', 'b.internal'].map((name) =>
      alike('novox', listAfter(name)),
    ) as [Alike, Alike, Alike];

    expect(() =>
      history.together(() => {
        append({ reports: [lost.report] });
        throw undone;
      }),
    ).toThrow(undone);
    append({ reports: [first.report] });
    append({ reports: [second.report] });

    expect(reopened(file)).toEqual({
      states: [{ novox: first.lists }, { novox: second.lists }],
      damaged: [],
      findings: [],
    });
  });

  test('stands before no pass', () => {
    const { append, history, passes } = temporaryStore();
    append({ reports: [planned('novox', { containers: [] })] });

    expect(() =>
      history.together(() => {
        append({ reports: [planned('g14', { containers: [{ id: 'lost', hosts: listAfter('a') }] })] });
        append({ reports: [failed('g14', 'plan: store unreachable')] });
        throw undone;
      }),
    ).toThrow(undone);
    append({ reports: [planned('ace', { containers: [{ id: 'kept', hosts: ['b.internal:192.0.2.1'] }] })] });
    append({ reports: [failed('ace', 'plan: store unreachable')] });

    expect(passes().map(({ state }) => plainState(state).nodes)).toEqual([
      { novox: {} },
      { ace: { kept: ['b.internal:192.0.2.1'] }, novox: {} },
      { ace: { kept: ['b.internal:192.0.2.1'] }, novox: {} },
    ]);
    expect(passes().map(plainOutcomes)[2]).toEqual({ ace: 'failed', novox: 'unreported' });
  });

  test('is undone alone where a pass of several fails', () => {
    const { append, history, file } = temporaryStore();
    const [lost, kept] = [alike('novox', listAfter('longer.internal')), alike('novox', listAfter('a.internal'))];

    history.together(() => {
      append({ reports: [planned('ace', { containers: [] })] });
      // a time that is none: the row is refused when its contents are there
      const refused = () => append({ reports: [lost.report] }, { recordedAt: Number.NaN });
      expect(refused).toThrow('NOT NULL constraint failed');
      append({ reports: [kept.report] });
    });

    expect(reopened(file)).toEqual({
      states: [{ ace: {} }, { ace: {}, novox: kept.lists }],
      damaged: [],
      findings: [],
    });
  });

  test('is nothing that a transcript can refer to', () => {
    const [from, to] = [temporaryStore(), temporaryStore()];
    from.append({ reports: [planned('novox', { containers: [{ hosts: ['a.internal:192.0.2.1'] }] })] });
    const range = { controller: 'default', baseline: null, first: 1, last: 1 };
    const parts = [...from.history.transcript({ ranges: [range], from: 0, until: 0 })];
    const restorer = to.history.restorer();
    const content = (part: TranscriptPart) => part.kind !== 'pass' && restorer.content(part as TranscriptContent);

    expect(() =>
      to.history.together(() => {
        parts.forEach(content);
        throw undone;
      }),
    ).toThrow(undone);
    to.append({ reports: [planned('g14', { containers: [] })] });

    const pass = parts.find(({ kind }) => kind === 'pass') as TranscriptPass;
    expect(() => to.history.together(() => restorer.pass(pass))).toThrow(/^no declaration ".*" stands before it$/);
  });

  test('leaves no trace in any history', () => {
    const folder = temporaryFolder();
    const step = fc.record({
      /** The last one of them fails, or the whole. */
      ends: fc.constantFrom('well', 'in a pass', 'whole'),
      passes: fc.array(
        fc.record({
          node: fc.constantFrom('ace', 'g14', 'novox'),
          name: fc.constantFrom('a', 'bb.internal', 'longer.internal', 'longest.of.all.internal'),
          failed: fc.boolean(),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    });

    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 8 }), (steps) => {
        const file = join(folder, 'history.db');
        for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
        const history = openForRecording(file);
        const acknowledged: PlainState['nodes'][] = [];

        for (const { ends, passes } of steps) {
          const states = acknowledged.slice(-1);
          const attempt = () =>
            history.together(() => {
              for (const [index, { node, name, failed: isFailed }] of passes.entries()) {
                const { report, lists } = alike(node, listAfter(name));
                const draft = passDraft({ reports: [isFailed ? failed(node) : report] });
                const recordedAt = ends === 'in a pass' && index === passes.length - 1 ? Number.NaN : now;
                history.append({ draft, recordedAt, source: `${node} ${name}`, quietGapMs: 0 });
                states.push({ ...states.at(-1), ...(isFailed ? {} : { [node]: lists }) });
              }
              if (ends === 'whole') throw undone;
            });
          if (ends !== 'well') expect(attempt).toThrow();
          else {
            attempt();
            acknowledged.push(...states.slice(-passes.length));
          }
        }
        history.close();

        expect(reopened(file)).toEqual({ states: acknowledged, damaged: [], findings: [] });
      }),
      { numRuns: 40 },
    );
  });
});
