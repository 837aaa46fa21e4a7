import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { passText, writePasses } from './passes.ts';
import { push } from './posting.ts';
import { runProgram, startProgram } from './program.ts';
import { expectStored, type LoggedPass } from './stored.ts';
import type { Torture } from './torture.ts';

const questions = [
  ['log', '--json'],
  ['diff', '--json'],
  ['flaps', '--json'],
  ['verify', '--json'],
];

/** Two one-shot recorders, one that is pushed to and watches a folder, and ten readers, all at the same time. */
export const atOnce: Torture = {
  name: 'at-once',
  promise:
    'two recorders, a watch and ten readers at once: nothing is locked, each pass is there once, readers see whole passes',
  async run(rack) {
    const store = join(rack.folder, 'history.db');
    const socket = join(rack.folder, 'passes.sock');
    const watched = join(rack.folder, 'watched');
    writePasses(watched, []);
    await runProgram(['--store', store, 'record', '-'], passText('first', 1));
    const acknowledged = new Set(['first']);
    const until = performance.now() + rack.sized(20_000, 1500);
    const going = () => performance.now() < until;
    let [answers, largestLog] = [0, 0];

    function check(what: string, ran: { code: number | null; out: string; err: string }): boolean {
      rack.expect(ran.code === 0, `${what} ended with ${ran.code}: ${ran.err}`);
      rack.expect(!/locked|busy/i.test(ran.err + ran.out), `${what} says: ${ran.err}`);
      return ran.code === 0;
    }

    async function recorder(name: string, offset: number): Promise<void> {
      for (let index = 0; going(); index += 1) {
        const key = `${name}-${index}`;
        const ran = await runProgram(['--store', store, 'record', '-'], passText(key, offset + index));
        if (check('record', ran)) acknowledged.add(key);
      }
    }

    async function controller(): Promise<void> {
      for (let index = 0; going(); index += 1) {
        const key = `push-${index}`;
        const { status, body } = await push(socket, passText(key, 200_000 + index));
        rack.expect(status === 201, `a push was answered with ${status}: ${body}`);
        if (status === 201) acknowledged.add(key);
        if (index % 20 === 0) writeFileSync(join(watched, `${index}.json`), passText(`file-${index}`, 300_000 + index));
        largestLog = Math.max(largestLog, existsSync(`${store}-wal`) ? statSync(`${store}-wal`).size : 0);
        await delay(5);
      }
    }

    async function reader(number: number): Promise<void> {
      for (let index = number; going(); index += 1) {
        const question = questions[index % questions.length] as string[];
        const scope = question[0] === 'verify' ? [] : ['--controller', 'mesh'];
        const ran = await runProgram(['--store', store, ...scope, ...question]);
        if (!check(question.join(' '), ran)) continue;
        answers += 1;
        if (question[0] !== 'log') continue;
        const { passes } = JSON.parse(ran.out) as { passes: LoggedPass[] };
        rack.expect(
          passes.every((pass) => pass.nodes === 2),
          'a reader saw half a pass',
        );
      }
    }

    const running = startProgram(['--store', store, 'watch', `unix:${socket}`, watched]);
    rack.atEnd(async () => void (await running.kill()));
    await running.printed('watching unix:');
    await Promise.all([
      recorder('a', 1000),
      recorder('b', 100_000),
      controller(),
      ...Array.from({ length: 10 }, (_, number) => reader(number)),
    ]);
    running.process.kill('SIGTERM');
    check('watch', await running.ended);
    rack.figure('passes acknowledged', acknowledged.size);
    rack.figure('passes found', await expectStored(rack, store, acknowledged, 'at the end'));
    rack.figure('answers read', answers);
    rack.figure('largest log in bytes', largestLog);
  },
};
