import { type Address, type Name, type NodeState, type Pass, parseAddress } from '../roster/index.ts';
import { listDiffer } from './list-difference.ts';
import type { MoveKind, NameMove } from './name-moves.ts';
import { type ContainerPlace, placeKey } from './replacements.ts';
import { matchContainers, type RunningContainer } from './stale-containers.ts';
import { findStaleSince, resolveAlike, type StaleSince } from './stale-since.ts';

/** What runs on a node, and what was declared for it last. */
export interface RunningNode {
  readonly declared: NodeState;
  readonly running: readonly RunningContainer[];
  /** Whether the lists of what runs may lack names: then one that is not among them is no news. */
  readonly mayLackNames: boolean;
}

/** A name that a container holds otherwise than it is declared. */
export interface StaleName extends StaleSince {
  readonly name: Name;
  /** What would happen to the name if the container were made anew: `added` is declared and not baked in, `removed` the reverse. */
  readonly kind: MoveKind;
  readonly holds: readonly Address[];
  readonly declared: readonly Address[];
}

/** A container that was left alone while its declared list moved on. */
export interface StaleContainer {
  readonly node: string;
  /** Its id as it is declared. */
  readonly container: string;
  readonly names: readonly StaleName[];
}

/** What comparing what runs with what was declared gives. */
export interface Stale {
  /** How many containers run and are declared. */
  readonly matched: number;
  readonly stale: readonly StaleContainer[];
  readonly notDeclared: readonly ContainerPlace[];
  readonly notRunning: readonly ContainerPlace[];
  /** Not stale: the text of their lists differs in a way that resolves the same. */
  readonly writtenOtherwise: readonly ContainerPlace[];
  /** Not stale: where one side says `host-gateway`, the other has the address that an engine made of it. */
  readonly resolvedGateway: readonly ContainerPlace[];
}

type Difference = ContainerPlace & { readonly moves: readonly NameMove[]; readonly isWrittenOtherwise: boolean };

/** Compares what runs with what was declared. `stretches` are the passes of the declarations, as {@link findStaleSince} takes them. */
export function staleOf(nodes: readonly RunningNode[], stretches: Iterable<Iterable<Pass>>): Stale {
  const differenceOf = listDiffer();
  const matches = nodes.map((node) => ({
    ...node,
    ...matchContainers(node.declared.containers.values(), node.running),
  }));
  const differences = matches.flatMap(({ declared: { node }, pairs, mayLackNames }) =>
    pairs.map(({ declared, running }): Difference => {
      const { moves, order, spelling } = differenceOf(running.hosts, declared.hosts);
      const resolving = moves.filter(({ before, after }) => !resolveAlike(before, after));
      return {
        node,
        container: declared.id,
        moves: mayLackNames ? resolving.filter(({ kind }) => kind !== 'added') : resolving,
        isWrittenOtherwise: order || spelling || moves.length > resolving.length,
      };
    }),
  );
  const questions = differences.flatMap(({ node, container, moves }) =>
    moves.map(({ name, before }) => ({ node, container, name, holds: before })),
  );
  const answers = findStaleSince(questions, stretches).values();
  const resolvedGateway: ContainerPlace[] = [];
  const stale = differences.flatMap(({ node, container, moves }): StaleContainer[] => {
    const told = moves.map((move) => ({ move, answer: answers.next().value as StaleSince }));
    const names = told
      .filter(({ move, answer }) => answer.wasDeclared || !isResolvedGateway(move))
      .map(({ move: { name, kind, before, after }, answer }) => {
        return { name, kind, holds: before, declared: after, ...answer };
      });
    if (names.length < moves.length) resolvedGateway.push({ node, container });
    return names.length === 0 ? [] : [{ node, container, names }];
  });
  const placed =
    (node: string) =>
    ({ id }: RunningContainer) => ({ node, container: id });
  const isStale = new Set(stale.map(placeKey));
  return {
    matched: differences.length,
    stale,
    notDeclared: matches.flatMap(({ declared: { node }, notDeclared }) => notDeclared.map(placed(node))),
    notRunning: matches.flatMap(({ declared: { node }, notRunning }) => notRunning.map(placed(node))),
    writtenOtherwise: differences
      .filter((one) => one.isWrittenOtherwise && !isStale.has(placeKey(one)))
      .map(({ node, container }) => ({ node, container })),
    resolvedGateway,
  };
}

/** Whether all that differs is that one side has an address where the other says `host-gateway`. */
function isResolvedGateway({ before, after }: NameMove): boolean {
  const [held, declared] = [without(before, after), without(after, before)];
  return (isGateway(held) && isAddress(declared)) || (isGateway(declared) && isAddress(held));
}

function without(some: readonly Address[], others: readonly Address[]): readonly Address[] {
  return some.filter((address) => !others.includes(address));
}

function isGateway(addresses: readonly Address[]): boolean {
  return addresses.length === 1 && parseAddress(addresses[0] as Address).kind === 'symbolic';
}

function isAddress(addresses: readonly Address[]): boolean {
  return addresses.length > 0 && addresses.every((address) => /^ipv[46]$/.test(parseAddress(address).kind));
}
