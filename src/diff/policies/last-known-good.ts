import type { NameMap } from '../../roster/index.ts';
import type { RuleStep } from './roster-rule.ts';

/** The names that come in, and those that are lost at the addresses that they had. */
export function lastKnownGood({ names, losses }: Pick<RuleStep, 'names' | 'losses'>): NameMap {
  const held = [...losses.values()].filter(({ name }) => !names.has(name));
  if (held.length === 0) return names;
  return new Map([...names, ...held.map(({ name, addresses }) => [name, addresses] as const)]);
}
