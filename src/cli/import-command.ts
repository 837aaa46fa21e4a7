import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';

/** The flags of `import`. */
interface ImportOptions {
  readonly rev?: string;
  readonly branch?: string;
  readonly node?: string;
  readonly nodeFromName?: boolean;
  readonly format?: string;
  readonly config?: string;
}

/** `import`: records history that exists already. */
export function addImportCommand(program: Command, context: CommandContext): Command {
  return program
    .command('import')
    .summary('record history that exists already')
    .description(
      'Records what was kept before: each commit of a git repository that touches PATH; each snapshot in a folder, by the ' +
        'time in its name; each line of an export, or of NDJSON with "at" and "hosts" or a whole declaration. ' +
        'Importing the same again records nothing twice, and goes on where an import was interrupted.',
    )
    .argument(
      '<SOURCE>',
      'git:REPO, a folder of snapshots, a file of lines (.ndjson, packed by gzip or not), or - for lines',
    )
    .argument('[PATH...]', 'in a repository: the files, folders or globs of declarations; else further sources')
    .option(
      '--rev <RANGE>',
      'the commits of a branch, a tag or a range A..B, by first parents; HEAD where none is named',
    )
    .option('--branch <NAME>', 'the commits of a branch')
    .option('--node <NODE>', 'the node of what names none')
    .option('--node-from-name', 'what names no node, such as a hosts file, is of the node that its file is named after')
    .option('--format <FORMAT>', 'the format of what is read, instead of recognising it')
    .option('--config <FILE>', 'a YAML file that says what is no secret, else $ROSTER_HISTORY_CONFIG')
    .addHelpText(
      'after',
      `
Examples:
  roster-history import git:/srv/mesh nodes/ roster.json
  roster-history import git:. --rev v1..main --node-from-name 'hosts/*'
  roster-history import /var/backups/roster
  roster-history import export.ndjson.gz`,
    )
    .action(async (source: string, paths: string[], options: ImportOptions, command: Command) => {
      const { importHistory } = await import('./import-history.ts');
      context.exit(await importHistory([source, ...paths], options, programOptions(command), context.surroundings));
    });
}

export type { ImportOptions };
