// Bundles the program and the library into dist/. One file a command and shared chunks: a command loads what it needs.
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

rmSync('dist', { recursive: true, force: true });
const shared = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  outdir: 'dist',
  external: ['better-sqlite3'],
  chunkNames: 'chunks/[name]-[hash]',
  // CommonJS packages inside an ES module ask for Node's own modules with require
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  logLevel: 'warning',
};
await build({
  ...shared,
  entryPoints: {
    main: 'src/cli/main.ts',
    roster: 'src/roster/index.ts',
    formats: 'src/formats/index.ts',
    diff: 'src/diff/index.ts',
    report: 'src/report/index.ts',
  },
});
