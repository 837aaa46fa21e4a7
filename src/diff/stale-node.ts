import type { NodeState } from '../roster/index.ts';
import { matchContainers, type RunningContainer } from './stale-containers.ts';

/** The node that containers run on, as far as their names tell: several where these could be of any of them, none where of no one. */
export type NodeFound =
  | { readonly kind: 'one'; readonly node: string }
  | { readonly kind: 'several'; readonly nodes: readonly string[] }
  | { readonly kind: 'none' };

/**
 * Finds the node whose declaration is that of some running containers: the one that declares each of them that any node
 * declares, where no other one declares them all too.
 */
export function findNodeRunning(running: readonly RunningContainer[], nodes: Iterable<NodeState>): NodeFound {
  const known = [...nodes]
    .map(({ node, containers }) => {
      const { pairs } = matchContainers(containers.values(), running);
      return { node, ids: new Set(pairs.map((pair) => pair.running.id)) };
    })
    .filter(({ ids }) => ids.size > 0);
  if (known.length === 0) return { kind: 'none' };
  const all = new Set(known.flatMap(({ ids }) => [...ids]));
  const whole = known.filter(({ ids }) => ids.size === all.size).map(({ node }) => node);
  if (whole.length === 1) return { kind: 'one', node: whole[0] as string };
  return { kind: 'several', nodes: whole.length > 1 ? whole : known.map(({ node }) => node) };
}

/** Whether what the history has of a node was recorded from an engine: then it tells what runs, and not what was declared. */
export function isRecordedFromEngine({ containers }: NodeState): boolean {
  return containers.size > 0 && [...containers.values()].every(({ engine }) => engine !== null);
}
