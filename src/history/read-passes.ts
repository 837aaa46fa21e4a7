import type { NodeOutcome, NodeState, Pass, PassRecord, Roster, State } from '../roster/index.ts';
import type { Damage } from './damage.ts';
import type { DeclarationRef } from './declaration-content.ts';
import type { NounLoader } from './load-nouns.ts';
import type { MeshState } from './mesh-state.ts';
import { damagedWords, type PassRecords } from './pass-records.ts';
import type { ReadPassRows } from './pass-rows.ts';

/** What the passes of a store are read with. */
export interface PassParts {
  readonly nouns: NounLoader;
  readonly records: PassRecords;
  readonly rows: ReadPassRows;
  readonly damage: Damage;
}

/** What stands of each node after a pass, and how each fared in it. */
interface Standing {
  readonly nodes: ReadonlyMap<string, NodeState>;
  readonly outcomes: readonly NodeOutcome[];
  /** Whether the disk kept all of it. */
  readonly whole: boolean;
}

/**
 * Makes the function that reads passes with the state after each. Where the disk did not keep a pass, or a report, that
 * one is unreadable, and what was in force before it stands.
 */
export function openPassReader({
  nouns,
  records,
  rows,
  damage,
}: PassParts): (controller: string, first: number, last: number) => Generator<Pass> {
  // a state that comes back is the same object, and so is what stands then
  const known = new WeakMap<MeshState, Standing>();
  const states = new WeakMap<MeshState, State>();
  const lost = new Set<string>();

  /** What is lost of a declaration is said once, and not of each pass in which it stands. */
  function noteLost(ref: DeclarationRef | null, place: string): void {
    const key = JSON.stringify(ref);
    if (!lost.has(key)) damage.note(place, () => lost.add(key));
  }

  function standingIn(state: MeshState, pass: number, before: Standing): Standing {
    const seen = known.get(state);
    if (seen !== undefined) return seen;
    const nodes = new Map<string, NodeState>();
    let whole = true;
    const outcomes = [...state.nodes].map(([node, { report, reported }]): NodeOutcome => {
      const { outcome, error, inForce } = report;
      const isRead = damage.attempt(
        null,
        () => {
          if (inForce !== null) nodes.set(node, nouns.nodeState(node, inForce));
          return true;
        },
        () => false,
      );
      if (!isRead) {
        noteLost(inForce, `the report of ${node} in pass ${pass}`);
        whole = false;
        const stood = before.nodes.get(node);
        if (stood !== undefined) nodes.set(node, stood);
      }
      if (!reported) return { node, outcome: 'unreported', error: null };
      return isRead ? { node, outcome, error } : { node, outcome: 'unreadable', error: damagedWords };
    });
    const standing = {
      nodes: isSameNodes(nodes, before.nodes) ? before.nodes : nodes,
      outcomes: outcomes.sort((a, b) => (a.node < b.node ? -1 : 1)),
      whole,
    };
    if (whole) known.set(state, standing);
    return standing;
  }

  return function* (controller, first, last) {
    let standing: Standing = { nodes: new Map(), outcomes: [], whole: true };
    let roster: Roster | null = null;
    let isFirst = true;
    for (const row of rows(controller, first, last)) {
      const recorded = records.find(row);
      const again = recorded === null ? undefined : states.get(recorded.state);
      if (recorded !== null && again !== undefined) {
        standing = known.get(recorded.state) as Standing;
        ({ roster } = again);
        isFirst = false;
        yield passOf(records.record(row, recorded), standing.outcomes, again);
        continue;
      }
      // what stood before one that cannot be read is in the pass before it
      if (recorded === null && isFirst) [standing, roster] = standingBefore(controller, row.pass);
      isFirst = false;
      if (recorded !== null) standing = standingIn(recorded.state, row.pass, standing);
      const record = records.record(row, recorded);
      const outcomes = recorded === null ? unreported(standing) : standing.outcomes;
      let unreadable = false;
      try {
        if (recorded !== null) roster = rosterOf(recorded.state);
      } catch (error) {
        unreadable = damage.passOver(`the roster of pass ${row.pass}`, error, true);
      }
      const state: State = { roster, nodes: standing.nodes };
      // what could be read as a whole is the same whenever it comes back
      if (recorded !== null && !unreadable && standing.whole) states.set(recorded.state, state);
      const pass = passOf(record, outcomes, state);
      yield unreadable ? { ...pass, outcome: 'unreadable', error: `its roster is ${damagedWords}` } : pass;
    }
  };

  function rosterOf(state: MeshState): Roster | null {
    return state.roster === null ? null : nouns.roster(state.roster);
  }

  /** What stands at the last pass before another one that can be read. */
  function standingBefore(controller: string, pass: number): [Standing, Roster | null] {
    const nothing: Standing = { nodes: new Map(), outcomes: [], whole: true };
    for (let last = pass - 1; last > 0; last -= 1) {
      for (const row of rows(controller, last, last)) {
        const recorded = records.find(row);
        if (recorded === null) continue;
        const roster = damage.attempt<Roster | null>(
          `the roster of pass ${row.pass}`,
          () => rosterOf(recorded.state),
          () => null,
        );
        return [standingIn(recorded.state, row.pass, nothing), roster];
      }
    }
    return [nothing, null];
  }
}

/** A record with what is known of its nodes. Written out: there may be a hundred thousand. */
function passOf(record: PassRecord, outcomes: readonly NodeOutcome[], state: State): Pass {
  const { number, controller, key, at, recordedAt, trigger, outcome, error, source, problems, extra } = record;
  return { number, controller, key, at, recordedAt, trigger, outcome, error, source, problems, extra, outcomes, state };
}

/** Of a pass that cannot be read it is not known who reported. */
function unreported({ outcomes }: Standing): NodeOutcome[] {
  return outcomes.map(({ node }) => ({ node, outcome: 'unreported', error: null }));
}

/** Whether what stands of nodes is the same objects, which spares whoever compares them the comparison. */
function isSameNodes(a: ReadonlyMap<string, NodeState>, b: ReadonlyMap<string, NodeState>): boolean {
  return a.size === b.size && [...a].every(([node, state]) => b.get(node) === state);
}
