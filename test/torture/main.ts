import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runTorture } from './run-torture.ts';
import { tortures } from './tortures.ts';

/** So many breaches of one torture are told. */
const mostTold = 10;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    short: { type: 'boolean', default: false },
  },
});
const unknown = values.only?.find((name) => tortures.every((torture) => torture.name !== name));
if (unknown !== undefined || !/^\d+$/.test(values.seed)) {
  const names = tortures.map(({ name }) => name).join(', ');
  process.stderr.write(`expected --only ${names}; --seed N\n`);
  process.exit(2);
}
if (!existsSync('dist/main.cjs')) {
  process.stderr.write('the program is not built: expected dist/main.cjs\nhint: npm run build\n');
  process.exit(2);
}
process.stdout.write(`seed ${values.seed}\n`);
let broken = 0;
for (const torture of tortures) {
  if (values.only !== undefined && !values.only.includes(torture.name)) continue;
  process.stdout.write(`\n${torture.name}: ${torture.promise}\n`);
  const began = performance.now();
  const { figures, breaches, skipped } = await runTorture(
    torture,
    values.short ? 'short' : 'full',
    Number(values.seed),
  );
  for (const [what, value] of figures) process.stdout.write(`  ${what.padEnd(44)} ${value}\n`);
  for (const reason of skipped) process.stdout.write(`  SKIPPED: ${reason}\n`);
  for (const breach of breaches.slice(0, mostTold)) process.stdout.write(`  BROKEN: ${breach}\n`);
  if (breaches.length > mostTold) process.stdout.write(`  BROKEN: and ${breaches.length - mostTold} times more\n`);
  broken += breaches.length;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`  ${breaches.length === 0 ? 'kept' : 'NOT KEPT'} in ${seconds} s\n`);
}
process.stdout.write(`\n${broken === 0 ? 'every promise was kept' : `${broken} promises were broken`}\n`);
process.exitCode = broken === 0 ? 0 : 1;
