import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { incidentProgram, storedProgram } from './run.ts';

describe('diff over a window', () => {
  test('prints the instant that each end resolved to, with its zone', async () => {
    const { print } = await incidentProgram();

    const [title] = (await print('diff', '--since', '22:40', '--until', '22:58')).split('\n');

    expect(title).toBe(
      'since 22:40 (2026-09-29T22:40:00+02:00) until 22:58 (2026-09-29T22:58:00+02:00) · ' +
        '4 passes 3–6 against pass 2 of 2026-09-29 22:36:02 +02:00 · Europe/Berlin',
    );
  });

  test('"22:40" at nine in the morning means yesterday\'s', async () => {
    const { print } = await incidentProgram('swallowed', { now: () => Date.parse('2026-09-30T07:00:00Z') });

    const { window, passes } = JSON.parse(await print('diff', '--since', '22:40', '--json'));

    expect(window).toEqual({ since: '2026-09-29T22:40:00+02:00', until: '2026-09-29T23:11:02+02:00', baseline: 2 });
    expect(passes).toHaveLength(7);
  });

  test('--tz is taken before and after the command and wins over TZ', async () => {
    const { run, store } = await incidentProgram();

    const before = await run('--tz', 'UTC', 'diff', '--since', '20:40', '--json');
    const after = await run('diff', '--since', '20:40', '--json', '--tz', 'UTC');

    expect(before).toEqual(after);
    expect(JSON.parse(before.out).window.since).toBe('2026-09-29T20:40:00Z');
    expect(store).toContain('history.db');
  });

  test('a window may begin at a pass, and ends of it are passes too', async () => {
    const { print } = await incidentProgram();

    const { window, passes } = JSON.parse(await print('diff', '--since', 'latest~2', '--until', 'key:8', '--json'));

    expect(window.baseline).toBe(6);
    expect(passes.map(({ pass }: { pass: number }) => pass)).toEqual([7, 8]);
  });

  test('without a window it looks at the last twenty passes', async () => {
    const program = storedProgram();
    for (let number = 1; number <= 25; number += 1) {
      writeFileSync(
        join(program.folder, `${number}.json`),
        JSON.stringify({ pass: number, roster: { a: `192.0.2.${number}` } }),
      );
    }
    await program.print('record', program.folder);

    const { window, passes } = JSON.parse(await program.print('diff', '--json'));

    expect([window.baseline, passes.length]).toEqual([5, 20]);
    expect(await program.print('diff')).toMatch(/^the last 20 passes · 20 passes 6–25 against pass 5/);
  });

  test('says where the passes are when the window holds none', async () => {
    const { run } = await incidentProgram();

    const { out, err, exitCode } = await run('diff', '--since', '23:14');

    expect(exitCode).toBe(0);
    expect(out).toBe('since 23:14 (2026-09-29T23:14:00+02:00) · no pass · Europe/Berlin\n');
    expect(err).toBe('the last pass recorded is 9, at 2026-09-29 23:11:02 +02:00\n');
  });

  test('--exit-code gives 1 when something moved, and 0 when nothing did', async () => {
    const { run } = await incidentProgram();

    expect((await run('diff', '--since', '22:40', '--exit-code')).exitCode).toBe(1);
    expect((await run('diff', '--since', '22:40', '--until', '22:45', '--exit-code')).exitCode).toBe(0);
    expect((await run('diff', '--since', '22:40')).exitCode).toBe(0);
    expect((await run('diff', '--since', '22:40', '--text', '--exit-code')).exitCode).toBe(1);
    expect((await run('diff', '1', '3', '--text', '--exit-code')).exitCode).toBe(0);
    expect((await run('diff', '--since', '22:40', '--exit-code', '--name', 'git.*')).exitCode).toBe(0);
  });

  test('filters let through the node, the container and the name that they name', async () => {
    const { print } = await incidentProgram();
    const ask = async (...args: string[]) =>
      JSON.parse(await print('diff', '--since', '22:46', '--until', '22:47', '--json', ...args)).passes[0];

    const ofNode = await ask('--node', 'g14');
    const ofContainer = await ask('--container', 'postgres.server (mesh-store)');
    const ofName = await ask('--name', 'chat.*');

    expect(ofNode.replacements.total).toBe(6);
    expect(ofContainer.replacements.containers).toMatchObject([
      { node: 'novox', container: 'mesh-store/postgres.server', causes: ['roster'] },
    ]);
    expect(ofName.moves).toMatchObject([{ name: 'chat.g14.example', kind: 'removed', owner: 'g14' }]);
    expect(ofName.replacements.total).toBe(53);
  });

  test('--text shows the declarations before and after as unified diffs, equal ones once', async () => {
    const { print } = await incidentProgram();

    const text = await print('diff', '3', '4', '--text');

    expect(text.match(/^@@/gm)).toHaveLength(1);
    expect(text).toContain('53 containers');
    expect(text).toContain('-  chat.g14.example:192.0.2.2');
    expect(text).not.toContain('+  ');
  });
});

describe('diff of two states', () => {
  test('says what lies between and is not compared', async () => {
    const { print } = await incidentProgram();

    const text = await print('diff', '22:41:30', 'latest');

    expect(text).toContain('no name moved');
    expect(text).toContain(
      '5 passes lie between, of which this comparison says nothing: roster-history diff --since 4 --until 9',
    );
  });

  test('compares with the latest where only one is named', async () => {
    const { print } = await incidentProgram();

    const { passes, net, window } = JSON.parse(await print('diff', '8', '--json'));

    expect(window).toMatchObject({ baseline: 8 });
    expect(passes).toHaveLength(1);
    expect(passes[0].moves).toHaveLength(6);
    expect(net.moves).toHaveLength(6);
  });
});

describe('diff refuses', () => {
  test.each([
    [['1', '2', '--since', '3'], /only one of them\nhint: roster-history diff 1 2\n$/],
    [
      ['--since', '23:00', '--until', '22:00'],
      /the window ends before it begins: --since is 2026-09-29T23:00:00\+02:00/,
    ],
    [['--since', 'noon'], /"noon" is neither a pass nor a time: expected a number, latest/],
    [['99'], /no pass 99 of the controller "mesh": the last pass recorded is 9, at 2026-09-29 23:11:02 \+02:00/],
    [['latest~9'], /no pass latest~9 of the controller "mesh"/],
    [['key:412'], /no pass with the id "412" of the controller "mesh"/],
    [['2026-09-01'], /no pass at or before 2026-09-01T00:00:00\+02:00/],
    [['--node', 'novx'], /no node "novx": did you mean "novox"\?\nhint: --node "novox"\n$/],
    [['--node', 'x'], /no node "x": known are ace, g14, novox, shanks\n$/],
    [['--container', 'postgres.sever'], /no container "postgres.sever": did you mean "postgres.server"\?/],
    [['--tz', 'Europe/Berlln'], /time zone "Europe\/Berlln" is not known.*\nhint: did you mean --tz Europe\/Berlin\n$/],
    [['--text', '--json'], /--text has no JSON form/],
    [['--controller', 'mash'], /no controller "mash": the store holds "mesh"\nhint: --controller mesh\n$/],
  ])('%j', async (args, message) => {
    const { run } = await incidentProgram();

    const { out, err, exitCode } = await run('diff', ...args);

    expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
    expect(err).toMatch(message);
  });
});
