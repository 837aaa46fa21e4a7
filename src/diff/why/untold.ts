import type { Name } from '../../roster/index.ts';
import type { ExplainedPass } from '../explained-pass.ts';
import type { Replacement } from '../replacements.ts';
import type { Move } from '../state-difference.ts';
import type { ToldMoves } from './finding.ts';

/** The moves of one pass that no finding tells of yet. */
export interface Untold {
  readonly pass: ExplainedPass;
  readonly moves: Set<Move>;
}

/** Moves of passes that one finding tells of. */
export interface Taken {
  readonly pass: ExplainedPass;
  readonly moves: readonly Move[];
}

/** All moves of passes, untold. */
export function untoldMoves(passes: readonly ExplainedPass[]): Untold[] {
  return passes.map((pass) => ({ pass, moves: new Set(pass.difference?.moves) }));
}

/** Takes the moves that have a key out of the untold ones, by key, in the order of passes. */
export function takeMoves<K>(
  untold: readonly Untold[],
  keyOf: (move: Move, pass: ExplainedPass) => K | null,
): Map<K, Taken[]> {
  const taken = new Map<K, Taken[]>();
  for (const { pass, moves } of untold) {
    const own = new Map<K, Move[]>();
    for (const move of moves) {
      const key = keyOf(move, pass);
      if (key === null) continue;
      const same = own.get(key);
      if (same) same.push(move);
      else own.set(key, [move]);
      moves.delete(move);
    }
    for (const [key, found] of own) {
      const same = taken.get(key);
      if (same) same.push({ pass, moves: found });
      else taken.set(key, [{ pass, moves: found }]);
    }
  }
  return taken;
}

/** What every finding about names says of the moves it took. */
export function groundsOf(taken: readonly Taken[]) {
  return {
    names: [...new Set(taken.flatMap(({ moves }) => moves.map(({ name }) => name)))].sort(),
    told: taken.map(({ pass, moves }): ToldMoves => ({ pass: pass.pass.number, names: moves.map(({ name }) => name) })),
    passes: taken.map(({ pass }) => pass.pass.number),
    replacements: taken.reduce(
      (sum, { pass, moves }) => sum + replacedFor(pass, new Set(moves.map(({ name }) => name))),
      0,
    ),
  };
}

/** Containers that a pass replaced and in whose lists one of the names moved. */
function replacedFor(pass: ExplainedPass, names: ReadonlySet<Name>): number {
  return replacedIn(pass).filter((one) => one.names.some((name) => names.has(name))).length;
}

/** The replacements of a pass without those that were seen not to happen. */
export function replacedIn({ difference }: ExplainedPass): Replacement[] {
  return (difference?.replacements.containers ?? []).filter(({ observed }) => observed !== false);
}
