import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A folder of its own that goes when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roster-history-bench-'));
  if (made.length === 0) {
    process.on('exit', () => {
      for (const one of made) rmSync(one, { recursive: true, force: true });
    });
    // 128 and the number of the signal, as shells have it
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
  }
  made.push(folder);
  return folder;
}
