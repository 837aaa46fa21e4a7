import { describe, expect, test } from 'vitest';
import { atOnce } from '../torture/at-once.ts';
import { fullDisk } from '../torture/full-disk.ts';
import { killMigration } from '../torture/kill-migration.ts';
import { killRecord } from '../torture/kill-record.ts';
import { killWatch } from '../torture/kill-watch.ts';
import { runTorture } from '../torture/run-torture.ts';

/** `npm run torture` does the rest, and more of each. */
describe.sequential('a little of each torture', () => {
  test.each([killRecord, killWatch, killMigration, fullDisk, atOnce])(
    '$name: $promise',
    async (torture) => {
      const { breaches, figures, skipped } = await runTorture(torture, 'short', 1);

      expect(breaches).toEqual([]);
      expect(figures.length + skipped.length).toBeGreaterThan(0);
    },
    60_000,
  );
});
