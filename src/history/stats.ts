import type { Database } from 'better-sqlite3';
import { type ContentKind, openContents } from './contents.ts';
import { findHorizon, type Horizon } from './horizon.ts';
import { type StoreSize, storeSize } from './prune-space.ts';
import { atOnce, type Survey, surveyStore } from './prune-survey.ts';
import { openReader } from './read.ts';

/** What a store holds, and how large it is. */
export interface StoreStats {
  readonly controllers: readonly ControllerStats[];
  readonly size: StoreSize;
  readonly kinds: readonly KindStats[];
  readonly tables: readonly TableStats[];
  /** What was added lately; null where passes are of less than an hour. */
  readonly growth: Growth | null;
}

/** The passes of a controller: how many, the first and the last, the nodes that ever reported, and what was pruned. */
export interface ControllerStats {
  readonly controller: string;
  readonly passes: number;
  readonly first: { readonly pass: number; readonly at: number };
  readonly last: { readonly pass: number; readonly at: number };
  readonly nodes: number;
  readonly horizon: Horizon | null;
}

/** The contents of a kind: how many, the bytes that are stored of them, and how often rows and other contents name them. */
export interface KindStats {
  readonly kind: ContentKind;
  readonly contents: number;
  readonly bytes: number;
  readonly uses: number;
}

/** A table: its rows, and the bytes of its pages and of those of its indexes. */
export interface TableStats {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
}

/** What passes since an instant have added, about. Of contents those count that no earlier pass uses. */
export interface Growth {
  readonly since: number;
  readonly days: number;
  readonly passes: number;
  readonly bytes: number;
}

const dayMs = 24 * 3_600_000;
const growthDays = 7;
const leastGrowthMs = 3_600_000;

/** Counts and measures a store. Reads every page once. */
export function readStats(database: Database, file: string, now: number): StoreStats {
  const survey = atOnce(surveyStore(database, openContents(database, file), () => Number.POSITIVE_INFINITY));
  return {
    controllers: controllerStats(database, file),
    size: storeSize(database, file),
    kinds: kindStats(database, survey),
    tables: tableStats(database),
    growth: findGrowth(database, survey, now),
  };
}

function controllerStats(database: Database, file: string): ControllerStats[] {
  const reader = openReader(database, openContents(database, file));
  const rows = database
    .prepare<[], { controller: string; passes: number; first: number; last: number }>(
      'SELECT controller, count(*) AS passes, min(pass) AS first, max(pass) AS last FROM passes GROUP BY controller',
    )
    .all();
  const at = database.prepare('SELECT at FROM passes WHERE pass = ?').pluck();
  const end = (pass: number) => ({ pass, at: at.get(pass) as number });
  return rows.map(({ controller, passes, first, last }) => ({
    controller,
    passes,
    first: end(first),
    last: end(last),
    nodes: reader.nodes(controller).length,
    horizon: findHorizon(database, reader.damage, controller),
  }));
}

function kindStats(database: Database, { kinds, uses }: Survey): KindStats[] {
  const usesOf = new Map<ContentKind, number>();
  for (const [id, kind] of kinds.entries())
    if (kind !== undefined) usesOf.set(kind, (usesOf.get(kind) ?? 0) + (uses[id] as number));
  return database
    .prepare<[], Omit<KindStats, 'uses'>>(
      'SELECT kind, count(*) AS contents, sum(length(bytes)) AS bytes FROM contents GROUP BY kind ORDER BY bytes DESC',
    )
    .all()
    .map((row) => ({ ...row, uses: usesOf.get(row.kind) ?? 0 }));
}

/** https://sqlite.org/dbstat.html; an index counts for its table. */
function tableStats(database: Database): TableStats[] {
  const bytes = database
    .prepare<[], { table: string; bytes: number }>(
      `SELECT tbl_name AS "table", sum(pgsize) AS bytes
       FROM (SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE) JOIN sqlite_schema USING (name)
       GROUP BY tbl_name ORDER BY bytes DESC`,
    )
    .all();
  const known = ['contents', 'passes', 'joins', 'bindings', 'observations', 'gaps'];
  return bytes
    .filter(({ table }) => known.includes(table))
    .map((row) => ({ ...row, rows: database.prepare(`SELECT count(*) FROM ${row.table}`).pluck().get() as number }));
}

function findGrowth(database: Database, { from, bytes, rowsOf }: Survey, now: number): Growth | null {
  const first = database.prepare('SELECT min(at) FROM passes WHERE at <= ?').pluck().get(now) as number | null;
  const since = Math.max(first ?? now, now - growthDays * dayMs);
  if (now - since < leastGrowthMs) return null;
  const { pass, passes } = database
    .prepare<[number, number], { pass: number | null; passes: number }>(
      'SELECT min(pass) AS pass, count(*) AS passes FROM passes WHERE at BETWEEN ? AND ?',
    )
    .get(since, now) as { pass: number | null; passes: number };
  let added = 0;
  if (pass !== null) {
    for (const [id, began] of from.entries()) if (began >= pass && began < rowsOf.length) added += bytes[id] as number;
    for (const row of rowsOf.subarray(pass)) added += row;
  }
  return { since, days: (now - since) / dayMs, passes, bytes: Math.round(added) };
}
