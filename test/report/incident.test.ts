import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { incidentProgram } from '../cli/run.ts';

// the program is not let into a zone of its own here: from UTC it asks Intl, wherever the tests run
beforeAll(() => {
  vi.stubEnv('TZ', 'UTC');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const diff = ['diff', '--since', '2026-09-29 22:40', '--tz', 'Europe/Berlin'];

/** What `diff` answers of the evening, in a terminal of this width. */
async function answer(telling: 'swallowed' | 'reported', width: number, colour = false): Promise<string> {
  const program = await incidentProgram(telling, { width, colour });
  return program.print(...diff);
}

/** The same as JSON, as far as it is looked at here. */
async function answerJson(telling: 'swallowed' | 'reported'): Promise<{ text: string; value: DiffValue }> {
  const program = await incidentProgram(telling);
  const text = await program.print('--json', ...diff);
  return { text, value: JSON.parse(text) as DiffValue };
}

interface DiffValue {
  readonly passes: readonly PassValue[];
  readonly net: Pick<PassValue, 'moves' | 'replacements'>;
}

interface PassValue {
  readonly pass: number;
  readonly moves: readonly { name: string; kind: string; owner: string; reason: string; evidence: string | null }[];
  readonly replacements: {
    total: number;
    byCause: Record<string, number>;
    containers: readonly { node: string; causes: readonly string[]; names: readonly string[] }[];
  };
}

const names = ['books', 'chat', 'forge', 'grafana', 'music', 'photos'].map((name) => `${name}.g14.example`);
const nothing = { roster: 0, order: 0, spelling: 0, spec: 0, unexplained: 0 };

describe('the evening of the incident, the failure swallowed', () => {
  test.each([80, 160])('reads the same at %i columns', async (width) => {
    await expect(await answer('swallowed', width)).toMatchFileSnapshot(
      `../golden/incident-swallowed.diff.${width}.txt`,
    );
  });

  test('reads the same in colour', async () => {
    await expect(await answer('swallowed', 80, true)).toMatchFileSnapshot(
      '../golden/incident-swallowed.diff.80.colour.txt',
    );
  });

  test('is the same JSON', async () => {
    await expect((await answerJson('swallowed')).text).toMatchFileSnapshot(
      '../golden/incident-swallowed.diff.golden.json',
    );
  });

  test('the six names of g14 moved, and no other, gone and back three times', async () => {
    const { value } = await answerJson('swallowed');

    const moved = value.passes.map(({ pass, moves }) => [
      pass,
      moves.map(({ name, kind, owner, reason, evidence }) => [name, kind, owner, reason, evidence].join()),
    ]);

    const gone = names.map((name) => `${name},removed,g14,lost,inferred`);
    const back = names.map((name) => `${name},added,g14,returned,`);
    expect(moved).toEqual([
      [3, []],
      [4, gone],
      [5, back],
      [6, gone],
      [7, back],
      [8, gone],
      [9, back],
    ]);
  });

  test('every container of every node was replaced in six passes, for those names alone', async () => {
    const { value } = await answerJson('swallowed');

    const cost = value.passes.map(({ pass, replacements: { total, byCause } }) => [pass, total, byCause]);

    expect(cost).toEqual([
      [3, 0, nothing],
      ...[4, 5, 6, 7, 8, 9].map((pass) => [pass, 53, { ...nothing, roster: 53 }]),
    ]);
    for (const { replacements } of value.passes.slice(1)) {
      const nodes = replacements.containers.map(({ node }) => node);
      expect(['ace', 'g14', 'novox', 'shanks'].map((one) => nodes.filter((node) => node === one).length)).toEqual([
        4, 6, 40, 3,
      ]);
      for (const { causes, names: blamed } of replacements.containers) {
        expect(causes).toEqual(['roster']);
        expect(blamed).toEqual(names);
      }
    }
  });

  test('nothing is left of it', async () => {
    const { value } = await answerJson('swallowed');

    expect(value.net).toEqual({
      moves: [],
      replacements: { total: 0, byCause: nothing, created: 0, removed: 0, containers: [] },
    });
  });

  test('searxng is in no move, and the summary rules it out', async () => {
    const text = await answer('swallowed', 160);
    const { value } = await answerJson('swallowed');

    expect(value.passes.flatMap(({ moves }) => moves).filter(({ name }) => name.includes('searxng'))).toEqual([]);
    expect(text).toContain(
      'NOT IT  "assign ace searxng" (passes 3, 7), "unassign ace searxng" (pass 5): ' +
        'nothing that moved is of ace or searxng; no roster holds a name of searxng\n',
    );
  });

  test('the first screen of a small terminal holds the names, the reason, the cost and that it is not over', async () => {
    const screen = (await answer('swallowed', 80)).split('\n').slice(0, 23).join('\n');

    for (const name of names) expect(screen).toContain(name);
    for (const word of ['6 names of g14', 'lost (inferred)', '318 replacements', 'NOTHING', 'not over', 'searxng'])
      expect(screen).toContain(word);
  });
});

describe('the evening of the incident, the failure reported', () => {
  test('reads the same at 100 columns', async () => {
    await expect(await answer('reported', 100)).toMatchFileSnapshot('../golden/incident-reported.diff.100.txt');
  });

  test('the names were lost, as the recorded failure says', async () => {
    const { value } = await answerJson('reported');

    const reasons = value.passes.map(({ pass, moves }) => [
      pass,
      ...new Set(moves.map(({ reason, evidence }) => `${reason} ${evidence}`)),
    ]);

    expect(reasons).toEqual([
      [3],
      [4, 'lost recorded'],
      [5, 'returned null'],
      [6, 'lost recorded'],
      [7, 'returned null'],
      [8, 'lost recorded'],
      [9, 'returned null'],
    ]);
  });

  test("g14's own declaration stands, so that 47 containers were replaced each time", async () => {
    const { value } = await answerJson('reported');

    expect(value.passes.map(({ replacements }) => replacements.total)).toEqual([0, 47, 47, 47, 47, 47, 47]);
    expect(
      value.passes.flatMap(({ replacements }) => replacements.containers).filter(({ node }) => node === 'g14'),
    ).toEqual([]);
    expect(value.net).toMatchObject({ moves: [], replacements: { total: 0 } });
  });

  test('the first screen of a small terminal holds the error', async () => {
    const screen = (await answer('reported', 80)).split('\n').slice(0, 23).join(' ').replace(/ +/g, ' ');

    expect(screen).toContain(
      'lost (recorded): g14 failed when they went: plan: store unreachable: dial tcp 192.0.2.3:5432: connect: connection refused',
    );
  });
});
