import type { FlapBout } from '../flaps/flap-bout.ts';
import type { Flaps } from '../flaps/flaps.ts';
import type { StillFlapping } from './unsettled.ts';

/** The co-moving sets that flap still, worst first. */
export function stillFlapping({ flaps, groups }: Flaps): StillFlapping[] {
  return groups.flatMap(({ group, owner, replacements }) => {
    const members = flaps.flatMap(({ name, bouts, ...flap }) => {
      const bout = bouts.at(-1);
      return flap.group === group && bout?.state === 'flapping' ? [{ name, bout }] : [];
    });
    const [first] = members;
    if (first === undefined) return [];
    const bout = members.reduce(
      (most: FlapBout, one) => (one.bout.quietMissing > most.quietMissing ? one.bout : most),
      first.bout,
    );
    const names = [...new Set(members.map(({ name }) => name))].sort();
    return [{ code: 'flapping', names, owner, bout, replacements, ends: { passes: bout.quietMissing } }];
  });
}
