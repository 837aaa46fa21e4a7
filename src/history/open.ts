import type { Database } from 'better-sqlite3';
import type { Observation } from '../roster/index.ts';
import { type Appended, openAppender } from './append.ts';
import { connectForReading, connectForRecording } from './connection.ts';
import { openContents } from './contents.ts';
import { type ObservationArrival, openObservationAppender, readObservations } from './observations.ts';
import type { Arrival } from './placement.ts';
import { openReader, type Reader } from './read.ts';
import { StoreError, storeErrorOf } from './store-error.ts';
import { type Finding, verifyStore } from './verify.ts';

/** An open store. Every method may throw {@link StoreError}. */
export interface History extends Reader {
  readonly file: string;
  /** Appends one pass in one transaction; when it returns, the pass is on the disk. */
  append(arrival: Arrival): Appended;
  /** Appends what hosts and engines told, in one transaction. What was told before is no news; gives how much is. */
  appendObservations(arrival: ObservationArrival): number;
  /** What happened between two instants in milliseconds, both included, in the order of time. */
  observations(from: number, to: number): Observation[];
  /** What is damaged, in words; empty where nothing is. Reads the whole store. */
  verify(): Finding[];
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
    if (isNodeError(error)) {
      throw new StoreError(`"${file}": ${error.message.replace(/^[A-Z]+: /, '')}`, {
        hint: 'name another file with --store',
        cause: error,
      });
    }
    throw storeErrorOf(file, error);
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
    const opened = openContents(database, file);
    return { contents: opened, reader: openReader(database, opened) };
  });
  let append: ((arrival: Arrival) => Appended) | undefined;
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
    observations: guarded((from: number, to: number) => readObservations(database, from, to)),
    verify: guarded(database.transaction(() => verifyStore(database, file)).deferred),
    findSetting: guarded(
      (name: string) =>
        (database.prepare('SELECT value FROM settings WHERE name = ?').pluck().get(name) as string | undefined) ?? null,
    ),
    writeSetting: guarded((name: string, value: string) => {
      database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value);
    }),
    close: () => database.close(),
  };
}
