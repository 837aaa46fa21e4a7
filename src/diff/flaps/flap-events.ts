import type { Name } from '../../roster/index.ts';
import type { FlapBout } from './flap-bout.ts';
import type { Flap, FlapGroup, Flaps } from './flaps.ts';

/** A co-moving set that began to flap, or one that settled. */
export interface FlapEvent {
  readonly kind: 'started' | 'settled';
  readonly names: readonly Name[];
  readonly owner: string | null;
  /** The bout that began or ended. */
  readonly bout: FlapBout;
  /** Replacements of containers in whose lists the set moved. */
  readonly replacements: number;
}

/** What began to flap and what settled between two findings, a co-moving set at a time. */
export function flapEvents(before: Flaps, after: Flaps): FlapEvent[] {
  return flapEventsSince(flappingNames(before), after);
}

/** The same, of what flapped before the names alone. */
export function flapEventsSince(flapped: ReadonlySet<Name>, after: Flaps): FlapEvent[] {
  const flaps = flappingNames(after);
  const events = after.groups.flatMap((group) => {
    const members = after.flaps.filter((flap) => flap.group === group.group);
    return [
      eventOf(
        'started',
        group,
        members.filter((flap) => isFlapping(flap) && !flapped.has(flap.name)),
      ),
      eventOf(
        'settled',
        group,
        members.filter(
          (flap) => lastBout(flap)?.state === 'settled' && flapped.has(flap.name) && !flaps.has(flap.name),
        ),
      ),
    ];
  });
  return events.filter((event) => event !== null);
}

/** The names that flap now, in whatever view. */
export function flappingNames({ flaps }: Flaps): Set<Name> {
  return new Set(flaps.filter(isFlapping).map(({ name }) => name));
}

function eventOf(kind: FlapEvent['kind'], group: FlapGroup, members: readonly Flap[]): FlapEvent | null {
  const bout = members[0] && lastBout(members[0]);
  if (!bout) return null;
  const names = [...new Set(members.map(({ name }) => name))].sort();
  return { kind, names, owner: group.owner, bout, replacements: group.replacements };
}

function isFlapping(flap: Flap): boolean {
  return lastBout(flap)?.state === 'flapping';
}

function lastBout({ bouts }: Flap): FlapBout | undefined {
  return bouts.at(-1);
}
