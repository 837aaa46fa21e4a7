import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomOf } from '../mesh/seeded-random.ts';
import type { Found, Size, Torture } from './torture.ts';

/** Runs a torture in a folder of its own. What it throws is a breach too. The same seed gives the same draws. */
export async function runTorture(torture: Torture, size: Size, seed: number): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'roster-history-torture-'));
  const figures: [string, number | string][] = [];
  const breaches: string[] = [];
  const skipped: string[] = [];
  const endings: (() => void | Promise<void>)[] = [];
  try {
    await torture.run({
      folder,
      size,
      random: randomOf(seed, torture.name),
      sized: (full, short) => (size === 'full' ? full : short),
      figure: (what, value) => figures.push([what, value]),
      expect(holds, words) {
        if (!holds) breaches.push(words);
      },
      skip: (reason) => skipped.push(reason),
      atEnd: (work) => endings.push(work),
    });
  } catch (error) {
    breaches.push(`it could not go on: ${(error as Error).stack ?? error}`);
  } finally {
    for (const work of endings.reverse()) await work();
    rmSync(folder, { recursive: true, force: true });
  }
  return { figures, breaches, skipped };
}
