import type { Database } from 'better-sqlite3';
import type { Pass, PassRecord } from '../roster/index.ts';
import { type Bindings, openBindings } from './bindings.ts';
import { passesOverSchema } from './connection.ts';
import type { Contents } from './contents.ts';
import { type Damage, openDamage } from './damage.ts';
import { wholeHorizonRows } from './horizon.ts';
import { type NounLoader, openNounLoader } from './load-nouns.ts';
import { emptyState, type MeshState } from './mesh-state.ts';
import { openPassNumbers, type PassNumbers } from './pass-numbers.ts';
import { openPassRecords, type PassRecords, type RecordedPass } from './pass-records.ts';
import { type FoundPassRow, lostRow, openPassRows, type ReadPassRows } from './pass-rows.ts';
import { openPassReader } from './read-passes.ts';
import { openRowChecks } from './row-checks.ts';
import type { PassRow } from './rows.ts';

/** Reads passes and finds their numbers. A find gives null where nothing answers. */
export interface Reader extends Omit<PassNumbers, 'findController'> {
  /** The nodes of a controller that were ever reported, by name. */
  nodes(controller: string): string[];
  findPass(number: number): PassRecord | null;
  /** A controller's passes from `first` to `last`, in the order of recording, each with the state after it. Lazy. */
  passes(controller: string, first: number, last: number): IterableIterator<Pass>;
  /** What could not be read so far because the disk did not keep it: a pass or a report of those is `unreadable`. */
  damaged(): readonly string[];
}

/** What stands after the last pass before another one that can be read. */
export interface StandingBefore {
  readonly pass: RecordedPass | null;
  readonly state: MeshState;
}

/** A reader with what an appending pass needs to know besides. */
export interface StoreReader extends Reader {
  readonly nouns: NounLoader;
  readonly bindings: Bindings;
  readonly damage: Damage;
  readonly rows: ReadPassRows;
  readonly records: PassRecords;
  findPassRow(number: number): PassRow | null;
  /** A pass; null where there is none, or the disk did not keep it. */
  findRecorded(number: number): RecordedPass | null;
  standingBefore(controller: string, number: number): StandingBefore;
  /** Reads everything anew from here on, contents too: what was read so far may have been undone. */
  forget(): void;
}

const nothing: StandingBefore = { pass: null, state: emptyState };

/** Opens a reader over a database. */
export function openReader(database: Database, contents: Contents): StoreReader {
  const damage = openDamage(passesOverSchema(database) ? ['a part of the schema'] : []);
  const bindings = openBindings(database, contents, damage);
  const nouns = openNounLoader(contents, damage, bindings);
  const checks = openRowChecks(contents);
  const records = openPassRecords(database, checks, nouns, damage);
  const passRow = database.prepare<[number], PassRow>('SELECT * FROM passes WHERE pass = ?');
  const numbers = openPassNumbers(database, damage);
  const rows = openPassRows(database, numbers, damage);
  const passes = openPassReader({ nouns, records, rows, damage });

  function findRow(pass: number): FoundPassRow | null {
    return damage.attempt<FoundPassRow | null>(
      `pass ${pass}`,
      () => passRow.get(pass) ?? null,
      () => lostRow(pass, numbers),
    );
  }

  function findRecorded(pass: number): RecordedPass | null {
    const row = findRow(pass);
    records.forget();
    return row === null ? null : records.find(row);
  }

  function standingBefore(controller: string, number: number): StandingBefore {
    let before: number | null = number;
    for (;;) {
      before = numbers.findBefore(controller, before, 1);
      if (before === null) return nothing;
      const pass = findRecorded(before);
      if (pass !== null) return { pass, state: pass.state };
    }
  }

  return {
    ...numbers,
    nouns,
    bindings,
    damage,
    damaged: damage.places,
    findPassRow: (pass) => passRow.get(pass) ?? null,
    findRecorded,
    standingBefore,
    forget() {
      for (const one of [contents, nouns, bindings, checks, records]) one.forget();
    },
    nodes: (controller) => [...standingBefore(controller, Number.MAX_SAFE_INTEGER).state.nodes.keys()].sort(),
    rows,
    records,
    findPass(pass) {
      const row = findRow(pass);
      return row === null ? null : records.record(row, findRecorded(pass));
    },
    *passes(controller, first, last) {
      // what stands at the first pass that is kept is older than it
      records.forget();
      const horizon = wholeHorizonRows(database, damage).find((row) => row.controller === controller);
      const kept = horizon?.first_pass ?? 0;
      for (const pass of passes(controller, Math.max(first, kept), last))
        yield pass.number === kept ? { ...pass, firstKept: true } : pass;
    },
  };
}
