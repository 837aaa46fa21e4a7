import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openForRecording } from '../../src/history/index.ts';
import { openRecorder, type Recorded } from '../../src/recorder/index.ts';
import type { Feed } from '../../src/recorder/watch/feed.ts';

const program = resolve(import.meta.dirname, '../../dist/main.cjs');
const stopLimitMs = 20_000;

/** One replaced container of `diff --json`. */
export interface ToldReplacement {
  readonly container: string;
  readonly causes: readonly string[];
  readonly observed: boolean | null;
}

/** One pass of `diff --json`, as far as these tests ask. */
export interface ToldPass {
  readonly pass: number;
  readonly outcomes: readonly { readonly node: string; readonly outcome: string }[];
  readonly problems: readonly unknown[];
  readonly moves: readonly { readonly name: string; readonly kind: string; readonly after: readonly string[] }[];
  readonly replacements: {
    readonly total: number;
    readonly created: number;
    readonly removed: number;
    readonly containers: readonly ToldReplacement[];
  };
  readonly observed: { readonly unexplained: number; readonly missing: number } | null;
}

/** What `diff --json` prints, as far as these tests ask. */
export interface ToldHistory {
  readonly complete: boolean;
  readonly gaps: readonly unknown[];
  readonly passes: readonly ToldPass[];
}

/** The built program that watches, as a process of its own. */
export interface WatchingProgram {
  /** All that it printed so far, on both of its outputs. */
  printed(): string;
  /** Ends it with SIGTERM; gives its exit code, or the signal that ended it. */
  end(): Promise<number | NodeJS.Signals | null>;
}

/** A store in a folder, and the built program on it. */
export interface WatchHistory {
  /** A feed that records in this process what is delivered, and what it was told besides; closed before anyone else records. */
  openFeed(): {
    readonly feed: Feed;
    readonly recorded: readonly Recorded[];
    readonly said: readonly string[];
    close(): void;
  };
  /** Starts `watch` in a process of its own. */
  startWatch(args: readonly string[]): WatchingProgram;
  /** What `diff --json` says of the last hour. */
  diff(): Promise<ToldHistory>;
  remove(): void;
}

/** Opens a {@link WatchHistory} in a folder that exists. */
export function openWatchHistory(dir: string): WatchHistory {
  const store = join(dir, 'history.db');
  const env = { PATH: process.env.PATH, HOME: dir, TZ: 'UTC' };
  return {
    openFeed() {
      const history = openForRecording(store);
      const recorder = openRecorder(history, { quietGapMs: 0, now: Date.now });
      const recorded: Recorded[] = [];
      const said: string[] = [];
      const feed: Feed = {
        async deliver(input) {
          const came = [...recorder.take(input), ...recorder.finish()];
          recorded.push(...came);
          return came;
        },
        away: (reason) => void said.push(reason),
        notice: (words) => void said.push(words),
      };
      return { feed, recorded, said, close: () => history.close() };
    },
    startWatch(args) {
      const child = spawn(process.execPath, [program, 'watch', ...args, '--store', store], { env });
      let text = '';
      const keep = (chunk: Buffer) => {
        text += chunk.toString('utf8');
      };
      child.stdout.on('data', keep);
      child.stderr.on('data', keep);
      const ended = new Promise<number | NodeJS.Signals | null>((settle) => {
        child.on('close', (code, signal) => settle(code ?? signal));
      });
      const kill = () => child.kill('SIGKILL');
      process.once('exit', kill);
      return {
        printed: () => text,
        async end() {
          child.kill('SIGTERM');
          const limit = setTimeout(kill, stopLimitMs);
          const how = await ended;
          clearTimeout(limit);
          process.removeListener('exit', kill);
          return how;
        },
      };
    },
    async diff() {
      const args = [program, 'diff', '--since', '1h ago', '--json', '--store', store];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env });
      return JSON.parse(stdout) as ToldHistory;
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
