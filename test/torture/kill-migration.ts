import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyToOlder, schemaOf } from './older-copy.ts';
import { writePasses } from './passes.ts';
import { openKiller, runProgram } from './program.ts';
import { expectStored } from './stored.ts';
import type { Torture } from './torture.ts';

/** Kills whoever brings an old store up to date, at random moments. */
export const killMigration: Torture = {
  name: 'kill-migration',
  promise:
    'kill -9 while an old store is brought up to date: it is of one schema or the next, and the next start finishes it',
  async run(rack) {
    const [current, older, store] = ['current.db', 'older.db', 'history.db'].map((name) => join(rack.folder, name)) as [
      string,
      string,
      string,
    ];
    const [passes, tries] = rack.sized([2500, 60], [150, 4]);
    const keys = Array.from({ length: passes }, (_, index) => `m-${index}`);
    writePasses(join(rack.folder, 'passes'), keys);
    await runProgram(['--store', current, 'record', join(rack.folder, 'passes')]);
    copyToOlder(current, older);
    const newest = readdirSync('migrations').length;
    const reached = new Map<number, number>();
    const ask = ['--store', store, 'log', '--limit', '1'];
    copyFileSync(older, store);
    const kill = openKiller(rack.random, await runProgram(ask));
    let kills = 0;
    for (let index = 0; index < tries; index += 1) {
      for (const end of ['-wal', '-shm']) rmSync(store + end, { force: true });
      copyFileSync(older, store);
      const { code } = await kill(ask);
      if (code === null) kills += 1;
      const schema = schemaOf(store);
      reached.set(schema, (reached.get(schema) ?? 0) + 1);
    }
    await expectStored(rack, store, new Set(keys), 'after the last kill');
    rack.expect(schemaOf(store) === newest, `the store has schema ${schemaOf(store)} after the next start`);
    rack.figure('kills', kills);
    rack.figure('passes in the store', passes);
    rack.figure(
      'schemas after a kill',
      [...reached]
        .sort(([a], [b]) => a - b)
        .map(([schema, count]) => `${schema}: ${count}`)
        .join(', '),
    );
  },
};
