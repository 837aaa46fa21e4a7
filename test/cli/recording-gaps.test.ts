import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type History, openForRecording } from '../../src/history/index.ts';
import { storedProgram } from './run.ts';

/** An instant of the evening: `22:51` of 2026-09-29 in Berlin. */
function at(clock: string): number {
  return Date.parse(`2026-09-29T${clock.length === 5 ? `${clock}:00` : clock}+02:00`);
}

/**
 * A program whose store holds passes recorded at these times, one name at the addresses given (`A`, `B`, or `-` where it is
 * absent), with what a long-running recorder told besides. It is asked at 23:30.
 */
async function evening(passes: Readonly<Record<string, string>>, tell: (history: History) => void) {
  let now = at('23:30');
  const program = storedProgram({ now: () => now });
  for (const [clock, value] of Object.entries(passes)) {
    const roster = {
      'keep.internal': '192.0.2.9',
      ...(value === '-' ? {} : { 'db.internal': value === 'A' ? '192.0.2.1' : '192.0.2.2' }),
    };
    now = at(clock);
    const file = join(program.folder, 'pass.json');
    writeFileSync(file, JSON.stringify({ controller: 'mesh', roster }));
    await program.print('record', file);
  }
  const history = openForRecording(program.store);
  tell(history);
  history.close();
  now = at('23:30');
  return program;
}

/** A recorder that was killed at 22:51 and started again at 23:05, and runs now. */
function killed(history: History): void {
  history.noteStart('watch', null, at('22:51'));
  history.noteStart('watch', null, at('23:05'));
  history.noteStop('watch', at('23:29:59'), '');
  history.noteStart('watch', null, at('23:30'));
}

const flapping = { '22:40': 'A', '22:45': 'B', '22:50': 'A', '23:06': 'B', '23:10': 'B' };
const gap = {
  kind: 'not-running',
  pass: 4,
  node: null,
  text: 'the recorder was not running (killed, or the machine was down)',
  from: '2026-09-29T22:51:00+02:00',
  until: '2026-09-29T23:05:00+02:00',
};

