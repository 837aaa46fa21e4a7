import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { passText } from './passes.ts';
import { push } from './posting.ts';
import { startProgram } from './program.ts';
import { expectStored } from './stored.ts';
import type { Torture } from './torture.ts';

/** Kills a long-running recorder at random moments while controllers push passes, as they come, until each was taken. */
export const killWatch: Torture = {
  name: 'kill-watch',
  promise: 'kill -9 of watch: every pass that was answered with 201 is there, and the next start needs no help',
  async run(rack) {
    const store = join(rack.folder, 'history.db');
    const socket = join(rack.folder, 'passes.sock');
    const lives = rack.sized(30, 2);
    const acknowledged = new Set<string>();
    const ended = { is: false };
    let next = 0;

    async function controller(): Promise<void> {
      while (!ended.is) {
        next += 1;
        const key = `w-${next}`;
        const text = passText(key, next);
        for (let status = 0; status !== 201 && status !== 200 && !ended.is; ) {
          ({ status } = await push(socket, text));
          if (status === 201) acknowledged.add(key);
          else if (status !== 200) await delay(5);
          rack.expect([0, 200, 201].includes(status), `a push was answered with ${status}`);
        }
      }
    }

    const controllers = [controller(), controller(), controller()];
    for (let life = 0; life <= lives; life += 1) {
      const running = startProgram(['--store', store, 'watch', `unix:${socket}`]);
      await Promise.race([running.printed('watching unix:'), delay(10_000)]);
      rack.expect(running.out().includes('watching unix:'), `start ${life} did not come up: ${running.err()}`);
      await delay(rack.random.between(20, rack.sized(700, 300)));
      if (life < lives) await running.kill();
      else {
        ended.is = true;
        running.process.kill('SIGTERM');
        const { code, err } = await running.ended;
        rack.expect(code === 0, `SIGTERM ended it with ${code}: ${err}`);
      }
    }
    await Promise.all(controllers);
    const found = await expectStored(rack, store, acknowledged, 'at the end');
    rack.figure('kills', lives);
    rack.figure('passes acknowledged', acknowledged.size);
    rack.figure('passes found', found);
  },
};
