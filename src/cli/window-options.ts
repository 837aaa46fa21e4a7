import type { Command } from 'commander';

/** Adds the ends of a window. */
export function addWindowOptions(command: Command): Command {
  return command
    .option('--since <WHEN>', 'from this time or pass on, e.g. 22:40, "2h ago", 412')
    .option('--until <WHEN>', 'up to this time or pass');
}
