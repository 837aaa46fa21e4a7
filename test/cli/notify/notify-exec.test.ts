import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { runNotifyCommand } from '../../../src/cli/notify/notify-exec.ts';
import { temporaryFolder } from '../../support/temporary-store.ts';

const env = { PATH: process.env.PATH };
const run = (command: string, event: object = {}, timeLimitMs = 10_000) =>
  runNotifyCommand(command, event, env, timeLimitMs);

/** Whether a process is there and no zombie, as one is that nobody has asked for yet. */
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, 'utf8'));
}

describe('a command that is run for an event', () => {
  test('is given the event as JSON, and its main fields as variables', async () => {
    const file = join(temporaryFolder(), 'out');
    const event = { event: 'flap', names: ['a.example', 'b.example'], net: { moves: 0 } };

    const sent = await run(`{ cat; echo "$ROSTER_HISTORY_EVENT: $ROSTER_HISTORY_NAMES"; } > ${file}`, event);

    expect(sent).toEqual({ ok: true });
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(event)}\nflap: a.example b.example\n`);
  });

  test('does not run what a name says', async () => {
    const folder = temporaryFolder();
    const names = [`$(touch ${folder}/a)`, `; touch ${folder}/b`, `\`touch ${folder}/c\``];

    await run('for name in $ROSTER_HISTORY_NAMES; do echo $name; done', { names, event: names[0] as string });

    expect(['a', 'b', 'c'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
  });

  test('need not read the event, nor be quiet', async () => {
    expect(await run('yes | head -c 1000000; yes no | head -c 1000000 >&2', { text: 'x'.repeat(1_000_000) })).toEqual({
      ok: true,
    });
  });

  test('that fails tells how, and the end of what it said', async () => {
    expect(await run('echo dropped; echo no such list >&2; exit 3')).toEqual({
      ok: false,
      error: 'exit status 3: no such list',
    });
    expect(await run('exit 127')).toEqual({ ok: false, error: 'exit status 127' });
    expect(await run('kill -TERM $$')).toEqual({ ok: false, error: 'ended by SIGTERM' });
    const long = await run('yes no | head -c 100000 >&2; exit 1');
    expect(long.ok ? 0 : long.error.length).toBeLessThan(1100);
  });

  test('that takes too long is killed, with all that it started', async () => {
    const folder = temporaryFolder();
    const begun = performance.now();

    const sent = await run(`(sleep 30; touch ${folder}/late) & echo $! > ${folder}/pid; wait`, {}, 300);

    expect(sent).toEqual({ ok: false, error: 'killed after 0.3 s' });
    expect(performance.now() - begun).toBeLessThan(10_000);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });

  test('that leaves something running is not waited for', async () => {
    const begun = performance.now();

    const sent = await run('sleep 5 & exit 0');

    expect([sent, performance.now() - begun < 4000]).toEqual([{ ok: true }, true]);
  });

  test('that cannot be started is an error', async () => {
    const sent = await runNotifyCommand('true', {}, { ...env, LONG: 'x'.repeat(200_000) }, 1000);

    expect(sent).toEqual({ ok: false, error: 'cannot be started: spawn E2BIG' });
  });
});
