import { findNodeRunning, isRecordedFromEngine, type RunningContainer, type StretchGap } from '../diff/index.ts';
import { type ComparedRunning, listed } from '../report/index.ts';
import type { NodeState, Pass } from '../roster/index.ts';
import { findNear } from './suggestion.ts';
import { UserError } from './user-error.ts';

/** Containers that run together, which somebody looked at or recorded. */
export interface RunningSide extends Pick<ComparedRunning, 'label' | 'at' | 'pass' | 'shortfall'> {
  /** The node that the history has them under; null where nothing tells. */
  readonly node: string | null;
  readonly containers: readonly RunningContainer[];
  readonly mayLackNames: boolean;
  /** Of what the history has: when nothing was recorded since. */
  readonly gaps: readonly StretchGap[];
}

/** Containers that run, with the declaration that they are compared with. */
export interface PlacedSide extends RunningSide {
  readonly declared: NodeState;
  readonly nodeBy: ComparedRunning['nodeBy'];
}

/** Where what is declared is to be seen. */
export const showHint = 'roster-history show latest lists what is declared';

/** The nodes that a pass has declarations of. Throws {@link UserError} where there are none. */
export function declaredNodes({ state, controller }: Pass): ReadonlyMap<string, NodeState> {
  const nodes = [...state.nodes].filter(([, node]) => !isRecordedFromEngine(node));
  if (nodes.length > 0) return new Map(nodes);
  throw new UserError(
    `the store holds no declaration of the controller "${controller}"${state.nodes.size > 0 ? ': what it holds of it was recorded from an engine' : ''}`,
    { hint: 'roster-history record FILE, or name another controller with --controller' },
  );
}

/**
 * Finds the node of each side: that which was asked for, the one that the history has it under, the only one that is declared,
 * or the one that alone declares its containers. Of sides that the history has under other nodes than the one asked for,
 * none is kept. Throws {@link UserError}.
 */
export function placeSides(
  sides: readonly RunningSide[],
  nodes: ReadonlyMap<string, NodeState>,
  asked: string | undefined,
): PlacedSide[] {
  if (asked !== undefined) return sidesOf(nodeNamed(asked, nodes), sides, nodes);
  return sides.map((side) => {
    const same = side.node === null ? undefined : nodes.get(side.node);
    return same ? { ...side, declared: same, nodeBy: 'recorded' } : placed(side, nodes);
  });
}

function nodeNamed(asked: string, nodes: ReadonlyMap<string, NodeState>): NodeState {
  const node = nodes.get(asked);
  if (node) return node;
  const known = [...nodes.keys()];
  const near = findNear(asked, known);
  const words = near ? `did you mean "${near}"?` : `declared are ${listed(known, 12)}`;
  throw new UserError(`no declaration of a node "${asked}": ${words}`, near ? { hint: `--node "${near}"` } : {});
}

function sidesOf(
  declared: NodeState,
  sides: readonly RunningSide[],
  nodes: ReadonlyMap<string, NodeState>,
): PlacedSide[] {
  const own = sides.filter(({ node }) => node === declared.node);
  const open = sides.filter(({ node }) => node === null || !nodes.has(node));
  const kept = own.length > 0 ? own : open;
  if (kept.length > 0) return kept.map((side) => ({ ...side, declared, nodeBy: 'named' }));
  const others = listed(sides.map(({ node }) => String(node)));
  throw new UserError(`nothing that runs on "${declared.node}" was recorded: found what runs on ${others}`, {
    hint: `roster-history stale docker: --node "${declared.node}"`,
  });
}

function placed(side: RunningSide, nodes: ReadonlyMap<string, NodeState>): PlacedSide {
  const { label, containers } = side;
  const found = findNodeRunning(containers, nodes.values());
  if (found.kind === 'one') {
    const declared = nodes.get(found.node) as NodeState;
    return { ...side, declared, nodeBy: nodes.size === 1 ? 'only' : 'matched' };
  }
  const [only] = nodes.values();
  if (containers.length === 0 && nodes.size === 1) return { ...side, declared: only as NodeState, nodeBy: 'only' };
  if (found.kind === 'several') {
    throw new UserError(`"${label}": its containers are declared for several nodes: ${listed(found.nodes, 8)}`, {
      hint: `--node "${found.nodes[0]}"`,
    });
  }
  if (containers.length === 0) {
    throw new UserError(`"${label}": no container, so that nothing tells which node it is of`, {
      hint: `--node "${(only as NodeState).node}"`,
    });
  }
  const ids = listed(
    containers.map(({ id }) => id),
    4,
  );
  throw new UserError(`"${label}": none of its containers is declared for any node: found ${ids}`, { hint: showHint });
}
