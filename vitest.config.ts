import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    reporters: ['default', './scripts/summary-reporter.mjs'],
    // every test makes its own folders and stores, so that files can share a process: twice as fast
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 20_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // the one file that touches the process runs in the tests that spawn the built program
      exclude: ['src/cli/main.ts', 'src/**/index.ts'],
      reporter: ['text-summary'],
      thresholds: {
        lines: 95,
        'src/diff/**': { lines: 100 },
        'src/report/**': { lines: 100 },
      },
    },
  },
});
