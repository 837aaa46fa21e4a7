import type { Database } from 'better-sqlite3';
import type { Observation, RecordingGap } from '../roster/index.ts';
import { type Appended, openAppender } from './append.ts';
import { openCheckedContents } from './checked-contents.ts';
import { connectForReading, connectForRecording } from './connection.ts';
import type { Finding } from './finding.ts';
import { type GapStart, openGaps } from './gaps.ts';
import { findHorizon, type Horizon } from './horizon.ts';
import { type ObservationArrival, openObservationAppender, readObservations } from './observations.ts';
import type { Arrival } from './placement.ts';
import { type PlanSettings, type PrunePlan, planAtOnce } from './prune-plan.ts';
import { type StoreSize, storeSize } from './prune-space.ts';
import { openReader, type Reader } from './read.ts';
import { readTranscript } from './read-transcript.ts';
import { openRecorders } from './recorders.ts';
import { openRestorer, type Restorer } from './restore.ts';
import { findSetting, writeSetting } from './settings.ts';
import { readStats, type StoreStats } from './stats.ts';
import { StoreError, storeErrorOf } from './store-error.ts';
import type { TranscriptPart, TranscriptWindow } from './transcript.ts';
import { verifyStore } from './verify.ts';
import { wholeOrUndone } from './whole-or-undone.ts';

/** An open store. Every method may throw {@link StoreError}. */
export interface History extends Reader {
  readonly file: string;
  /** Appends one pass in one transaction; when it returns, the pass is on the disk. */
  append(arrival: Arrival): Appended;
  /** Appends what hosts and engines told, in one transaction. What was told before is no news; gives how much is. */
  appendObservations(arrival: ObservationArrival): number;
  /** What happened between two instants in milliseconds, both included, in the order of time. */
  observations(from: number, to: number): Observation[];
  /**
   * Notes that a recorder starts, which it tells by a name that stays the same from run to run, and of which controller it
   * records passes (null: of any). What a run that was killed left open is closed, and the stretch since then becomes a
   * gap, which is given; null where it never ran before.
   */
  noteStart(recorder: string, controller: string | null, at: number): RecordingGap | null;
  /** Notes that a recorder runs. To be called every few seconds; of more than one call in ten seconds one is written. */
  noteAlive(recorder: string, at: number): void;
  /** Notes that a recorder stops on its own: until it starts again it is not running. Its gaps that go on end. */
  noteStop(recorder: string, at: number, reason: string): void;
  /** The last instant at which a recorder said that it runs; null where it never did. */
  findLastAlive(recorder: string): number | null;
  /** Begins a gap, on the disk when it returns; gives the number under which it is ended. */
  beginGap(start: GapStart): number;
  /** Ends a gap, never before it began. What has ended stays as it is. */
  endGap(gap: number, at: number): void;
  /**
   * The gaps that lie between two instants in whole or in part, in the order of time, those of all controllers included. A
   * recorder that has not said for a minute before `to` that it runs is taken for one that does not, since then.
   */
  gaps(controller: string, from: number, to: number): RecordingGap[];
  /** Where the history of a controller begins since its oldest passes were pruned; null where none were. */
  findHorizon(controller: string): Horizon | null;
  /** What is beyond limits, and about how much would be freed. Reads the whole store once. */
  planPruning(settings: PlanSettings): PrunePlan;
  /** How large the store is now. */
  size(): StoreSize;
  /** What the store holds, and how large it is. Reads every page once. */
  stats(now: number): StoreStats;
  /** What is damaged, in words; empty where nothing is. Reads the whole store. */
  verify(): Finding[];
  /** Does some work in one transaction: what it appends is on the disk when it returns, and where it throws nothing is. */
  together<T>(work: () => T): T;
  /** Reads a window for another store. Lazy. */
  transcript(window: TranscriptWindow): IterableIterator<TranscriptPart>;
  /** Takes one transcript, part by part, inside of `together`. */
  restorer(): Restorer;
  /** Of a store that is open for reading, one that the disk did not keep is left out. */
  findSetting(name: string): string | null;
  writeSetting(name: string, value: string): void;
  close(): void;
}

/** Opens a store for recording, and makes it (0600, its folder 0700) where there is none. */
export function openForRecording(file: string): History {
  return withStoreErrors(file, () => historyOf(connectForRecording(file), file));
}

