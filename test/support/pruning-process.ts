/** Prunes for tests: `STORE PASSES` prunes to the last so many passes step by step, and says so after each step. */
import { openPruner } from '../../src/history/index.ts';

const [file, keepPasses] = process.argv.slice(2) as [string, string];
const pruner = openPruner(file);
const limits = { keepForMs: null, keepPasses: Number(keepPasses), maxBytes: null };
for (const step of pruner.prune({ limits, now: 0, least: 1 })) process.stdout.write(`${step}\n`);
pruner.close();
