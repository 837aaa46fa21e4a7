import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { incidentProgram, storedProgram } from './run.ts';

/** The rows of the table, without the notes. */
function table(out: string): string[] {
  const lines = out.split('\n');
  const first = lines.findIndex((line) => line.startsWith('POLICY'));
  return lines.slice(first, lines.indexOf('', first));
}

describe('whatif', () => {
  test('replays the last passes under each policy', async () => {
    const program = await incidentProgram();

    const out = await program.print('whatif', '--control-plane', 'postgres*');

    expect(out.split('\n').slice(0, 3)).toEqual([
      'all passes · 9 passes, 53 containers · Europe/Berlin',
      '',
      'none instead of 318 replacements under scoped (50 containers with no name at all), resolver (a name missing 159 times), ' +
        'last-known-good (159 times the address of a name that looks lost), hold-down 3 (159 times the address of a name that looks lost) ' +
        'or scoped+last-known-good (50 containers with no name at all)',
    ]);
    expect(table(out)).toEqual([
      'POLICY                  REPLACED  CONTROL  WORST MIN     STALE    FOR  MISSING',
      'as-recorded                  318       12         53         0      –      159',
      'sorted                       318       12         53         0      –      159',
      'scoped                         0        0          0         0      –        0',
      'resolver                       0        0          0         0      –      159',
      'last-known-good                0        0          0  159 lost  5 min        0',
      'hold-down 3                    0        0          0  159 lost  5 min        0',
      'damped                       265       10         53         0      –      212',
      'damped-7196                  318       12         53         0      –      159',
      'scoped+last-known-good         0        0          0         0      –        0',
    ]);
  });

  test('replays a window under the policies that are asked for, beside what was recorded', async () => {
    const program = await incidentProgram();

    const out = await program.print('whatif', '--since', '3', '--until', '6', '--policy', 'hold-down 1+sorted');

    expect(out.split('\n')[0]).toBe('since 3 until 6 · 4 passes, 53 containers · Europe/Berlin');
    expect(table(out)).toEqual([
      'POLICY              REPLACED  WORST MIN     STALE    FOR  MISSING',
      'as-recorded              159         53         0      –      106',
      'sorted+hold-down 1         0          0  106 lost  5 min        0',
    ]);
  });

  test('takes the control plane and what containers bind from the config', async () => {
    const program = await incidentProgram();
    const config = join(program.folder, 'config.yaml');
    writeFileSync(config, 'controlPlane: ["postgres*"]\nbinds:\n  "gitea*": ["*.g14.example"]\n');

    const out = await program.print('whatif', '--config', config, '--policy', 'scoped');

    expect(table(out)).toEqual([
      'POLICY       REPLACED  CONTROL  WORST MIN  STALE  FOR  MISSING',
      'as-recorded       318       12         53      0    –      159',
      'scoped             18        0          3      0    –        9',
    ]);
  });

  test('prints JSON, with the pass before the window', async () => {
    const program = await incidentProgram();

    const json = JSON.parse(await program.print('whatif', '--since', '5', '--policy', 'resolver', '--json'));

    expect(json).toMatchObject({
      format: 'roster-history/whatif@1',
      complete: true,
      window: { baseline: 4 },
      replayed: 5,
      containers: 53,
      loop: null,
      bindingsNotTold: [],
    });
    expect(
      json.policies.map((one: { policy: string; replacements: number }) => [one.policy, one.replacements]),
    ).toEqual([
      ['as-recorded', 265],
      ['resolver', 0],
    ]);
  });

  test('of a window without a pass says what is recorded', async () => {
    const program = await incidentProgram();

    const { out, err, exitCode } = await program.run('whatif', '--since', '2026-01-01', '--until', '2026-01-02');

    expect(exitCode).toBe(0);
    expect(out).toMatch(/ · 0 passes, 0 containers · Europe\/Berlin\n\nno pass is recorded in this window\n$/);
    expect(err).toMatch(/2026-09-29/);
    const json = await program.run('whatif', '--since', '2026-01-01', '--until', '2026-01-02', '--json');
    expect([json.err, JSON.parse(json.out).window.baseline]).toEqual(['', null]);
  });

  test('refuses a policy that there is not, before it looks for a store', async () => {
    expect(await storedProgram().run('whatif', '--policy', 'scopd')).toEqual({
      out: '',
      err:
        'roster-history: --policy "scopd": no policy "scopd": expected one of as-recorded, sorted, scoped, resolver, last-known-good, ' +
        'hold-down, damped, damped-7196; the parts of one are joined by +, e.g. scoped+last-known-good\nhint: --policy scoped\n',
      exitCode: 2,
    });
  });
});
