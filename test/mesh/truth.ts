import type { BenignEvent } from './benign-events.ts';
import type { Away } from './control-store.ts';
import type { Planned, RosterEntry } from './controller.ts';
import type { AgentPass, Deed, HeldContainer, KeptContainer } from './host-agent.ts';

/** Why a name came or went, which no document tells where the failure is swallowed. */
export type TrueReason = 'lost' | 'withdrawn' | 'returned' | 'new';

/** One name that came or went, said once for the roster and all hosts lists. */
export interface TrueMove {
  readonly name: string;
  readonly kind: 'added' | 'removed';
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly owner: string;
  readonly reason: TrueReason;
  /**
   * Where it did: a node that is handed nothing while its plan fails learns later what moved meanwhile, and then that is
   * the only place where it moves.
   */
  readonly roster: boolean;
  readonly nodes: readonly string[];
  readonly containers: number;
}

/** What really happened in one pass. */
export interface PassTruth {
  readonly pass: number;
  readonly at: number;
  readonly event: BenignEvent;
  /** The node whose plan failed. */
  readonly failed: string | null;
  /** The roster as it came out of the plans. */
  readonly planned: readonly RosterEntry[];
  /** The roster as it was handed out. */
  readonly roster: readonly RosterEntry[];
  /** What runs after the pass. */
  readonly holding: readonly HeldContainer[];
  /** By name; first what was removed. */
  readonly moves: readonly TrueMove[];
  readonly replaced: readonly Deed[];
  readonly created: readonly Deed[];
  readonly removed: readonly Deed[];
  /** When the store was away because this pass replaced it. */
  readonly storeAway: Away | null;
}

/** Watches the passes go by, and says of each which names moved and why. */
export function moveWatcher(first: readonly RosterEntry[]) {
  let before = entryTexts(first);
  const owners = new Map<string, string>();
  const lost = new Set<string>();

  function reasonOf(kind: TrueMove['kind'], name: string, failed: string | null): TrueReason {
    if (kind === 'added') return lost.has(name) ? 'returned' : 'new';
    return owners.get(name) === failed ? 'lost' : 'withdrawn';
  }

  return ({ roster, failed }: Planned, agents: readonly AgentPass[]): TrueMove[] => {
    for (const { name, node } of [...first, ...roster]) owners.set(name, node);
    const after = entryTexts(roster);
    const kept = agents.flatMap((agent) => agent.kept);
    const places = [{ node: null, before, after }, ...kept];
    before = after;
    const moves = foldPlaces(places).map(({ kind, entry, where }): TrueMove => {
      const [name, address] = entry.split(':') as [string, string];
      const nodes = [...new Set(where.flatMap(({ node }) => node ?? []))].sort();
      return {
        name,
        kind,
        before: kind === 'removed' ? [address] : [],
        after: kind === 'added' ? [address] : [],
        owner: owners.get(name) as string,
        reason: reasonOf(kind, name, failed),
        roster: where.some(({ node }) => node === null),
        nodes,
        containers: where.filter(({ node }) => node !== null).length,
      };
    });
    for (const { name, reason } of moves) if (reason === 'lost') lost.add(name);
    return moves;
  };
}

type Place = Omit<KeptContainer, 'node'> & { readonly node: string | null };

interface FoldedMove {
  readonly kind: TrueMove['kind'];
  readonly entry: string;
  readonly where: Place[];
}

/** Each entry that came or went, with the places where it did. Lists that are shared are compared once. */
function foldPlaces(places: readonly Place[]): FoldedMove[] {
  const folded = new Map<string, FoldedMove>();
  const known = new Map<readonly string[], Map<readonly string[], Set<string>>>();
  for (const place of places) {
    const { before, after } = place;
    const changesFrom = known.get(before) ?? new Map<readonly string[], Set<string>>();
    known.set(before, changesFrom);
    const changes = changesFrom.get(after) ?? changedEntries(before, after);
    changesFrom.set(after, changes);
    for (const key of changes) {
      const [kind, entry] = key.split(' ') as [TrueMove['kind'], string];
      const move = folded.get(key) ?? { kind, entry, where: [] };
      move.where.push(place);
      folded.set(key, move);
    }
  }
  const rank = ({ kind, entry }: FoldedMove) => `${kind === 'removed' ? 0 : 1} ${entry}`;
  return [...folded.values()].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** `removed ENTRY` and `added ENTRY`. */
function changedEntries(before: readonly string[], after: readonly string[]): Set<string> {
  const [held, holds] = [new Set(before), new Set(after)];
  return new Set([
    ...before.filter((entry) => !holds.has(entry)).map((entry) => `removed ${entry}`),
    ...after.filter((entry) => !held.has(entry)).map((entry) => `added ${entry}`),
  ]);
}

function entryTexts(roster: readonly RosterEntry[]): string[] {
  return roster.map(({ name, address }) => `${name}:${address}`);
}
