import { backupStore } from '../history/index.ts';
import { backupJson, backupLinesOf, escapeControls } from '../report/index.ts';
import type { BackupOptions } from './backup-command.ts';
import { openBackupProgress } from './backup-progress.ts';
import type { ProgramOptions } from './program-options.ts';
import { storePath } from './store-path.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';
import { writeJson } from './write-json.ts';

/** Makes a backup, and says what it holds. Gives the exit code. */
export async function backupHistory(
  target: string,
  options: BackupOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { now, onSignal, write } = surroundings;
  const file = storePath(program.store, surroundings);
  const began = now();
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    onSignal(signal, () => {
      stopped = true;
    });
  }
  const progress = await openBackupProgress(surroundings);
  try {
    const backup = await backupStore({
      file,
      target,
      force: options.force === true,
      progress(done, total) {
        if (stopped) throw new UserError('interrupted: no backup was written');
        progress?.show(done, total);
      },
    });
    progress?.close();
    const summary = { file, target, elapsedMs: now() - began, ...backup };
    if (program.json) writeJson(backupJson(summary), write);
    else for (const line of backupLinesOf(summary)) write(`${escapeControls(line)}\n`);
    return 0;
  } finally {
    progress?.close();
  }
}
