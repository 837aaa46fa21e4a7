import { type ReplayStep, replaySteps } from '../../../src/diff/index.ts';
import type { RuleStep } from '../../../src/diff/policies/roster-rule.ts';
import {
  bindingOf,
  type Container,
  type Name,
  type NameMap,
  namesOf,
  type Pass,
  type UntoldReason,
} from '../../../src/roster/index.ts';
import { type ContainerParts, container, list, startMs } from '../../roster/builders.ts';

/** The names that these host entries give. */
export function names(...texts: readonly string[]): NameMap {
  return namesOf(list(...texts));
}

/** Names as they are shown in tests: `git.example:192.0.2.1,192.0.2.2`. */
export function shown(map: NameMap): string[] {
  return [...map].map(([name, addresses]) => `${name}:${addresses}`);
}

/** What a rule is told of a pass so many minutes after the first. */
export function ruleStep(map: NameMap, minute = 0, losses: RuleStep['losses'] = new Map()): RuleStep {
  return { names: map, losses, at: startMs + minute * 60_000 };
}

/** A container that was searched for the names that it binds. */
export function bound(
  binds: readonly string[],
  parts: ContainerParts = {},
  why: UntoldReason | null = null,
): Container {
  const made = container(parts);
  const { value, digest } = made.spec;
  return { ...made, spec: { value, digest, binds: bindingOf(new Set(binds as readonly Name[]), why) } };
}

/** The steps of passes before which there is none. */
export function stepsOf(passes: readonly Pass[]): ReplayStep[] {
  return [...replaySteps(passes, null)];
}
