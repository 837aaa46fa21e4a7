import type { Database } from 'better-sqlite3';
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
  /** What joined a pass, in the order of recording. */
  of(pass: number): readonly Join[];
  /** The state after a pass, given the one that was recorded with it: with what joined it, and what joined earlier ones too late. */
  inForce(controller: string, pass: number, recorded: MeshState): MeshState;
  /** Reads them anew from here on: others may have come. */
  forget(): void;
}

/** Joins are read for so many passes at a time. */
const pagePasses = 256;

const nothing: readonly Join[] = [];

/** Opens the joins of a store, for passes that are asked for one after the other. */
export function openJoins(database: Database, checks: RowChecks, nouns: NounLoader): Joins {
  const between = database.prepare<[number, number], JoinRow>(
    'SELECT * FROM joins WHERE pass BETWEEN ? AND ? ORDER BY pass, recorded_at, node',
  );
  const lasting = database.prepare<[number, number], JoinRow>(
    `SELECT * FROM joins INDEXED BY joins_that_last
     WHERE until_pass > ? AND until_pass > pass + 1 AND pass <= ? ORDER BY pass, node`,
  );
  let [first, last] = [1, 0];
  let ofPass = new Map<number, Join[]>();
  let lasts: JoinRow[] = [];

  function joinOf(row: JoinRow): Join {
    checks.join(row);
    return { ...nouns.joinFacts(row.facts), row };
  }

  function page(pass: number): void {
    if (pass >= first && pass <= last) return;
    [first, last] = [1, 0];
    ofPass = new Map();
    const until = pass + pagePasses - 1;
    for (const row of between.all(pass, until)) {
      const known = ofPass.get(row.pass);
      if (known) known.push(joinOf(row));
      else ofPass.set(row.pass, [joinOf(row)]);
    }
    lasts = lasting.all(pass, until);
    [first, last] = [pass, until];
  }

  return {
    forget() {
      [first, last] = [1, 0];
    },
    of(pass) {
      page(pass);
      return ofPass.get(pass) ?? nothing;
    },
    inForce(controller, pass, recorded) {
      page(pass);
      const joined = ofPass.get(pass);
      const late = lasts.filter((row) => row.controller === controller && row.pass < pass && row.until_pass > pass);
      if (joined === undefined && late.length === 0) return recorded;
      const nodes = new Map<string, NodeReport>(recorded.nodes);
      for (const row of late) {
        const { report } = joinOf(row);
        if (report !== null) nodes.set(row.node, { report, reported: false });
      }
      let { roster, rosterGiven } = recorded;
      for (const { row, report, ...given } of joined ?? []) {
        if (report !== null) nodes.set(row.node, { report, reported: true });
        else if (rosterGiven === null) ({ roster, rosterGiven } = given);
      }
      return { roster, rosterGiven, nodes };
    },
  };
}
