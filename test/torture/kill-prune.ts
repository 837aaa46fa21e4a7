import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePasses } from './passes.ts';
import { openKiller, runProgram } from './program.ts';
import { expectClean, loggedPasses } from './stored.ts';
import type { Torture } from './torture.ts';

/** Kills prune at random moments: what is to be kept is there, and the same command goes on from there. */
export const killPrune: Torture = {
  name: 'kill-prune',
  promise: 'kill -9 of prune: every pass that is to be kept is there, verify is clean, the next prune finishes it',
  async run(rack) {
    const original = join(rack.folder, 'original.db');
    const [passes, keep, tries] = rack.sized([3000, 200, 25], [300, 50, 3]);
    writePasses(
      join(rack.folder, 'passes'),
      Array.from({ length: passes }, (_, index) => `p-${index + 1}`),
    );
    await runProgram(['--store', original, 'record', join(rack.folder, 'passes')]);
    const prune = (store: string) => ['--store', store, 'prune', '--keep-passes', String(keep)];
    const store = join(rack.folder, 'history.db');
    const another = join(rack.folder, 'another.db');
    copyFileSync(original, another);
    copyFileSync(`${original}.key`, `${another}.key`);
    const kill = openKiller(rack.random, await runProgram(prune(another)));
    let kills = 0;
    let left = passes;
    for (let index = 0; index < tries; index += 1) {
      if (left <= keep || index === 0) {
        for (const end of ['-wal', '-shm']) rmSync(store + end, { force: true });
        copyFileSync(original, store);
        copyFileSync(`${original}.key`, `${store}.key`);
      }
      const { code } = await kill(prune(store));
      if (code === null) kills += 1;
      await expectClean(rack, store, `after kill ${kills}`);
      const kept = await loggedPasses(store);
      left = kept.length;
      rack.expect(
        left >= keep && kept.at(-1)?.key === `p-${passes}` && kept[0]?.pass === passes - left + 1,
        `after kill ${kills}: ${left} passes are left, the last of them ${kept.at(-1)?.key}`,
      );
    }
    const last = await runProgram(prune(store));
    rack.expect(last.code === 0, `the prune after the last kill ended with ${last.code}: ${last.err}`);
    left = (await loggedPasses(store)).length;
    rack.expect(left === keep, `${left} passes are left, ${keep} were to be kept`);
    await expectClean(rack, store, 'at the end');
    rack.figure('kills', kills);
    rack.figure('passes before', passes);
    rack.figure('passes kept', left);
  },
};
