import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, digestOf, type RecordingGap, type RecordingGapKind } from '../roster/index.ts';
import type { Damage } from './damage.ts';
import { wellFormedText } from './well-formed.ts';

/** A row of the table of gaps. */
export interface GapRow {
  readonly gap: number;
  readonly recorder: string;
  readonly controller: string | null;
  readonly kind: RecordingGapKind;
  readonly from_at: number;
  readonly source: string | null;
  readonly reason: string;
  readonly digest: Buffer;
}

/** A row of the table of the ends of gaps. */
export interface GapEndRow {
  readonly gap: number;
  readonly until_at: number;
  readonly digest: Buffer;
}

/** A gap with its end; both facts of that are null while it goes on. */
export interface EndedGapRow extends GapRow {
  readonly until_at: number | null;
  readonly end_digest: Buffer | null;
}

/** A gap that begins, and the recorder that knows of it. */
export interface GapStart extends Omit<RecordingGap, 'until'> {
  readonly recorder: string;
}

/** The gaps of a store. Beginning and ending belong into a transaction of the caller's. */
export interface Gaps {
  /** Gives the number under which it is ended. */
  begin(start: GapStart): number;
  /** Ends a gap, never before it began. What has ended stays as it is. */
  end(gap: number, at: number): void;
  /** The gaps of a recorder that go on. */
  openOf(recorder: string): GapRow[];
  /** The gaps in the passes of a controller between two instants, in the order of time. */
  between(controller: string, from: number, to: number): RecordingGap[];
}

const gapsBetween = `
  SELECT gaps.*, until_at, gap_ends.digest AS end_digest FROM gaps LEFT JOIN gap_ends USING (gap)
  WHERE (controller IS NULL OR controller = ?) AND (until_at IS NULL OR until_at > ?) AND from_at < ? ORDER BY from_at, gap`;

/** Opens the gaps of a store. One that is older than gaps, and is read where it may not be written, has none. */
export function openGaps(database: Database, damage: Damage): Gaps {
  const openRows = 'SELECT * FROM gaps WHERE recorder = ? AND gap NOT IN (SELECT gap FROM gap_ends) ORDER BY gap';
  return {
    begin({ recorder, controller, kind, from, source, reason }) {
      const row: Omit<GapRow, 'digest'> = {
        gap: database.prepare('SELECT coalesce(max(gap), 0) + 1 FROM gaps').pluck().get() as number,
        recorder,
        controller: controller === null ? null : wellFormedText(controller),
        kind,
        from_at: Math.trunc(from),
        source: source === null ? null : wellFormedText(source),
        reason: wellFormedText(reason),
      };
      database
        .prepare(
          `INSERT INTO gaps (gap, recorder, controller, kind, from_at, source, reason, digest)
           VALUES (:gap, :recorder, :controller, :kind, :from_at, :source, :reason, :digest)`,
        )
        .run({ ...row, digest: Buffer.from(gapRowDigest(row), 'hex') });
      return row.gap;
    },
    end(gap, at) {
      const from = database.prepare('SELECT from_at FROM gaps WHERE gap = ?').pluck().get(gap) as number;
      const row = { gap, until_at: Math.max(from, Math.trunc(at)) };
      database
        .prepare('INSERT INTO gap_ends (gap, until_at, digest) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
        .run(gap, row.until_at, Buffer.from(gapEndRowDigest(row), 'hex'));
    },
    openOf: (recorder) => database.prepare<[string], GapRow>(openRows).all(recorder),
    between(controller, from, to) {
      const rows = database.prepare<[string, number, number], EndedGapRow>(gapsBetween);
      return damage
        .whole(gapsPlace, () => rows.all(controller, from, to), isWholeGap)
        .map(({ kind, from_at, until_at, source, reason, ...row }) => {
          return { controller: row.controller, kind, from: from_at, until: until_at, source, reason };
        });
    },
  };
}

/** How gaps are called that the disk did not keep. */
export const gapsPlace = 'the gaps that recorders told of';

/** Whether a gap and its end are what was recorded. */
export function isWholeGap(row: EndedGapRow): boolean {
  if (row.digest?.toString('hex') !== gapRowDigest(row)) return false;
  const { gap, until_at } = row;
  return until_at === null || row.end_digest?.toString('hex') === gapEndRowDigest({ gap, until_at });
}

/** The digest of a gap row. */
export function gapRowDigest(row: Omit<GapRow, 'digest'>): Digest {
  return digestOf(
    canonicalJson([row.gap, row.recorder, row.controller, row.kind, row.from_at, row.source, row.reason]),
  );
}

/** The digest of the row of a gap's end. */
export function gapEndRowDigest(row: Omit<GapEndRow, 'digest'>): Digest {
  return digestOf(canonicalJson([row.gap, row.until_at]));
}
