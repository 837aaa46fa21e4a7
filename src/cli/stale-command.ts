import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { programOptions } from './program-options.ts';

/** The flags of `stale`. */
interface StaleOptions {
  readonly node?: string;
  readonly running?: string;
  readonly all?: boolean;
  readonly exitCode?: boolean;
}

/** `stale`: which containers run with host entries that are declared otherwise by now. */
export function addStaleCommand(program: Command, context: CommandContext): Command {
  return program
    .command('stale')
    .summary('which running containers hold addresses that are declared otherwise by now')
    .description(
      "Compares the host entries baked into the containers that an engine has with their node's latest declaration: " +
        'which containers were left alone with a stale address, which names, which address they hold, and since when.',
    )
    .argument('[SOURCE...]', 'what the engine has: files of docker inspect or podman inspect, - or docker:')
    .option('--node <NODE>', 'the node that the sources are of')
    .option('--running <CONTROLLER>', 'without a source: the controller under which watch docker: recorded')
    .option('--all', 'name every container, and tell of each one')
    .option('--exit-code', 'exit with 1 when any container is stale')
    .addHelpText(
      'after',
      `
Sources: FILE               what docker inspect or podman inspect printed
         -                  the same from standard input
         docker: podman:    the engine itself, looked at once; docker:SOCKET
         without a source   what watch docker: last recorded in the same store

Nodes:   inspect does not tell which node it is of. It is --node, else the only
         one that is declared, else the one that declares each of the
         containers that any node declares; the answer says which.

Containers are matched by their ids (module/name, or compose's labels), else by
bare name where that is unique. Stopped ones count: they start again with what
is baked into them. Another order or spelling is not stale, unless another
address of a name comes first. An address in the place of a declared
host-gateway is what the engine made of it, unless it was declared before.

"since" is the first pass from which on the declaration has not had what the
container holds.

Examples:
  docker inspect $(docker ps --quiet) | roster-history stale -
  roster-history stale docker: --node novox --exit-code`,
    )
    .action(async (sources: string[], options: StaleOptions, own: Command) => {
      const { findStale } = await import('./stale-containers.ts');
      context.exit(await findStale(sources, options, programOptions(own), context.surroundings));
    });
}

export type { StaleOptions };
