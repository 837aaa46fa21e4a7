import { join } from 'node:path';
import { writePasses } from './passes.ts';
import { openKiller, runProgram } from './program.ts';
import { expectClean, expectStored } from './stored.ts';
import type { Torture } from './torture.ts';

/** Kills one-shot recorders at random moments of their lives. */
export const killRecord: Torture = {
  name: 'kill-record',
  promise: 'kill -9 of record: every acknowledged pass is there, verify is clean, the next start needs no help',
  async run(rack) {
    const store = join(rack.folder, 'history.db');
    const [runs, each] = rack.sized([70, 40], [3, 12]);
    const acknowledged = new Set<string>();
    const [first] = writePasses(join(rack.folder, 'first'), ['first']) as [string];
    const kill = openKiller(rack.random, await runProgram(['--store', store, 'record', first]));
    acknowledged.add('first');
    let kills = 0;
    for (let run = 0; run < runs; run += 1) {
      const keys = Array.from({ length: each }, (_, index) => `${run}-${index}`);
      const files = writePasses(join(rack.folder, 'passes'), keys, run * each + 2);
      const ran = await kill(['--store', store, 'record', ...files]);
      if (ran.code === null) kills += 1;
      else rack.expect(ran.code === 0, `run ${run} ended with ${ran.code}: ${ran.err}`);
      const told = ran.out.match(/^pass \d+ .*\n/gm) ?? [];
      for (const key of keys.slice(0, told.length)) acknowledged.add(key);
      if (run % 10 === 0 && run > 0) await expectClean(rack, store, `after kill ${kills}`);
    }
    const [last] = writePasses(join(rack.folder, 'last'), ['last'], runs * each + 2) as [string];
    const after = await runProgram(['--store', store, 'record', last]);
    rack.expect(after.code === 0, `the start after the last kill ended with ${after.code}: ${after.err}`);
    acknowledged.add('last');
    const found = await expectStored(rack, store, acknowledged, 'at the end');
    rack.figure('kills', kills);
    rack.figure('passes acknowledged', acknowledged.size);
    rack.figure('passes found', found);
  },
};
