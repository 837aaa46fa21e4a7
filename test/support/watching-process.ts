/** A watcher for tests: `PATH` watches it, and says as JSON what it is told of, a line each, until it is killed. */
import { watchPath } from '../../src/recorder/watch/files/watched-path.ts';

const say = (kind: string, told: unknown) => process.stdout.write(`${JSON.stringify({ [kind]: told })}\n`);

await watchPath(
  { path: process.argv[2] as string, settleMs: 20 },
  {
    async deliver({ text }) {
      say('text', text);
      return [];
    },
    away: (reason) => say('away', reason),
    notice: (words) => say('notice', words),
  },
);
