// Bundles the benchmarks and runs them: `npm run bench -- [ROW…] [--replay FILE.ndjson[.gz]]`.
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

await build({
  entryPoints: ['bench/main.ts'],
  outfile: 'dist-bench/main.mjs',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, ['--expose-gc', 'dist-bench/main.mjs', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
