import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Circumstances } from '../../../formats/index.ts';
import { StoreError } from '../../../history/index.ts';
import type { Recorded } from '../../recorder.ts';
import { inputNames, type SourceText } from '../../source-file.ts';
import { backoffMs } from '../backoff.ts';
import type { Feed } from '../feed.ts';
import { openGathering } from './watched-gathering.ts';
import { type Settling, type WatchedInput, watchInput } from './watched-input.ts';
import { absenceWords, kindOf } from './watched-stamp.ts';

/** Files are read without letting anything else run: after so long the others have a turn. */
const longestTurnMs = 20;

const severalRosters =
  'several of its files are a whole roster each, and take the names of the others away: --format hosts reads hosts files as one';

/** Which inputs are watched, and what is known of them. Lengths of time in milliseconds. */
export interface WatchedInputsSettings extends Settling {
  readonly path: string;
  /** How long they may be missing until they are away. */
  readonly graceMs: number;
  readonly circumstances?: Circumstances;
  readonly format?: string;
}

/** The inputs of a file or a directory, looked at again and again. */
export interface WatchedInputs {
  /**
   * Hands over what settled since the last look, in the order of their names, each when the one before it is on the disk.
   * Resolves to the milliseconds after which another look is due; infinity where only a change makes it so.
   */
  look(): Promise<number>;
  /** Hands nothing more over, also in a look that is under way. */
  stop(): void;
}

interface Known {
  readonly input: WatchedInput;
  /** When it was first missed; null while it is there. */
  absentSince: number | null;
}

/** Watches the inputs of a path. Nothing needs to be there yet; what comes first says whether it is a file or a directory. */
export function watchInputs(settings: WatchedInputsSettings, feed: Feed): WatchedInputs {
  const { path, graceMs, circumstances, format } = settings;
  const known = new Map<string, Known>();
  // hosts files say nothing of whose they are, so that those of a directory are one roster
  const isHosts = format === 'hosts';
  const rosters = new Set<string>();
  const gathering = openGathering(basename(resolve(path)));
  let expected: 'a file' | 'a directory' | null = null;
  let absentSince: number | null = null;
  let storeFailures = 0;
  let isStopped = false;

  async function look(): Promise<number> {
    const found = inputsAt();
    const paths = typeof found === 'string' ? [] : found;
    const dues: number[] = [];
    const absences: { one: Known; reason: string }[] = [];
    let turnedAt = performance.now();
    for (const one of paths) {
      if (performance.now() - turnedAt > longestTurnMs) {
        await turn();
        turnedAt = performance.now();
      }
      if (isStopped) return 0;
      const entry = known.get(one) ?? {
        input: watchInput(one, { ...settings, isOfLines: isHosts }),
        absentSince: null,
      };
      known.set(one, entry);
      const sight = entry.input.look(performance.now());
      if (sight.kind === 'absent') absences.push({ one: entry, reason: sight.reason });
      else entry.absentSince = null;
      if (sight.kind === 'settling') dues.push(sight.againMs);
      if (sight.kind !== 'ready') continue;
      if (isHosts && one !== path) gathering.put(one, sight.source);
      else if (!(await handOver(sight.source))) return backoffMs(storeFailures);
      sight.confirm();
    }
    const reason =
      typeof found === 'string' ? found : absences.length === paths.length ? absences[0]?.reason : undefined;
    const now = performance.now();
    if (reason === undefined) absentSince = null;
    else dues.push(missed(reason, now));
    dues.push(
      ...absences.map(({ one, reason: why }) => missedOne(one, now, why)),
      ...forgetOthers(new Set(paths), now),
    );
    const dueMs = Math.min(...dues, Number.POSITIVE_INFINITY);
    const news = dueMs === Number.POSITIVE_INFINITY && !isStopped ? gathering.findNews(paths) : null;
    if (news) {
      if (!(await handOver(news.source))) return backoffMs(storeFailures);
      news.confirm();
    }
    return dueMs;
  }

  /** The paths of the inputs, or why there are none. */
  function inputsAt(): readonly string[] | string {
    try {
      const stats = statSync(path, { bigint: true });
      const kind = kindOf(stats);
      if (kind !== 'a file' && kind !== 'a directory') return `"${path}" is ${kind}: expected a file or a directory`;
      expected ??= kind;
      if (kind !== expected) return `"${path}" is ${kind} now: expected ${expected} as before`;
      if (kind === 'a file') return [path];
      const names = inputNames(path);
      return typeof names === 'string' ? names : names.map((name) => join(path, name));
    } catch (error) {
      return absenceWords(path, error);
    }
  }

  /** Whether it is on the disk. */
  async function handOver(source: SourceText): Promise<boolean> {
    try {
      const input = { ...source, ...(circumstances ? { circumstances } : {}), ...(format ? { format } : {}) };
      const recorded = await feed.deliver(input);
      storeFailures = 0;
      if (recorded.some(isWholeRoster)) rosters.add(source.label);
      if (rosters.size > 1) feed.notice(severalRosters);
      return true;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      storeFailures += 1;
      return false;
    }
  }

  function missed(reason: string, now: number): number {
    absentSince ??= now;
    const leftMs = absentSince + graceMs - now;
    if (leftMs > 0) return leftMs;
    feed.away(reason);
    // what comes back is news, be it what it was
    known.clear();
    gathering.clear();
    return Number.POSITIVE_INFINITY;
  }

  /** One of several is missing: the others go on, so the source is not away. */
  function missedOne(one: Known, now: number, reason: string): number {
    one.absentSince ??= now;
    const leftMs = one.absentSince + graceMs - now;
    if (leftMs > 0) return leftMs;
    if (absentSince === null) feed.notice(reason);
    return Number.POSITIVE_INFINITY;
  }

  /** A directory that is listed while a file is replaced may lack it for a moment, so it is remembered as long as the grace. */
  function forgetOthers(listed: ReadonlySet<string>, now: number): number[] {
    const dues: number[] = [];
    for (const [one, entry] of known) {
      if (listed.has(one)) continue;
      entry.absentSince ??= now;
      const leftMs = entry.absentSince + graceMs - now;
      if (leftMs > 0) dues.push(leftMs);
      else {
        known.delete(one);
        gathering.drop(one);
        if (!isHosts && absentSince === null) feed.notice(`"${one}" is there no more: what it declared last stands`);
      }
    }
    return dues;
  }

  return {
    look,
    stop() {
      isStopped = true;
    },
  };
}

/** Whether it is the names of the mesh and nothing of a node. */
function isWholeRoster(recorded: Recorded): boolean {
  return recorded.kind === 'appended' && recorded.draft.roster !== null && recorded.draft.reports.length === 0;
}
