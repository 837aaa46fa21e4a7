import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';

/** The flags of `backup`. */
interface BackupOptions {
  readonly force?: true;
}

/** `backup`: copies the store while others record. */
export function addBackupCommand(program: Command, context: CommandContext): Command {
  return program
    .command('backup')
    .summary('copy the store while others record')
    .description(
      'Copies the store as it is at this moment into FILE, and the key of its secrets into FILE.key, both for nobody else to read. ' +
        'Others may record meanwhile. The copy is checked before it gets its name.',
    )
    .argument('<FILE>', 'where to')
    .option('--force', 'replace FILE where it is there already')
    .addHelpText(
      'after',
      `
Restore: stop what records, remove the -wal and -shm files of the store, and
copy FILE and FILE.key to where the store and its key were.

Example:
  roster-history backup /var/backups/history-$(date +%F).db`,
    )
    .action(async (target: string, options: BackupOptions, own: Command) => {
      const { backupHistory } = await import('./backup-history.ts');
      context.exit(await backupHistory(target, options, programOptions(own), context.surroundings));
    });
}

export type { BackupOptions };
