import type { Database } from 'better-sqlite3';
import type { ContentId, ContentKind, Contents } from './contents.ts';
import { horizonRows } from './horizon.ts';
import { contentBytes, joinBytes, passBytes, reportBytes } from './prune-bytes.ts';
import { namingKinds, referencesOf } from './prune-references.ts';

/**
 * What each content is used by. A cut is a pass number: whatever is used through a pass goes with the first cut behind it;
 * what goes anyway is used through 0, and what no cut can make go through infinity. All arrays are by content id, or by pass.
 */
export interface Survey {
  /** The last pass and the last content that were there when it began: of later ones it knows nothing. */
  readonly through: { readonly pass: number; readonly content: number };
  /** The kind of each content; absent where there is none. */
  readonly kinds: readonly (ContentKind | undefined)[];
  /** How many bytes each content takes, about. */
  readonly bytes: Float64Array;
  /** How often each is named by rows and other contents. */
  readonly uses: Uint32Array;
  /** The pass from which on each was used, and the one through which it is. */
  readonly from: Float64Array;
  readonly until: Float64Array;
  /** The bytes of the rows of a pass, about, and of the rows that are used through it. */
  readonly rowsOf: Float64Array;
  readonly rowsThrough: Float64Array;
}

/** Says through which cut a pass of a controller is used. */
export type UsedThrough = (controller: string, pass: number) => number;

/** How many rows are read at a time, and how many contents: those must be unpacked. */
const pageRows = 500;
const pageContents = 16;

type Cell = string | number | null;

/** Surveys a store, a page of rows at each step, so that whoever asks can do something else in between. */
export function* surveyStore(
  database: Database,
  contents: Contents,
  usedThrough: UsedThrough,
): Generator<void, Survey> {
  const last = (sql: string) => (database.prepare(sql).pluck().get() as number | null) ?? 0;
  const through = { pass: last('SELECT max(pass) FROM passes'), content: last('SELECT max(content) FROM contents') };
  const ids = through.content + 1;
  const survey = {
    through,
    kinds: new Array<ContentKind | undefined>(ids),
    bytes: new Float64Array(ids),
    uses: new Uint32Array(ids),
    from: new Float64Array(ids).fill(Number.POSITIVE_INFINITY),
    until: new Float64Array(ids),
    rowsOf: new Float64Array(through.pass + 1),
    rowsThrough: new Float64Array(through.pass + 1),
  };

  function use(content: Cell | undefined, from: number, until: number): void {
    if (content === null || content === undefined || (content as number) >= ids) return;
    const id = content as number;
    survey.uses[id] = (survey.uses[id] as number) + 1;
    survey.from[id] = Math.min(survey.from[id] as number, from);
    survey.until[id] = Math.max(survey.until[id] as number, until);
  }

  function addRow(pass: number, until: number, bytes: number): void {
    if (pass < survey.rowsOf.length) survey.rowsOf[pass] = (survey.rowsOf[pass] as number) + bytes;
    if (until < survey.rowsThrough.length) survey.rowsThrough[until] = (survey.rowsThrough[until] as number) + bytes;
  }

  yield* pages(
    database,
    'SELECT content, kind, length(bytes) FROM contents WHERE content > ? ORDER BY content',
    [0],
    ([content, kind, bytes]) => {
      if ((content as number) >= ids) return;
      survey.kinds[content as number] = kind as ContentKind;
      survey.bytes[content as number] = contentBytes(bytes as number);
    },
  );
  yield* pages(
    database,
    `SELECT pass, controller, nodes, roster, roster_given, problems, extra,
       coalesce(length(trigger), 0) + coalesce(length(error), 0) + coalesce(length(source), 0), coalesce(length(key), 0)
     FROM passes WHERE pass > ? ORDER BY pass`,
    [0],
    ([pass, controller, ...cells]) => {
      const until = usedThrough(controller as string, pass as number);
      for (const content of cells.slice(0, 5)) use(content, pass as number, until);
      addRow(pass as number, until, passBytes(controller as string, cells[5] as number, cells[6] as number));
    },
  );
  yield* pages(
    database,
    `SELECT joins.pass, node, controller, joins.roster, joins.roster_given, joins.problems, joins.extra,
       coalesce(length(joins.trigger), 0) + coalesce(length(joins.source), 0)
     FROM joins JOIN passes USING (pass) WHERE (joins.pass, node) > (?, ?) ORDER BY joins.pass, node`,
    [0, ''],
    ([pass, node, controller, ...cells]) => {
      const until = usedThrough(controller as string, pass as number);
      for (const content of cells.slice(0, 4)) use(content, pass as number, until);
      addRow(pass as number, until, joinBytes(node as string, cells[4] as number));
    },
  );
  yield* surveyReports(database, usedThrough, (pass, controller, node, report, until) => {
    use(report, pass, until);
    addRow(pass, until, reportBytes(controller, node));
  });
  for (const { roster, first_pass } of horizonRows(database)) use(roster, first_pass, Number.POSITIVE_INFINITY);
  for (const naming of namingKinds) {
    let page = 0;
    for (let id = 1; id < ids; id += 1) {
      if (survey.kinds[id] !== naming) continue;
      const [from, until] = [survey.from[id] as number, survey.until[id] as number];
      for (const content of referencesOf(contents.load(id as ContentId))) use(content, from, until);
      page += 1;
      if (page % pageContents === 0) yield;
    }
  }
  return survey;
}

/** Does steps one after the other. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The reports of each node, each with the pass through which it is used: the last that no later report of the node speaks for. */
function* surveyReports(
  database: Database,
  usedThrough: UsedThrough,
  take: (pass: number, controller: string, node: string, report: number, until: number) => void,
): Generator<void> {
  let before: readonly [string, string, number, number] | null = null;
  const end = (next: number | null) => {
    if (before === null) return;
    const [controller, node, pass, report] = before;
    take(pass, controller, node, report, next === null ? Number.POSITIVE_INFINITY : usedThrough(controller, next - 1));
  };
  yield* pages(
    database,
    `SELECT controller, node, pass, report FROM reports WHERE (controller, node, pass) > (?, ?, ?)
     ORDER BY controller, node, pass`,
    ['', '', 0],
    (row) => {
      const [controller, node, pass] = row;
      end(before?.[0] === controller && before?.[1] === node ? (pass as number) : null);
      before = row as unknown as [string, string, number, number];
    },
  );
  end(null);
}

/**
 * Reads rows in the order of their first columns, those behind `start`, page by page: a statement that is left in the
 * middle would keep the connection busy.
 */
function* pages(
  database: Database,
  sql: string,
  start: readonly Cell[],
  take: (row: readonly Cell[]) => void,
): Generator<void> {
  const statement = database.prepare<Cell[], Cell[]>(`${sql} LIMIT ${pageRows}`).raw();
  let after = start;
  for (;;) {
    const rows = statement.all(...after) as Cell[][];
    for (const row of rows) take(row);
    yield;
    const end = rows.at(-1);
    if (end === undefined || rows.length < pageRows) return;
    after = end.slice(0, start.length);
  }
}
