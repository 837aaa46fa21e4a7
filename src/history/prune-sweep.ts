import type { Database } from 'better-sqlite3';
import type { ContentId, ContentKind, Contents } from './contents.ts';
import { namingKinds, referencesOf } from './prune-references.ts';
import { type Survey, surveyStore } from './prune-survey.ts';
import { openPortion, type PruneStep, removing, writing } from './prune-transaction.ts';
import { findSetting, writeSetting } from './settings.ts';

/** The setting that is there while contents may be left over whose last use was pruned. */
const leftOver = 'prune-left-over';

/** Notes that contents may be left over; in the transaction that leaves them. */
export function noteLeftOver(database: Database): void {
  const times = Number(findLeftOver(database) ?? 0) + 1;
  writeSetting(database, leftOver, String(times));
}

/** Tells whether contents may be left over, also of a pruning that was interrupted: how often that was noted, or null. */
export function findLeftOver(database: Database): string | null {
  return findSetting(database, leftOver);
}

/**
 * Removes the contents that nothing uses, in steps; gives how many. What is recorded meanwhile may use an old content
 * again: before each removal, in the same transaction, all that was added since is looked at. The last content stays, used
 * or not, so that its id is never given again: whoever knows an id may go on to keep what it means.
 */
export function* sweepContents(database: Database, contents: Contents): Generator<PruneStep, number> {
  const dataVersion = () => database.pragma('data_version', { simple: true }) as number;
  let seen = dataVersion();
  const noted = findLeftOver(database);
  const survey = yield* told(surveyStore(database, contents, () => Number.POSITIVE_INFINITY));
  const { through, kinds, until, bases } = survey;
  const dead = inOrderOfRemoval(kinds, (id) => until[id] === 0 && id < through.content);
  const remove = database.prepare('DELETE FROM contents WHERE content = ?');
  const removeBinding = database.prepare('DELETE FROM bindings WHERE spec = ?');
  let looked: { readonly pass: number; readonly content: number } = through;

  function keep(content: number | null): void {
    if (content === null || content > through.content || until[content] !== 0) return;
    until[content] = Number.POSITIVE_INFINITY;
    if (bases[content] !== 0) keep(bases[content] as number);
    const kind = kinds[content];
    if (kind === undefined || !namingKinds.some((naming) => naming === kind)) return;
    for (const named of referencesOf(contents.load(content as ContentId))) keep(named);
  }

  function lookAgain(): void {
    if (dataVersion() === seen) return;
    seen = dataVersion();
    const ids = (sql: string, ...bounds: number[]) =>
      database
        .prepare(sql)
        .pluck()
        .all(...bounds) as (number | null)[];
    for (const column of ['source', 'facts', 'state'])
      ids(`SELECT DISTINCT ${column} FROM passes WHERE pass > ?`, looked.pass).forEach(keep);
    for (const column of ['source', 'facts']) ids(`SELECT DISTINCT ${column} FROM joins`).forEach(keep);
    ids('SELECT DISTINCT base FROM contents WHERE content > ?', looked.content).forEach(keep);
    const naming = namingKinds.map((kind) => `'${kind}'`).join(', ');
    for (const id of ids(`SELECT content FROM contents WHERE content > ? AND kind IN (${naming})`, looked.content))
      for (const named of referencesOf(contents.load(id as ContentId))) keep(named);
    looked = {
      pass: ids('SELECT max(pass) FROM passes')[0] ?? 0,
      content: ids('SELECT max(content) FROM contents')[0] ?? 0,
    };
  }

  // what the last content names stays with it
  keep(through.content);
  const portion = openPortion(100, 5000);
  let removed = 0;
  let next = 0;
  while (next < dead.length) {
    removed += yield* writing(() =>
      portion.take((rows) =>
        removing(database, () => {
          lookAgain();
          const unused = dead.slice(next, next + rows).filter((id) => until[id] === 0);
          for (const id of unused) {
            if (kinds[id] === 'spec') removeBinding.run(id);
            remove.run(id);
          }
          next += rows;
          return unused.length;
        }),
      ),
    );
  }
  // another pruning may have left more since
  yield* writing(() => database.prepare('DELETE FROM settings WHERE name = ? AND value = ?').run(leftOver, noted));
  return removed;
}

/**
 * The contents of which something holds, each before those that it names or is a difference to: what is left when removing is
 * interrupted can be read, and what is recorded meanwhile may use it again.
 */
function inOrderOfRemoval(kinds: Survey['kinds'], holds: (id: number) => boolean): number[] {
  const order: readonly (ContentKind | undefined)[] = namingKinds;
  const ranks = order.map((): number[] => []);
  const rest: number[] = [];
  for (let id = kinds.length - 1; id > 0; id -= 1)
    if (kinds[id] !== undefined && holds(id)) (ranks[order.indexOf(kinds[id])] ?? rest).push(id);
  return [...ranks, rest].flat();
}

/** Steps that only read. */
export function* told<T>(steps: Generator<void, T>): Generator<PruneStep, T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield 'worked';
  }
}
