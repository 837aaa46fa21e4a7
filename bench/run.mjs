// Bundles the benchmarks and runs them: `npm run bench -- [ROWS…] [--replay FILE.ndjson[.gz]]`.
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

await build({
  entryPoints: ['bench/main.ts', 'bench/recorder-process.ts'],
  outdir: 'dist-bench',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, ['dist-bench/main.mjs', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