describe('a gap that the recorder told of', () => {
  test.each([
    ['diff', '--since', '22:40'],
    ['log'],
    ['flaps'],
    ['name', 'db.internal'],
    ['explain', '--since', '22:40'],
    ['report', '--since', '22:40'],
    ['show', '4'],
    ['diff', '3', '4'],
  ])('is in the data that %s %s %s gives', async (...args) => {
    const { print } = await evening(flapping, killed);

    const { complete, gaps } = JSON.parse(await print(...args, '--json'));

    expect([complete, gaps[0]]).toEqual([false, gap]);
  });

  test('concerns no answer that does not rest on it', async () => {
    const { print } = await evening(flapping, killed);

    for (const args of [
      ['show', '3'],
      ['show', '5'],
      ['diff', '1', '3'],
      ['diff', '--until', '22:50'],
      ['log', '--since', '5', '--until', '23:15'],
    ])
      expect(JSON.parse(await print(...args, '--json'))).toMatchObject({ complete: true, gaps: [] });
  });

  test('is a line of its own in log, at 80 columns', async () => {
    const { store } = await evening(flapping, killed);
    const { run } = storedProgram({ now: () => at('23:30'), width: 80 });

    const { out } = await run('--store', store, 'log', '--until', '23:15');

    expect(out.split('\n')).toEqual([
      'until 23:15 (2026-09-29T23:15:00+02:00) · 5 passes · Europe/Berlin',
      '',
      'PASS  TIME                 NODES  MOVED  REPLACED  TRIGGER  NOTES',
      '   1  2026-09-29 22:40:00      0      –         –           first',
      '   2  2026-09-29 22:45:00      0      1         –',
      '   3  2026-09-29 22:50:00      0      1         –',
      '— not recorded 22:51–23:05, 14 min: the recorder was not running (killed, or',
      '  the machine was down) —',
      '   4  2026-09-29 23:06:00      0      1         –',
      '   5  2026-09-29 23:10:00      0      –         –',
      '',
    ]);
  });

  test.each([
    [
      ['diff', '--since', '22:40', '--until', '23:15'],
      'GAPS   not recorded 2026-09-29 22:51–23:05, 14 min, before pass 4: ',
    ],
    [['diff', '--since', '22:40', '--until', '23:15'], '— not recorded 22:51–23:05, 14 min: '],
    [['flaps', '--until', '23:15'], 'not recorded 2026-09-29 22:51–23:05, 14 min, before pass 4: '],
    [['name', 'db.internal'], 'not recorded 2026-09-29 22:51–23:05, 14 min, before pass 4: '],
    [['explain', '--since', '22:40'], '— not recorded 22:51–23:05, 14 min: '],
    [['show', '4'], 'not recorded 2026-09-29 22:51–23:05, 14 min, before pass 4: '],
    [['report'], '- what happened 2026-09-29 22:51–23:05, 14 min, of which passes may be missing: '],
    [['report'], '| – | 2026-09-29 22:51–23:05, 14 min |  | **not recorded: '],
  ])('is told by %s: %s', async (args, words) => {
    const { print } = await evening(flapping, killed);

    expect(await print(...args)).toContain(`${words}the recorder was not running (killed, or the machine was down)`);
  });

  test('breaks a flap: what moved on either side of it does not add up', async () => {
    const whole = await evening(flapping, () => {});
    const broken = await evening(flapping, killed);

    const states = async ({ print }: typeof whole) =>
      JSON.parse(await print('flaps', '--json')).names.map(({ state }: { state: string }) => state);

    expect([await states(whole), await states(broken)]).toEqual([['flapping'], ['fleeting']]);
  });

  test('explains a window in which no pass is', async () => {
    const { run } = await evening(flapping, killed);

    const { out } = await run('log', '--since', '22:52', '--until', '23:04');

    expect(out).toBe(
      'since 22:52 (2026-09-29T22:52:00+02:00) until 23:04 (2026-09-29T23:04:00+02:00) · 0 passes · Europe/Berlin\n\n' +
        '— not recorded 2026-09-29 22:51–23:05, 14 min: the recorder was not running (killed, or the machine was down) —\n',
    );
    expect((await run('diff', '--since', '22:52', '--until', '23:04')).out).toContain(
      '— not recorded 2026-09-29 22:51–',
    );
  });

  test('that goes on is told of the time until now, and of no earlier window', async () => {
    const { print } = await evening(flapping, (history) => history.noteStart('watch', null, at('23:12')));

    const { complete, gaps } = JSON.parse(await print('diff', '--since', '23:06', '--json'));

    expect(complete).toBe(false);
    expect(gaps.at(-1)).toEqual({
      kind: 'not-running',
      pass: null,
      node: null,
      text: 'the recorder is not running (killed, or the machine was down)',
      from: '2026-09-29T23:12:00+02:00',
      until: null,
    });
    expect(JSON.parse(await print('diff', '--until', '22:50', '--json')).complete).toBe(true);
  });

  test('of a source that was away is told with its reason', async () => {
    const { print } = await evening(flapping, (history) => {
      const source = 'https://mesh.example/passes';
      const start = { recorder: 'watch', controller: 'mesh', kind: 'away' as const, source };
      history.endGap(history.beginGap({ ...start, from: at('22:56'), reason: 'connection refused' }), at('23:06'));
      history.beginGap({ ...start, controller: 'lab', from: at('22:56'), reason: 'of another controller' });
    });

    expect(JSON.parse(await print('log', '--json')).gaps).toEqual([
      {
        kind: 'away',
        pass: 4,
        node: null,
        text: 'https://mesh.example/passes was away: connection refused',
        from: '2026-09-29T22:56:00+02:00',
        until: '2026-09-29T23:06:00+02:00',
      },
    ]);
  });
});

test('a history that was never watched has no gap between its passes, however far apart they are', async () => {
  const { print } = await evening({ '10:00': 'A', '22:45': 'B' }, () => {});

  expect(JSON.parse(await print('diff', '--json'))).toMatchObject({ complete: true, gaps: [] });
  expect(await print('log')).not.toContain('not recorded');
});
