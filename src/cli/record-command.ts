import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';

/** The flags of `record`. */
interface RecordOptions {
  readonly node?: string;
  readonly at?: string;
  readonly pass?: string;
  readonly trigger?: string;
  readonly format?: string;
  readonly exitStatus?: string;
  readonly error?: string;
  readonly logPattern?: string;
  readonly sizeLimit?: string;
  readonly config?: string;
}

/** `record`: reads passes and appends them. */
export function addRecordCommand(program: Command, context: CommandContext): Command {
  return program
    .command('record')
    .summary('record a pass')
    .description(
      'Records what the controller produced: pass documents, lone declarations, hosts files, docker or podman inspect; and ' +
        'what really happened: the log of a host agent, docker events. ' +
        'The format is recognised from the content. The flags fill in what an input lacks. Beside FILE.json, FILE.status and ' +
        'FILE.stderr may hold the exit status and the standard error of the command that wrote it.',
    )
    .argument('[PATH...]', 'files, directories, or - for standard input', [])
    .option('--node <NODE>', 'the node that the input is of')
    .option('--at <TIME>', 'when the pass ran')
    .option('--pass <ID>', "the controller's own id of the pass; the same id twice is recorded once")
    .option('--trigger <TEXT>', 'what started the pass')
    .option(
      '--format <FORMAT>',
      'mesh, roster-json, docker-inspect, swarm-service, kubernetes-pods, compose, hosts, docker-events, host-log, or mapped:NAME of the config, instead of recognising it',
    )
    .option('--exit-status <N>', 'how the command that printed the input ended; not 0 means that it may lack things')
    .option('--error <TEXT>', 'what that command wrote to standard error')
    .option('--log-pattern <RE2>', 'how a line of a host log tells of a replacement; its group "container" names it')
    .option('--size-limit <SIZE>', 'how large an input may be (64MiB)')
    .option('--config <FILE>', 'a YAML file with mappings and what is no secret, else $ROSTER_HISTORY_CONFIG')
    .addHelpText(
      'after',
      `
Examples:
  roster-history record pass-412.json
  roster-history record --node novox --trigger timer /etc/hosts
  docker inspect $(docker ps -aq) | roster-history record --node novox -
  journalctl -u mesh-agent -o json | roster-history record --node novox -`,
    )
    .action(async (paths: string[], options: RecordOptions, command: Command) => {
      const { recordPasses } = await import('./record-passes.ts');
      context.exit(await recordPasses(paths, options, programOptions(command), context.surroundings));
    });
}

export type { RecordOptions };
