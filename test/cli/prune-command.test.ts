import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openForRecording } from '../../src/history/index.ts';
import { passDraft } from '../roster/builders.ts';
import { filledProgram, lastAt, prunedProgram } from '../support/pruned-program.ts';

const begins = '  the history begins at pass 6, 2026-09-29 22:36:00';

describe('prune', () => {
  test('removes what is beyond the limit that is given, and says what', async () => {
    const { print } = filledProgram(30);

    const lines = (await print('prune', '--keep-passes', '25')).split('\n');

    expect(lines).toEqual([
      '5 passes removed (pass 1–5), beyond the last 25 passes',
      begins,
      'and 15 contents that nothing uses any more',
      expect.stringMatching(/^[\d.]+ KiB before, [\d.]+ KiB now$/),
      '',
    ]);
    expect(await print('verify')).toContain('whole');
  });

  test('says what would go without removing it', async () => {
    const { print } = filledProgram(30);

    const lines = (await print('prune', '--keep-for', '39m', '--dry-run')).split('\n');

    expect(lines).toEqual([
      '5 passes would be removed (pass 1–5), older than 39 minutes',
      '  the history would begin at pass 6, 2026-09-29 22:36:00',
      expect.stringMatching(/^about [\d.]+ KiB of [\d.]+ KiB would be freed; nothing was removed$/),
      '',
    ]);
    expect(await print('prune', '--keep-passes', '30')).toContain('nothing to prune');
  });

  test('keeps a year and a gibibyte where nothing else is said, and says so where nothing goes', async () => {
    const { print, store } = filledProgram(30, { now: () => lastAt });

    expect(await print('prune')).toMatch(
      new RegExp(`^${store}: nothing to prune: \\d+ KiB, kept for 365 days, up to 1 GiB\n$`),
    );
    const later = filledProgram(30, { now: () => lastAt + 366 * 86_400_000 });
    expect(await later.print('prune')).toContain('9 passes removed (pass 1–9), older than 365 days\n');
  });

  test('goes by the limits of the config', async () => {
    const { print, folder, run } = filledProgram(30);
    const config = join(folder, 'config.yaml');
    writeFileSync(config, 'retention: { keepFor: forever, keepPasses: 25 }\n');

    expect(await print('prune', '--config', config, '--dry-run')).toContain('beyond the last 25 passes');
    writeFileSync(config, 'retention: false\n');
    expect(await run('prune', '--config', config)).toEqual({
      out: '',
      err: 'roster-history: nothing is beyond a limit: the config sets none\nhint: roster-history prune --keep-for 365d\n',
      exitCode: 2,
    });
  });

  test('says that nothing is beyond a limit where the config or the flags set none', async () => {
    const { run, folder } = filledProgram(30);
    const config = join(folder, 'config.yaml');
    writeFileSync(config, 'retention: { keepFor: forever, maxSize: unlimited }\n');

    const { err } = await run('prune', '--config', config);
    const byFlags = await run('prune', '--keep-for', 'forever', '--max-size', 'unlimited');

    expect(err).toContain('nothing is beyond a limit: the config sets none\n');
    expect(byFlags.err).toContain('nothing is beyond a limit: the flags set none\n');
  });

  test.each([
    [['--keep-passes', '3'], 'the last 3 passes of each controller', true],
    [['--max-size', '10KiB'], 'up to 10 KiB', true],
    [['--keep-for', '1m'], 'for 1 minute', true],
    [['--keep-for', '1y', '--max-size', '1GiB'], '', false],
  ])('tells under %s whether passes beyond it stay', async (args, limits, isHeld) => {
    const { print } = filledProgram(30);
    const words = `the last 21 passes of each controller always stay, whatever the limits (${limits}): flaps are found`;

    const planned = await print('prune', ...args, '--dry-run');
    await print('prune', ...args);
    const again = await print('prune', ...args);

    expect([planned.includes(words), again.includes(words)]).toEqual([isHeld, isHeld]);
    expect(again).toContain('nothing to prune: ');
    expect(JSON.parse(await print('prune', ...args, '--json')).held).toEqual(isHeld ? ['mesh'] : []);
  });

  test('gives all of it as data', async () => {
    const { print, store } = filledProgram(30);

    const json = JSON.parse(await print('prune', '--keep-passes', '25', '--json'));

    expect(json).toEqual({
      format: 'roster-history/prune@1',
      complete: true,
      gaps: [],
      store,
      dryRun: false,
      limits: { keepForMs: null, keepPasses: 25, maxBytes: null },
      controllers: [
        {
          controller: 'mesh',
          removed: 5,
          from: 1,
          until: 5,
          reason: 'passes',
          bound: 25,
          firstKept: { pass: 6, at: '2026-09-29T22:36:00+02:00' },
        },
      ],
      held: [],
      removed: { observations: 0, gaps: 0, contents: 15 },
      bytes: { before: expect.any(Number), after: expect.any(Number), free: 0, wouldFree: null },
    });
    expect(JSON.parse(await print('prune', '--keep-passes', '21', '--json')).controllers).toMatchObject([
      { removed: 4, from: 6, until: 9 },
    ]);
  });

  test('names the controllers where there are several, and prunes one alone where it is named', async () => {
    const { print, store } = filledProgram(30);
    const history = openForRecording(store);
    for (let pass = 1; pass <= 22; pass += 1)
      history.append({ draft: passDraft({ controller: 'lab' }), recordedAt: lastAt, source: null, quietGapMs: 0 });
    history.close();

    expect(await print('prune', '--keep-passes', '21', '--controller', 'lab', '--dry-run')).toContain(
      '1 pass would be removed (pass 31), beyond the last 21 passes',
    );
    expect((await print('prune', '--keep-passes', '21')).split('\n').slice(0, 4)).toEqual([
      '1 pass removed (pass 31 of lab), beyond the last 21 passes',
      '  the history begins at pass 32, 2026-09-29 23:00:00',
      '9 passes removed (pass 1–9 of mesh), beyond the last 21 passes',
      '  the history begins at pass 10, 2026-09-29 22:40:00',
    ]);
  });

  test('stops between two steps where it is interrupted, and goes on from there', async () => {
    const program = filledProgram(30, { onSignal: (_signal, listener) => setImmediate(listener) });

    const { err, exitCode } = await program.run('prune', '--keep-passes', '25');

    expect([err, exitCode]).toEqual([
      'roster-history: interrupted: what was removed is gone\nhint: the same command goes on from there\n',
      2,
    ]);
    const { store } = program;
    const { print } = filledProgram(1);
    expect(await print('verify', '--store', store)).toContain('whole');
    await print('prune', '--store', store, '--keep-passes', '25');
    expect(await print('log', '--store', store)).toContain('the history begins at pass 6');
  });

  test.each([
    [['--keep-passes', '0'], '--keep-passes "0" is no count: expected a whole number from 1'],
    [['--keep-for', 'long'], '--keep-for "long" is no length of time: expected one such as 90d'],
    [['--max-size', '1Q'], '--max-size "1Q" is no size: expected one such as 1GiB'],
    [['--controller', 'lab'], 'no controller "lab": the store holds "mesh"'],
  ])('refuses %s', async (args, message) => {
    const { run } = prunedProgram();

    const { err, exitCode } = await run('prune', ...args);

    expect([err.split('\n')[0], exitCode]).toEqual([`roster-history: ${message}`, 2]);
  });

  test.each([
    [['--keep-for', '3x'], '--keep-for 90d'],
    [['--max-size', '1Q'], '--max-size 1GiB'],
  ])('hints for %s at what may be pasted without losing nearly everything', async (args, hint) => {
    const { run } = prunedProgram();

    expect((await run('prune', ...args)).err.split('\n')[1]).toBe(`hint: ${hint}`);
  });

  test('makes no store', async () => {
    const { run, folder } = prunedProgram();

    expect(await run('prune', '--store', join(folder, 'none.db'))).toMatchObject({ exitCode: 2, out: '' });
  });
});
