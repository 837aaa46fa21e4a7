import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, digestOf, type RecordingGap } from '../roster/index.ts';
import type { Damage } from './damage.ts';
import type { Gaps } from './gaps.ts';

/** A recorder that runs says so; more often than this it is not written down. */
const heartbeatMs = 10_000;
/** A recorder that has said nothing for so long is taken for one that does not run. */
const silentMs = 60_000;
/** What was written shortly after its last heartbeat is a sign of life too; among so many passes at most it is looked for. */
const laterMs = 2 * heartbeatMs;
const laterPasses = 1000;

const killed = 'killed, or the machine was down';
const suspended = 'suspended, or the store could not be written';

/** A row of the table of recorders. */
export interface RecorderRow {
  readonly recorder: string;
  readonly controller: string | null;
  readonly alive_at: number;
  /** Null where it was written before there were digests of recorders. */
  readonly digest: Buffer | null;
}

type RecorderFacts = Omit<RecorderRow, 'digest'>;

/** The last pass, and the last begin or end of a gap, between a heartbeat and an instant shortly after it. */
const signsAfter = `
  SELECT max(at) FROM (
    SELECT at FROM (SELECT controller, at + lag AS at FROM passes ORDER BY pass DESC LIMIT :passes)
    WHERE :controller IS NULL OR controller = :controller
    UNION ALL SELECT from_at FROM gaps WHERE recorder = :recorder AND kind = 'away'
    UNION ALL SELECT until_at FROM gap_ends JOIN gaps USING (gap) WHERE recorder = :recorder AND kind = 'away'
  ) WHERE at BETWEEN :alive_at AND :until`;

/** The recorders of a store: who ran until when. Instants in milliseconds. Writing belongs into a transaction of the caller's. */
export interface Recorders {
  /** A recorder starts: what it left open is closed, and the stretch since it last ran is a gap, which is given. Null at its first start. */
  start(recorder: string, controller: string | null, at: number): RecordingGap | null;
  /** A recorder runs. A silence before that is a gap. */
  alive(recorder: string, at: number): void;
  /** A recorder stops on its own: from here on it does not run. */
  stop(recorder: string, at: number, reason: string): void;
  /** Whether `alive` would write anything. */
  isDue(recorder: string, at: number): boolean;
  findLastAlive(recorder: string): number | null;
  /** The gaps, going on at an instant, of the recorders that ended without a word. */
  silent(controller: string, at: number): RecordingGap[];
}

/** Opens the recorders of a store. */
export function openRecorders(database: Database, gaps: Gaps, damage: Damage): Recorders {
  const rows = (sql: string, ...parameters: unknown[]) =>
    damage.whole('when recorders ran', () => database.prepare<unknown[], RecorderRow>(sql).all(...parameters), isWhole);
  const find = (recorder: string) => rows('SELECT * FROM recorders WHERE recorder = ?', recorder)[0] ?? null;

  function write({ recorder, controller, alive_at }: RecorderFacts): void {
    const row = { recorder, controller, alive_at: Math.trunc(alive_at) };
    database
      .prepare(
        `INSERT OR REPLACE INTO recorders (recorder, controller, alive_at, digest)
         VALUES (:recorder, :controller, :alive_at, :digest)`,
      )
      .run({ ...row, digest: Buffer.from(recorderRowDigest(row), 'hex') });
  }

  /** The last instant at which a recorder is known to have run: that of its heartbeat, or of what it wrote right after it. */
  function lastSign(row: RecorderFacts): number {
    const parameters = { ...row, until: row.alive_at + laterMs, passes: laterPasses };
    const later = database.prepare(signsAfter).pluck().get(parameters) as number | null;
    return later ?? row.alive_at;
  }

  function notRunning({ recorder, controller }: RecorderFacts, from: number, reason: string) {
    return { recorder, controller, kind: 'not-running', from, source: null, reason } as const;
  }

  /** A gap that is over. Where the clock went back, it is as long as the time that is lived through again. */
  function addGap(row: RecorderFacts, from: number, until: number, reason: string): RecordingGap {
    const start = notRunning(row, Math.min(from, until), reason);
    gaps.end(gaps.begin(start), Math.max(from, until));
    const { recorder: _, ...gap } = start;
    return { ...gap, until: Math.max(from, until) };
  }

  return {
    start(recorder, controller, at) {
      const row = find(recorder);
      const last = row === null ? at : lastSign(row);
      const open = gaps.openOf(recorder);
      for (const { gap, kind } of open) gaps.end(gap, kind === 'not-running' ? at : last);
      write({ recorder, controller, alive_at: at });
      const stopped = open.find(({ kind }) => kind === 'not-running');
      if (stopped) {
        const { kind, from_at: from, source, reason } = stopped;
        return { controller: stopped.controller, kind, from, until: Math.max(from, at), source, reason };
      }
      return row === null || last === at ? null : addGap(row, last, at, killed);
    },
    alive(recorder, at) {
      const row = find(recorder) ?? { recorder, controller: null, alive_at: at };
      if (at - row.alive_at > silentMs) addGap(row, lastSign(row), at, suspended);
      write({ ...row, alive_at: at });
    },
    stop(recorder, at, reason) {
      const row = find(recorder) ?? { recorder, controller: null, alive_at: at };
      for (const { gap } of gaps.openOf(recorder)) gaps.end(gap, at);
      write({ ...row, alive_at: at });
      gaps.begin(notRunning(row, at, reason));
    },
    isDue(recorder, at) {
      const last = find(recorder)?.alive_at ?? null;
      return last === null || Math.abs(at - last) >= heartbeatMs;
    },
    findLastAlive: (recorder) => find(recorder)?.alive_at ?? null,
    silent(controller, at) {
      const sql =
        'SELECT * FROM recorders WHERE (controller IS NULL OR controller = ?) AND alive_at < ? ORDER BY alive_at';
      return rows(sql, controller, at - silentMs)
        .filter(({ recorder }) => gaps.openOf(recorder).every(({ kind }) => kind !== 'not-running'))
        .map((row): RecordingGap => {
          const { recorder: _, ...gap } = notRunning(row, lastSign(row), killed);
          return { ...gap, until: null };
        });
    },
  };
}

/** The digest of a recorder row. */
export function recorderRowDigest(row: RecorderFacts): Digest {
  return digestOf(canonicalJson([row.recorder, row.controller, row.alive_at]));
}

/** Whether a recorder row is what was recorded, as far as can be told. */
function isWhole(row: RecorderRow): boolean {
  return row.digest == null || row.digest?.toString('hex') === recorderRowDigest(row);
}
