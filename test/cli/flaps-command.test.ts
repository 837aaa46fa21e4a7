import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { incidentProgram, storedProgram } from './run.ts';

/** A program whose history holds one name, at the addresses given pass by pass (`-` where it is absent). */
async function sequence(values: string) {
  const program = storedProgram();
  for (const [index, value] of [...values].entries()) {
    const roster = {
      'keep.internal': '192.0.2.9',
      ...(value === '-' ? {} : { 'db.internal': `192.0.2.${value.charCodeAt(0) - 64}` }),
    };
    const at = new Date(Date.parse('2026-09-29T18:00:00Z') + index * 60_000).toISOString();
    writeFileSync(join(program.folder, `${index + 1}.json`), JSON.stringify({ pass: index + 1, at, roster }));
  }
  await program.print('record', program.folder);
  return program;
}

describe('flaps', () => {
  test('the incident: six names of g14, told once', async () => {
    const { print } = await incidentProgram();

    const { names, groups, format, complete } = JSON.parse(await print('flaps', '--json'));

    expect([format, complete]).toEqual(['roster-history/flaps@1', true]);
    expect(groups).toEqual([
      { group: 1, names: names.map(({ name }: { name: string }) => name), owner: 'g14', times: 6, replacements: 318 },
    ]);
    expect(names).toHaveLength(6);
    expect(names[0]).toMatchObject({
      name: 'books.g14.example',
      state: 'flapping',
      transitions: 6,
      reversions: 5,
      startedAt: '2026-09-29T22:46:02+02:00',
      settledAt: null,
      confirmedAt: null,
      quietPassesMissing: 5,
      before: ['192.0.2.2'],
      now: ['192.0.2.2'],
      cycleLength: 2,
      periodPasses: 2,
      periodSeconds: 600,
      dutyCycle: 0.5,
      replacements: 318,
      group: 1,
    });
  });

  test('--exit-code gives 1 only while something is flapping now', async () => {
    const flapping = await sequence('ABAB');
    const settled = await sequence('ABABBBBBB');
    const fleeting = await sequence('ABAAAAAA');

    expect((await flapping.run('flaps', '--exit-code')).exitCode).toBe(1);
    expect((await flapping.run('flaps')).exitCode).toBe(0);
    expect((await settled.run('flaps', '--exit-code')).exitCode).toBe(0);
    expect((await fleeting.run('flaps', '--exit-code')).exitCode).toBe(0);
  });

  test('a flap that has settled says when, and what was confirmed', async () => {
    const { print } = await sequence('A-A-AAAAAA');

    const { names } = JSON.parse(await print('flaps', '--json', '--tz', 'UTC'));

    expect(names).toMatchObject([
      {
        name: 'db.internal',
        state: 'settled',
        startedAt: '2026-09-29T18:01:00Z',
        settledAt: '2026-09-29T18:04:00Z',
        confirmedAt: '2026-09-29T18:09:00Z',
        quietPassesMissing: 0,
      },
    ]);
  });

  test('thresholds are flags', async () => {
    const { print } = await sequence('ABA');

    expect(JSON.parse(await print('flaps', '--json')).names).toMatchObject([{ state: 'fleeting' }]);
    expect(JSON.parse(await print('flaps', '--json', '--transitions', '2', '--reversions', '1')).names).toMatchObject([
      { state: 'flapping' },
    ]);
  });

  test('a pass that was not recorded breaks the sequence', async () => {
    const program = storedProgram();
    for (const [number, value] of [
      [1, 1],
      [2, 2],
      [3, 1],
      [5, 2],
      [6, 1],
    ] as const) {
      writeFileSync(
        join(program.folder, `${number}.json`),
        JSON.stringify({ pass: number, roster: { 'db.internal': `192.0.2.${value}` } }),
      );
    }
    await program.print('record', program.folder);

    const { names, gaps, complete } = JSON.parse(await program.print('flaps', '--json'));

    expect([complete, gaps]).toMatchObject([false, [{ kind: 'missing', pass: 4 }]]);
    expect(names).toMatchObject([{ state: 'fleeting' }]);
  });

  test('nothing flaps where names only move on', async () => {
    const { print } = await sequence('ABCDEFGH');

    expect(await print('flaps')).toContain('nothing flaps');
  });

  test.each(['0', '-1', 'many', '1.5'])('refuses --quiet %s', async (text) => {
    const { run } = await sequence('AB');

    expect(await run('flaps', '--quiet', text)).toMatchObject({ exitCode: 2 });
  });
});
