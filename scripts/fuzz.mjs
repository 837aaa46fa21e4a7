// Bundles the fuzzing and runs it: `npm run fuzz -- [--format NAME]… [--runs N] [--seed N] [--whole N]`.
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

await build({
  entryPoints: ['test/fuzz/main.ts', 'test/fuzz/fuzzing-thread.ts'],
  outdir: 'dist-fuzz',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, ['dist-fuzz/main.mjs', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
