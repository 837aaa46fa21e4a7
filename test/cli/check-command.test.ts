import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Surroundings } from '../../src/cli/surroundings.ts';
import { incidentProgram, run as runAnywhere, storedProgram } from './run.ts';

const eight = Date.parse('2026-09-29T18:00:00Z');
const minute = 60_000;

/** A program whose clock and passes a test moves on: pass n ran n minutes after 20:00 in Berlin. */
function meshProgram(given: Partial<Surroundings> = {}) {
  const clock = { now: eight };
  const program = storedProgram({ now: () => clock.now, ...given });
  let last = 0;
  return {
    ...program,
    clock,
    /** Records a pass for each letter, which is the address of a name; `-` where it is absent, `!` where g14 failed. */
    async passes(values: string) {
      const inputs = join(program.folder, 'passes');
      mkdirSync(inputs);
      for (const value of values) {
        last += 1;
        clock.now = eight + last * minute;
        const roster = {
          'keep.internal': '192.0.2.9',
          ...(value === '-' ? {} : { 'db.internal': `192.0.2.${value === '!' ? 1 : value.charCodeAt(0) - 64}` }),
        };
        const failed = { node: 'g14', outcome: 'failed', error: 'plan: store unreachable' };
        const nodes = [value === '!' ? failed : { node: 'g14', outcome: 'planned', containers: [] }];
        const file = join(inputs, `${String(last).padStart(3, '0')}.json`);
        writeFileSync(file, JSON.stringify({ pass: last, at: new Date(clock.now).toISOString(), roster, nodes }));
      }
      await program.print('record', inputs);
      rmSync(inputs, { recursive: true });
    },
  };
}

describe('check', () => {
  test('says with one line that a mesh has settled, and since when', async () => {
    const { passes, run } = meshProgram();
    await passes('AABBBBBB');

    expect(await run('check')).toEqual({
      out:
        'settled: 5 quiet passes since pass 3 at 20:03:00 (5 min); nothing flaps; no gap and no failure in the last 5 passes' +
        ' · all passes · Europe/Berlin\n',
      err: '',
      exitCode: 0,
    });
  });

  test('says with a line for each reason that it has not, and when it can be expected to', async () => {
    const { passes, run } = meshProgram();
    await passes('AAAABABA!A');

    expect(await run('check')).toEqual({
      out: [
        'not settled at 2026-09-29 20:10:00 +02:00 · all passes · Europe/Berlin',
        'flapping  db.internal flaps: 4 moves and 0 replacements since pass 5 (20:05:00), the last in pass 8 (20:08:00); 3 more quiet passes needed',
        'not-planned  g14 failed in pass 9 (20:09:00): plan: store unreachable; planned since; 4 more good passes needed',
        'expected  about 20:14:00 (4 more quiet passes, one every 1 min), if nothing moves',
        '',
      ].join('\n'),
      err: '',
      exitCode: 1,
    });
  });

  test('the evening of the incident has not settled when it ends', async () => {
    const { run } = await incidentProgram();

    const { out, exitCode } = await run('check', '--json');

    const { format, complete, gaps, settled, quietPasses, reasons, expectedAt } = JSON.parse(out);
    expect([format, complete, gaps, settled, quietPasses, expectedAt, exitCode]).toEqual([
      'roster-history/check@1',
      true,
      [],
      false,
      0,
      '2026-09-29T23:36:02+02:00',
      1,
    ]);
    expect(reasons).toMatchObject([
      {
        code: 'flapping',
        owner: 'g14',
        sincePass: 4,
        pass: 9,
        transitions: 6,
        replacements: 318,
        quietPassesMissing: 5,
      },
    ]);
  });

  test('in the midst of the incident the names that are away are a reason, and nothing is to be expected', async () => {
    const { run } = await incidentProgram('reported');

    const { out } = await run('check', '--json', '--until', '2026-09-29 23:08');

    const { reasons, expectedAt, checkedAt } = JSON.parse(out);
    expect([expectedAt, checkedAt]).toEqual([null, '2026-09-29T23:08:00+02:00']);
    expect(reasons.map(({ code, pass }: { code: string; pass: number }) => [code, pass])).toEqual([
      ['flapping', 8],
      ['lost', 8],
      ['not-planned', 8],
    ]);
  });

  test('a recorder that stopped is not quiet', async () => {
    const { passes, run, clock } = meshProgram();
    await passes('AAAAAAAA');
    clock.now += 30 * minute;

    const { out, exitCode } = await run('check');

    expect(exitCode).toBe(1);
    expect(out.split('\n').slice(1, 3)).toEqual([
      'overdue  nothing was recorded since 20:08:00, 30 min ago; passes came every 1 min',
      'expected  not before something is recorded again',
    ]);
  });

  test('--quiet-for counts by the clock, and looks as far back as that needs', async () => {
    const { passes, run } = meshProgram();
    await passes(`AB${'B'.repeat(70)}`);

    expect((await run('check', '--quiet-for', '65m')).out).toBe(
      'settled: 66 quiet passes since pass 6 at 20:06:00 (1 h 6 min), as far back as was looked; nothing flaps; no gap and ' +
        'no failure in the last 1 h 5 min · from pass 7 on · Europe/Berlin\n',
    );
    expect((await run('check', '--quiet-for', '2h')).out.split('\n').slice(1)).toEqual([
      'not-quiet  pass 2 (20:02:00) moved db.internal; quiet for 1 h 10 min since, 2 h asked for',
      'expected  about 22:02:00, if nothing moves',
      '',
    ]);
  });

  test('without a window the last 60 passes are looked at', async () => {
    const { passes, run } = meshProgram();
    await passes(`AB${'B'.repeat(70)}`);

    const { window, quietPasses } = JSON.parse((await run('check', '--json')).out);

    expect([window.baseline, quietPasses]).toEqual([12, 60]);
  });

  test('a window that begins too late to tell is a reason, and so is one without a pass', async () => {
    const { passes, run } = meshProgram();
    await passes('AAAAAAAA');

    expect((await run('check', '--since', '6')).out.split('\n')[1]).toBe(
      'too-few-passes  the window begins at pass 5 (20:05:00); 3 quiet passes since, 2 more needed',
    );
    expect((await run('check', '--since', '2026-09-29T20:30:00+02:00')).out.split('\n').slice(1, 3)).toEqual([
      'too-few-passes  no pass is recorded in the window',
      'expected  after 6 more quiet passes, if nothing moves; how often they come is not known',
    ]);
  });

  test('a window that ended is asked about its end', async () => {
    const { passes, run } = meshProgram();
    await passes('AAAAAABA');

    expect((await run('check', '--until', '6')).exitCode).toBe(0);
    expect((await run('check', '--until', '8')).exitCode).toBe(1);
  });

  test('its help fits 80 columns and says what counts', async () => {
    const { out } = await runAnywhere(['check', '--help'], { width: 80 });

    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(out).toContain('\n  roster-history check --wait --time-limit 20m && ./migrate.sh\n');
    for (const word of ['quiet', 'flapping', 'failure', 'gap', 'overdue', 'lost'])
      expect(out).toContain(`\n  ${word.padEnd(8)}  `);
  });

  test('an empty store is an error', async () => {
    const { run } = storedProgram();

    expect(await run('check')).toMatchObject({ out: '', exitCode: 2 });
  });

  test.each([
    [['--quiet-for', 'long'], '--quiet-for "long" is no length of time: expected one such as 30m'],
    [['--time-limit', '20m'], '--time-limit "20m" is for a check that waits'],
    [['--every', '1s'], '--every "1s" is for a check that waits'],
    [
      ['--wait', '--until', '22:00'],
      '--wait waits for passes to come, and --until "22:00" ends the window before them',
    ],
  ])('%j is refused', async (args, message) => {
    const { run } = storedProgram();

    const { err, exitCode } = await run('check', ...args);

    expect([exitCode, err.split('\n')[0]]).toEqual([2, `roster-history: ${message}`]);
  });
});

