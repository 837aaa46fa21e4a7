import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePasses } from './passes.ts';
import { openKiller, runProgram } from './program.ts';
import { expectClean } from './stored.ts';
import type { Torture } from './torture.ts';

/** Kills imports at random moments; the same command goes on from there. */
export const killImport: Torture = {
  name: 'kill-import',
  promise: 'kill -9 of import: the same command goes on from there, and what comes of it is what one import makes',
  async run(rack) {
    const [original, copy, lines] = ['original.db', 'copy.db', 'history.ndjson'].map((name) =>
      join(rack.folder, name),
    ) as [string, string, string];
    const [passes, tries] = rack.sized([2000, 25], [300, 3]);
    const keys = Array.from({ length: passes }, (_, index) => `i-${index}`);
    writePasses(join(rack.folder, 'passes'), keys);
    await runProgram(['--store', original, 'record', join(rack.folder, 'passes')]);
    await runProgram(['--store', original, 'export', '--output', lines]);
    const kill = openKiller(rack.random, await runProgram(['--store', join(rack.folder, 'whole.db'), 'import', lines]));
    let kills = 0;
    for (let index = 0; index < tries; index += 1) {
      const { code } = await kill(['--store', copy, 'import', lines]);
      if (code === null) kills += 1;
      if (index % 5 === 4) await expectClean(rack, copy, `after kill ${kills}`);
    }
    const last = await runProgram(['--store', copy, 'import', lines]);
    rack.expect(last.code === 0, `the import after the last kill ended with ${last.code}: ${last.err}`);
    const again = join(rack.folder, 'again.ndjson');
    await runProgram(['--store', copy, 'export', '--output', again]);
    rack.expect(
      readFileSync(again).equals(readFileSync(lines)),
      'what was imported in pieces is not what was exported',
    );
    await expectClean(rack, copy, 'at the end');
    rack.figure('kills', kills);
    rack.figure('passes imported', passes);
  },
};
