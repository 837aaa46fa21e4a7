import type { Address, Name } from '../roster/index.ts';
import type { MoveKind } from './name-moves.ts';
import type { Evidence, Reason } from './reasons.ts';
import type { ExplainedPass } from './window.ts';

/** One pass of a co-moving set: what its names did, and why. */
export interface GroupStep {
  readonly pass: number;
  readonly at: number;
  readonly kind: MoveKind;
  readonly reason: Reason | null;
  readonly evidence: Evidence | null;
}

/** Names of one owner that moved in the same passes in the same ways: said once, with what they cost. */
export interface MoveGroup {
  readonly names: readonly Name[];
  readonly owner: string | null;
  readonly steps: readonly GroupStep[];
  /** Replacements that one of its names is to blame for, over the window. */
  readonly replacements: number;
  /** The addresses of its first name before the first step and after the last. */
  readonly before: readonly Address[];
  readonly after: readonly Address[];
}

interface Track {
  owner: string | null;
  steps: GroupStep[];
  before: readonly Address[];
  after: readonly Address[];
}

/** The co-moving sets of a window, those that cost most first. */
export function comovingGroups(passes: readonly ExplainedPass[]): MoveGroup[] {
  const tracks = new Map<Name, Track>();
  for (const { pass, difference } of passes) {
    for (const { name, owner, kind, reason, evidence, before, after } of difference?.moves ?? []) {
      const track = tracks.get(name) ?? { owner, steps: [], before, after };
      track.owner ??= owner;
      track.steps.push({ pass: pass.number, at: pass.at, kind, reason, evidence });
      track.after = after;
      tracks.set(name, track);
    }
  }
  const groups = new Map<string, { names: Name[]; track: Track }>();
  for (const [name, track] of tracks) {
    const key = JSON.stringify([track.owner, track.steps.map(({ pass, kind, reason }) => [pass, kind, reason])]);
    const group = groups.get(key) ?? { names: [], track };
    group.names.push(name);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ names, track }): MoveGroup => {
      const { owner, before, after } = track;
      return { names: names.sort(), owner, steps: track.steps, replacements: blamedOn(names, passes), before, after };
    })
    .sort(
      (a, b) => b.replacements - a.replacements || b.steps.length - a.steps.length || b.names.length - a.names.length,
    );
}

function blamedOn(names: readonly Name[], passes: readonly ExplainedPass[]): number {
  const blamed = new Set(names);
  let count = 0;
  for (const { difference } of passes) {
    for (const { names: moved, observed } of difference?.replacements.containers ?? []) {
      if (observed !== false && moved.some((name) => blamed.has(name))) count += 1;
    }
  }
  return count;
}
