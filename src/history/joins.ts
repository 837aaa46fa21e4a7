import type { Database, Statement } from 'better-sqlite3';
import type { Damage } from './damage.ts';
import type { NounLoader } from './load-nouns.ts';
import type { MeshState, NodeReport } from './mesh-state.ts';
import type { JoinFacts } from './pass-facts.ts';
import type { RowChecks } from './row-checks.ts';
import type { JoinRow } from './rows.ts';

/** What joined a pass after it had been recorded. */
export interface Join extends JoinFacts {
  readonly row: JoinRow;
}

/** Reads what joined passes, each row checked. Rows are read for some passes at a time, in the order of the passes asked for. */
export interface Joins {
  /** What joined a pass, in the order of recording. Throws a StoreError where the disk did not keep one of it. */
  of(pass: number): readonly Join[];
  /**
   * The state after a pass, given the one that was recorded with it: with what joined it, and what joined earlier ones too
   * late. Of those, one that the disk did not keep is left out.
   */
  inForce(controller: string, pass: number, joined: readonly Join[], recorded: MeshState): MeshState;
  /** Reads them anew from here on: others may have come. */
  forget(): void;
}

/** Joins are read for so many passes at a time. */
const pagePasses = 256;

const nothing: readonly Join[] = [];

const latePlace = 'what joined passes late';

/** Opens the joins of a store, for passes that are asked for one after the other. */
export function openJoins(database: Database, checks: RowChecks, nouns: NounLoader, damage: Damage): Joins {
  const between = database.prepare<[number, number], JoinRow>(
    'SELECT * FROM joins WHERE pass BETWEEN ? AND ? ORDER BY pass, recorded_at, node',
  );
  const one = database.prepare<[number, string], JoinRow>('SELECT * FROM joins WHERE pass = ? AND node = ?');
  const thatLast = 'WHERE until_pass > ? AND until_pass > pass + 1 AND pass <= ? ORDER BY pass, node';
  let lastingKeys: Statement<[number, number], Pick<JoinRow, 'pass' | 'node'>> | undefined;
  let [first, last] = [1, 0];
  let ofPass = new Map<number, JoinRow[]>();
  let lasts: JoinRow[] = [];

  function joinOf(row: JoinRow): Join {
    checks.join(row);
    return { ...nouns.joinFacts(row.facts), row };
  }

  /** The rows for a pass and for some after it, or, where that meets damage, for that pass alone. */
  function rowsFrom(pass: number): [rows: JoinRow[], until: number] {
    const until = pass + pagePasses - 1;
    return damage.attempt<[JoinRow[], number]>(
      null,
      () => [between.all(pass, until), until],
      () => [between.all(pass, pass), pass],
      () => damage.note(`what joined pass ${pass}`, () => [[], pass]),
    );
  }

  function lastingInTable(pass: number, until: number): JoinRow[] {
    return database.prepare<[number, number], JoinRow>(`SELECT * FROM joins NOT INDEXED ${thatLast}`).all(pass, until);
  }

  /** Those that are in force beyond the next pass. The index has the keys of all of them: SQLite leaves out silently what the table has no longer. */
  function lastingRows(pass: number, until: number): JoinRow[] {
    lastingKeys ??= database.prepare(`SELECT pass, node FROM joins INDEXED BY joins_that_last ${thatLast}`);
    const keys = lastingKeys.all(pass, until);
    const found = keys.flatMap((key) => one.get(key.pass, key.node) ?? []);
    if (found.length === keys.length) return found;
    const inTable = lastingInTable(pass, until);
    return inTable.length < keys.length ? damage.note(latePlace, () => inTable) : inTable;
  }

  function page(pass: number): void {
    if (pass >= first && pass <= last) return;
    ofPass = new Map();
    const [rows, until] = rowsFrom(pass);
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1];
      // one that comes twice stands in the place of another
      if (before?.pass === row.pass && before.node === row.node)
        damage.note(`what joined passes ${pass} to ${until}`, () => {});
      const known = ofPass.get(row.pass);
      if (known) known.push(row);
      else ofPass.set(row.pass, [row]);
    }
    lasts = damage.attempt(
      null,
      () => lastingRows(pass, until),
      () => lastingInTable(pass, until),
      () => damage.note(latePlace, () => []),
    );
    [first, last] = [pass, until];
  }

  return {
    forget() {
      [first, last] = [1, 0];
    },
    of(pass) {
      page(pass);
      return ofPass.get(pass)?.map(joinOf) ?? nothing;
    },
    inForce(controller, pass, joined, recorded) {
      page(pass);
      if (joined.length === 0 && lasts.length === 0) return recorded;
      const late = lasts.filter((row) => row.controller === controller && row.pass < pass && row.until_pass > pass);
      if (joined.length === 0 && late.length === 0) return recorded;
      const nodes = new Map<string, NodeReport>(recorded.nodes);
      for (const row of late) {
        const report = damage.attempt(
          `what joined pass ${row.pass}`,
          () => joinOf(row).report,
          () => null,
        );
        if (report !== null) nodes.set(row.node, { report, reported: false });
      }
      let { roster, rosterGiven } = recorded;
      for (const { row, report, ...given } of joined) {
        if (report !== null) nodes.set(row.node, { report, reported: true });
        else if (rosterGiven === null) ({ roster, rosterGiven } = given);
      }
      return { roster, rosterGiven, nodes };
    },
  };
}
