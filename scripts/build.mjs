// Bundles the program and the library into dist/, which is put in place when it is whole. The program is one CommonJS file, which Node starts faster than modules.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const fresh = `dist-${process.pid}`;
const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // CommonJS builds of some packages ask for their own files at run time, which a bundle does not have
  mainFields: ['module', 'main'],
  // what only a few commands ask for is left out of the bundle: every start would pay for it
  external: [
    'better-sqlite3',
    're2js',
    'yaml',
    'undici',
    'hono',
    '@hono/node-server',
    'prom-client',
    'jsonata',
    'cli-progress',
  ],
  logLevel: 'warning',
};
await build({
  ...shared,
  entryPoints: ['src/cli/main.ts'],
  outfile: `${fresh}/program.cjs`,
  format: 'cjs',
  minify: true,
  // start.cjs runs it as a script, which has no import(): what is imported when it is needed is required then
  supported: { 'dynamic-import': false },
  charset: 'ascii',
  keepNames: true,
  define: { 'import.meta.url': 'fileUrl' },
  banner: { js: "const fileUrl = require('node:url').pathToFileURL(__filename).href;" },
});
await build({
  ...shared,
  entryPoints: Object.fromEntries(
    ['roster', 'formats', 'diff', 'report'].map((room) => [room, `src/${room}/index.ts`]),
  ),
  outdir: fresh,
  format: 'esm',
  splitting: true,
  packages: 'external',
});
// scripts/start.cjs reads it as such; a bundler escapes texts and leaves regular expressions as they are
if (readFileSync(`${fresh}/program.cjs`).some((byte) => byte > 127)) throw new Error('the bundle is not plain ASCII');
copyFileSync('scripts/start.cjs', `${fresh}/main.cjs`);
copyFileSync('scripts/watch-memory.cjs', `${fresh}/watch-memory.cjs`);
execFileSync(process.execPath, ['scripts/compile-ahead.cjs', fresh], { stdio: ['ignore', 'ignore', 'inherit'] });
rmSync('dist', { recursive: true, force: true });
renameSync(fresh, 'dist');
