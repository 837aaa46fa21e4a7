import type { Name } from '../../roster/index.ts';
import type { ExplainedPass } from '../explained-pass.ts';
import type { Move } from '../state-difference.ts';
import type { StillLost } from './unsettled.ts';

/** The names that were lost in some pass and have not come back since, those of one owner and one pass said once. */
export function stillLost(passes: readonly ExplainedPass[]): StillLost[] {
  const gone = new Map<Name, { readonly move: Move; readonly place: number }>();
  for (const [place, { difference }] of passes.entries()) {
    for (const move of difference?.moves ?? []) {
      if (move.kind === 'removed' && move.reason === 'lost') gone.set(move.name, { move, place });
      else gone.delete(move.name);
    }
  }
  const sets = new Map<string, StillLost & { names: Name[] }>();
  for (const [name, { move, place }] of gone) {
    const { owner, evidence } = move;
    const key = JSON.stringify([place, owner, evidence]);
    const set = sets.get(key) ?? {
      code: 'lost',
      names: [],
      owner,
      evidence,
      pass: (passes[place] as ExplainedPass).pass,
      next: passes[place + 1]?.pass ?? null,
      ends: null,
    };
    sets.set(key, set);
    set.names.push(name);
  }
  return [...sets.values()].map((set) => ({ ...set, names: set.names.sort() }));
}
