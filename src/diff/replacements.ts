import type { Container, Name, NodeState } from '../roster/index.ts';
import type { ListDifference } from './list-difference.ts';
import { specPaths } from './spec-paths.ts';

/** Why a container was replaced. */
export const causes = ['roster', 'order', 'spelling', 'spec', 'unexplained'] as const;

/** One cause of a replacement. */
export type Cause = (typeof causes)[number];

/** A container whose identity changed, or that was seen to be replaced. */
export interface Replacement {
  readonly node: string;
  readonly container: string;
  readonly causes: readonly Cause[];
  /** The names that moved in its hosts list. */
  readonly names: readonly Name[];
  /** The paths of its spec that changed. */
  readonly spec: readonly string[];
  /** Whether it was really replaced, where an engine id tells; else null. */
  readonly observed: boolean | null;
}

/** A container by its place. */
export interface ContainerPlace {
  readonly node: string;
  readonly container: string;
}

/** A place as a key: the same text for the same container. */
export function placeKey({ node, container }: ContainerPlace): string {
  return JSON.stringify([node, container]);
}

/** What happened to containers between two states. */
export interface Replacements {
  /** Containers replaced: the observed ones where something tells, else those whose identity changed. */
  readonly total: number;
  /** Each replaced container once under each of its causes. */
  readonly byCause: Readonly<Record<Cause, number>>;
  readonly created: readonly ContainerPlace[];
  readonly removed: readonly ContainerPlace[];
  readonly containers: readonly Replacement[];
}

/** What the comparison of two states of one node says of its containers. Engine ids count only where `observing`. */
export function nodeReplacements(
  before: NodeState,
  after: NodeState,
  differenceOf: (before: Container, after: Container) => ListDifference | null,
  observing: boolean,
): Omit<Replacements, 'total' | 'byCause'> {
  const { node } = after;
  const containers: Replacement[] = [];
  const created: ContainerPlace[] = [];
  for (const [id, container] of after.containers) {
    const last = before.containers.get(id);
    if (!last) {
      created.push({ node, container: id });
      continue;
    }
    const observed = observing ? observedOf(last, container) : null;
    const causesFound = causesOf(last, container, differenceOf(last, container), observed === true);
    if (causesFound) containers.push({ node, container: id, observed, ...causesFound });
  }
  const removed = [...before.containers.keys()]
    .filter((id) => !after.containers.has(id))
    .map((container) => ({ node, container }));
  return { containers, created, removed };
}

function observedOf(before: Container, after: Container): boolean | null {
  if (!before.engine?.id || !after.engine?.id) return null;
  return before.engine.id !== after.engine.id;
}

function causesOf(
  before: Container,
  after: Container,
  difference: ListDifference | null,
  observed: boolean,
): Pick<Replacement, 'causes' | 'names' | 'spec'> | null {
  const found: Cause[] = [];
  const names = difference?.moves.map(({ name }) => name) ?? [];
  if (names.length > 0) found.push('roster');
  if (difference?.order) found.push('order');
  if (difference?.spelling) found.push('spelling');
  let spec = before.spec.digest === after.spec.digest ? [] : specPaths(before.spec.value, after.spec.value);
  // the digest that a compose tool keeps follows from the rest, so it is named only where nothing else is
  if (found.length === 0 && spec.length === 0 && configChanged(before, after)) spec = [configPath];
  if (spec.length > 0) found.push('spec');
  if (found.length === 0 && observed) found.push('unexplained');
  return found.length === 0 ? null : { causes: found, names, spec };
}

const configPath = 'labels["com.docker.compose.config-hash"]';

/** Whether the digest changed that a compose tool keeps of a container. Facts of an engine that come or go as a whole say nothing. */
export function configChanged({ engine: before }: Container, { engine: after }: Container): boolean {
  return before !== null && after !== null && before.configDigest !== after.configDigest;
}

/** Counts what was found. A container that was seen to stay as it was is listed and not counted. */
export function countReplacements(found: Omit<Replacements, 'total' | 'byCause'>): Replacements {
  const byCause: Record<Cause, number> = { roster: 0, order: 0, spelling: 0, spec: 0, unexplained: 0 };
  const replaced = found.containers.filter(({ observed }) => observed !== false);
  for (const container of replaced) for (const cause of container.causes) byCause[cause] += 1;
  return { ...found, total: replaced.length, byCause };
}
