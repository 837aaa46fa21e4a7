import type { Name, NameMap } from '../roster/index.ts';
import type { NameMove } from './name-moves.ts';
import type { Owners } from './owners.ts';
import { namesVanishedTogether, type Together } from './reasons.ts';

/** In which views a move was seen: the mesh's roster, which nodes, how many containers' hosts lists. */
export interface SeenBy {
  readonly roster: boolean;
  readonly nodes: readonly string[];
  readonly containers: number;
}

/** What one view shows: its names before, its moves, the names that are no part of it, and which view it is. */
export interface Sighting {
  readonly before: NameMap;
  readonly moves: readonly NameMove[];
  readonly disputed: ReadonlySet<Name>;
  readonly seenBy: SeenBy;
}

/** A move in all the views that saw it. `together` says whether the widest of them shows its name going with enough others. */
export interface SeenMove extends NameMove {
  readonly owner: string | null;
  readonly together: Together | null;
  readonly seenBy: SeenBy;
}

/** The moves of all views, each said once, sorted by owner, name and addresses. */
export function foldSightings(sightings: readonly Sighting[], before: Owners, after: Owners): SeenMove[] {
  const folded = new Map<string, { move: NameMove; seen: { together: Together | null; seenBy: SeenBy }[] }>();
  for (const { before: names, moves, disputed, seenBy } of sightings) {
    const together = namesVanishedTogether(names, moves, (name) => before.ownerOf(name, names.get(name) ?? []));
    for (const move of moves) {
      if (disputed.has(move.name)) continue;
      const key = `${move.name} ${move.kind} ${move.before.join()} ${move.after.join()}`;
      const known = folded.get(key) ?? { move, seen: [] };
      folded.set(key, known);
      known.seen.push({ together: together.get(move.name) ?? null, seenBy });
    }
  }
  return [...folded.values()]
    .map(({ move, seen }): SeenMove => {
      const widest = Math.min(...seen.map(({ seenBy }) => breadth(seenBy)));
      return {
        ...move,
        owner: move.kind === 'removed' ? before.ownerOf(move.name, move.before) : after.ownerOf(move.name, move.after),
        together: widestOf(seen.filter(({ seenBy }) => breadth(seenBy) === widest).map(({ together }) => together)),
        seenBy: {
          roster: seen.some(({ seenBy }) => seenBy.roster),
          nodes: [...new Set(seen.flatMap(({ seenBy }) => seenBy.nodes))].sort(),
          containers: seen.reduce((sum, { seenBy }) => sum + seenBy.containers, 0),
        },
      };
    })
    .sort(
      (a, b) =>
        compareTexts(a.owner ?? '', b.owner ?? '') ||
        compareTexts(a.name, b.name) ||
        compareTexts(a.before.join(), b.before.join()) ||
        compareTexts(a.after.join(), b.after.join()),
    );
}

function widestOf(seen: readonly (Together | null)[]): Together | null {
  return seen.includes('owner') ? 'owner' : (seen.find((together) => together !== null) ?? null);
}

/** The mesh's roster is wider than a node's, and a node's than a container's list: what it holds on to did not go. */
function breadth({ roster, containers }: SeenBy): number {
  return roster ? 0 : containers === 0 ? 1 : 2;
}

/** Code-unit order: the same on every machine. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