/** Opens a store for reading: one unchanging view of it until it is closed, whoever records meanwhile. */
export function openForReading(file: string): History {
  return withStoreErrors(file, () => historyOf(connectForReading(file), file));
}

function withStoreErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const known = storeErrorOf(file, error);
    if (known === error && isNodeError(error)) {
      throw new StoreError(`"${file}": ${error.message.replace(/^[A-Z]+: /, '')}`, {
        hint: 'name another file with --store',
        cause: error,
      });
    }
    throw known;
  }
}

function isNodeError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

function closingOnError<T>(database: Database, open: () => T): T {
  try {
    return open();
  } catch (error) {
    database.close();
    throw error;
  }
}

function historyOf(database: Database, file: string): History {
  const { contents, reader } = closingOnError(database, () => {
    const opened = openCheckedContents(database, file);
    return { contents: opened, reader: openReader(database, opened) };
  });
  const gaps = openGaps(database, reader.damage);
  const recorders = openRecorders(database, gaps, reader.damage);
  let append: ((arrival: Arrival) => Appended) | undefined;
  const restorers: Restorer[] = [];
  const forget = () => {
    for (const one of [reader, ...restorers]) one.forget();
  };
  const guarded = <A extends unknown[], T>(work: (...args: A) => T) => {
    return (...args: A): T => withStoreErrors(file, () => work(...args));
  };
  return {
    file,
    controllers: guarded(reader.controllers),
    nodes: guarded(reader.nodes),
    findPass: guarded(reader.findPass),
    findKey: guarded(reader.findKey),
    findLatest: guarded(reader.findLatest),
    findFirstSince: guarded(reader.findFirstSince),
    findLastUntil: guarded(reader.findLastUntil),
    findBefore: guarded(reader.findBefore),
    damaged: reader.damaged,
    *passes(controller, first, last) {
      try {
        yield* reader.passes(controller, first, last);
      } catch (error) {
        throw storeErrorOf(file, error);
      }
    },
    append: guarded((arrival: Arrival) => {
      append ??= openAppender(database, contents, reader);
      return append(arrival);
    }),
    appendObservations: guarded((arrival: ObservationArrival) => openObservationAppender(database)(arrival)),
    observations: guarded((from: number, to: number) => readObservations(database, reader.damage, from, to)),
    noteStart: guarded(database.transaction(recorders.start).immediate),
    noteAlive: guarded((recorder: string, at: number) => {
      if (recorders.isDue(recorder, at)) database.transaction(recorders.alive).immediate(recorder, at);
    }),
    noteStop: guarded(database.transaction(recorders.stop).immediate),
    findLastAlive: guarded(recorders.findLastAlive),
    beginGap: guarded(database.transaction(gaps.begin).immediate),
    endGap: guarded(database.transaction(gaps.end).immediate),
    gaps: guarded((controller: string, from: number, to: number) => {
      const open = recorders.silent(controller, to).filter((gap) => gap.from < to);
      return [...gaps.between(controller, from, to), ...open].sort((a, b) => a.from - b.from);
    }),
    findHorizon: guarded((controller: string) => findHorizon(database, reader.damage, controller)),
    planPruning: guarded((settings: PlanSettings) => planAtOnce(database, file, settings)),
    size: guarded(() => storeSize(database, file)),
    stats: guarded((now: number) => readStats(database, file, now)),
    verify: guarded(database.transaction(() => verifyStore(database, file)).deferred),
    together: (work) => withStoreErrors(file, wholeOrUndone(database, forget, work)),
    countPasses: guarded(reader.countPasses),
    *transcript(window) {
      try {
        yield* readTranscript(database, contents, reader, window);
      } catch (error) {
        throw storeErrorOf(file, error);
      }
    },
    restorer: guarded(() => {
      const restorer = openRestorer(database, contents, reader);
      restorers.push(restorer);
      return restorer;
    }),
    findSetting: guarded((name: string) => {
      const find = () => findSetting(database, name);
      // a recorder must not go on as if there were none: it would make another key of secrets
      return database.readonly ? reader.damage.attempt<string | null>(`the setting ${name}`, find, () => null) : find();
    }),
    writeSetting: guarded((name: string, value: string) => writeSetting(database, name, value)),
    close: () => database.close(),
  };
}
