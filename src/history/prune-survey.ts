import type { Database } from 'better-sqlite3';
import type { ContentId, ContentKind, Contents } from './contents.ts';
import { contentBytes, joinBytes, passBytes } from './prune-bytes.ts';
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
  /** The content that each is a difference to; 0 where there is none. */
  readonly bases: Float64Array;
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
    bases: new Float64Array(ids),
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
    'SELECT content, kind, length(bytes), coalesce(base, 0) FROM contents WHERE content > ? ORDER BY content',
    [0],
    ([content, kind, bytes, base]) => {
      if ((content as number) >= ids) return;
      survey.kinds[content as number] = kind as ContentKind;
      survey.bytes[content as number] = contentBytes(bytes as number);
      survey.bases[content as number] = base as number;
    },
  );
  yield* pages(
    database,
    `SELECT pass, controller, source, facts, state, coalesce(length(trigger), 0), coalesce(length(key), 0)
     FROM passes WHERE pass > ? ORDER BY pass`,
    [0],
    ([pass, controller, source, facts, state, text, key]) => {
      const until = usedThrough(controller as string, pass as number);
      for (const content of [source, facts, state]) use(content, pass as number, until);
      addRow(pass as number, until, passBytes(controller as string, text as number, key as number));
    },
  );
  yield* pages(
    database,
    `SELECT pass, node, controller, until_pass, source, facts, coalesce(length(trigger), 0)
     FROM joins WHERE (pass, node) > (?, ?) ORDER BY pass, node`,
    [0, ''],
    ([pass, node, controller, untilPass, source, facts, text]) => {
      const until = usedThrough(controller as string, (untilPass as number) - 1);
      for (const content of [source, facts]) use(content, pass as number, until);
      addRow(pass as number, until, joinBytes(controller as string, node as string, text as number));
    },
  );
  /** Who needs a content needs the one that it is a difference to, and what that names. */
  function useBase(id: number): void {
    const base = survey.bases[id] as number;
    if (base === 0) return;
    survey.from[base] = Math.min(survey.from[base] as number, survey.from[id] as number);
    survey.until[base] = Math.max(survey.until[base] as number, survey.until[id] as number);
  }

  // a base is of the same kind, and older
  for (const naming of namingKinds) {
    let page = 0;
    for (let id = ids - 1; id > 0; id -= 1) {
      if (survey.kinds[id] !== naming) continue;
      useBase(id);
      const [from, until] = [survey.from[id] as number, survey.until[id] as number];
      for (const content of referencesOf(contents.load(id as ContentId))) use(content, from, until);
      page += 1;
      if (page % pageContents === 0) yield;
    }
  }
  const isNaming = (kind: ContentKind | undefined) => namingKinds.some((naming) => naming === kind);
  for (let id = ids - 1; id > 0; id -= 1) if (!isNaming(survey.kinds[id])) useBase(id);
  return survey;
}

/** Does steps one after the other. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
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