describe('check --wait', () => {
  /** A program in which each sleep records the next of these passes, and takes a minute. */
  function waitingProgram(meanwhile: string) {
    const waits = [...meanwhile];
    const program = meshProgram({
      async sleep() {
        const next = waits.shift();
        if (next === undefined || next === ' ') program.clock.now += minute;
        else await program.passes(next);
      },
    });
    return program;
  }

  test('ends with 0 when it has settled, and says on the way what changes', async () => {
    const program = waitingProgram('A AAAAAAA');
    await program.passes('ABABA');

    expect(await program.run('check', '--wait')).toEqual({
      out:
        'settled: 5 quiet passes since pass 5 at 20:05:00 (5 min); nothing flaps; no gap and no failure in the last 5 passes' +
        ' · all passes · Europe/Berlin\n',
      err: [
        'waiting: not settled at 2026-09-29 20:05:00 +02:00 · all passes · Europe/Berlin',
        'flapping  db.internal flaps: 4 moves and 0 replacements since pass 2 (20:02:00), the last in pass 5 (20:05:00); 5 more quiet passes needed',
        'expected  about 20:10:00 (5 more quiet passes, one every 1 min), if nothing moves',
        '20:06:00 not settled: db.internal flaps (4 quiet passes missing); about 20:10:00',
        '20:07:00 not settled: db.internal flaps (3 quiet passes missing); about 20:10:00',
        '20:08:00 not settled: db.internal flaps (2 quiet passes missing); about 20:10:00',
        '20:09:00 not settled: db.internal flaps (1 quiet pass missing); about 20:10:00',
        '',
      ].join('\n'),
      exitCode: 0,
    });
  });

  test('ends with 1 when the time limit does, and looks once more then', async () => {
    const program = waitingProgram('BABABABAB');
    await program.passes('ABABA');

    const { out, exitCode } = await program.run('check', '--wait', '--time-limit', '3m', '--every', '1m');

    expect(exitCode).toBe(1);
    expect(out.split('\n').slice(0, 2)).toEqual([
      'still not settled after 3 min at 2026-09-29 20:08:00 +02:00 · all passes · Europe/Berlin',
      'flapping  db.internal flaps: 7 moves and 0 replacements since pass 2 (20:02:00), the last in pass 8 (20:08:00); 5 more quiet passes needed',
    ]);
  });

  test('a window that is told by the present stays where it was', async () => {
    const program = waitingProgram('AAAAAAAA');
    await program.passes('ABABAA');

    const { out, exitCode } = await program.run('check', '--wait', '--since', 'latest~1', '--json');

    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      settled: true,
      quietPasses: 5,
      window: { baseline: 4 },
      quietSincePass: 5,
    });
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('%s ends it with %i', async (name, code) => {
    let signalled = () => {};
    const program = meshProgram({
      onSignal: (signal, listener) => {
        if (signal === name) signalled = listener;
      },
      async sleep(_ms, signal) {
        signalled();
        expect(signal.aborted).toBe(true);
      },
    });
    await program.passes('ABABA');

    const { out, exitCode } = await program.run('check', '--wait');

    expect(exitCode).toBe(code);
    expect(out).toMatch(new RegExp(`^${name}: still not settled after 0 s at `));
  });
});
