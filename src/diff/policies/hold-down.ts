import type { Address, Name } from '../../roster/index.ts';
import type { OpenRule } from './roster-rule.ts';

/** Opens a hold-down: a name that is gone stays with its last addresses for so many passes, and goes with the next. */
export function openHoldDown(passes: number): OpenRule {
  const held = new Map<Name, { addresses: readonly Address[]; goneFor: number }>();
  return ({ names }) => {
    for (const [name, addresses] of names) {
      const known = held.get(name);
      if (known?.addresses !== addresses || known.goneFor > 0) held.set(name, { addresses, goneFor: 0 });
    }
    const kept: [Name, readonly Address[]][] = [];
    for (const [name, one] of held) {
      if (names.has(name)) continue;
      one.goneFor += 1;
      if (one.goneFor > passes) held.delete(name);
      else kept.push([name, one.addresses]);
    }
    return kept.length === 0 ? names : new Map([...names, ...kept]);
  };
}
