import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';

/** The flags of `watch`. */
export interface WatchOptions {
  readonly config?: string;
  readonly every?: string;
  readonly node?: string;
  readonly format?: string;
  readonly timeLimit?: string;
  readonly sizeLimit?: string;
  readonly settle?: string;
  readonly poll?: string;
  readonly tokenFile?: string;
  readonly notifyExec?: string;
  readonly webhook?: string;
  readonly metrics?: string;
}

/** `watch`: a recorder that runs beside the controller. */
export function addWatchCommand(program: Command, context: CommandContext): Command {
  return program
    .command('watch')
    .summary('run beside the controller, and record each pass as it happens')
    .description(
      'Records each pass as it happens, prints a line of it, and goes on until it is told to stop (SIGTERM, SIGINT; SIGHUP reads the ' +
        'config again). A source is a file or a directory; exec:COMMAND, run every so often; an http(s) URL, asked every so often; ' +
        'unix:PATH or HOST:PORT, where the controller posts each pass with curl; docker: or podman:, an engine by its socket. ' +
        'What is older than a year, or beyond 1 GiB, is pruned, unless "retention" in the config says otherwise.',
    )
    .argument('[SOURCE...]', 'what to watch; else the sources of the config', [])
    .option('--config <FILE>', 'a YAML file with sources and more, else $ROSTER_HISTORY_CONFIG')
    .option('--every <TIME>', 'how often a command is run and a URL is asked (30s)')
    .option('--node <NODE>', 'the node that the inputs are of')
    .option('--format <FORMAT>', 'the format of the inputs, or mapped:NAME of the config, instead of recognising it')
    .option('--time-limit <TIME>', 'how long a command or an answer may take (20s)')
    .option('--size-limit <SIZE>', 'how large an input may be (64MiB)')
    .option('--settle <TIME>', 'how long a file or an engine must be still before it is read')
    .option('--poll <TIME>', 'look at files this often instead of being told, as network file systems need it')
    .option('--token-file <FILE>', 'the token that must be sent to HOST:PORT, else $ROSTER_HISTORY_TOKEN')
    .option(
      '--notify-exec <COMMAND>',
      'run when names begin to flap and when they settle; the event is its standard input',
    )
    .option('--webhook <URL>', 'the same, posted as JSON')
    .option('--metrics <HOST:PORT>', 'serve /metrics for Prometheus, and /healthz')
    .addHelpText(
      'after',
      `
Examples:
  roster-history watch /var/lib/mesh/declarations
  roster-history watch --every 30s --node novox exec:"meshctl declaration novox"
  roster-history watch unix:/run/roster-history.sock
    curl --unix-socket /run/roster-history.sock --data-binary @pass.json http://recorder/passes
  roster-history watch --config /etc/roster-history.yaml --metrics 127.0.0.1:9912`,
    )
    .action(async (sources: string[], options: WatchOptions, command: Command) => {
      const { watchSources } = await import('./watch/watch-sources.ts');
      context.exit(await watchSources(sources, options, programOptions(command), context.surroundings));
    });
}
