import { type Filter, matcher, namesOfContainer } from '../diff/index.ts';
import { type Container, containerLabel, type NodeState, type Pass } from '../roster/index.ts';
import { containerText } from './text-diff-view.ts';
import { type Block, line, span } from './view.ts';

/** The declarations in force after a pass of the containers that a filter lets through, each as text. */
export function containerBlocks(pass: Pass, filter: Filter): Block[] {
  const found = chosenContainers(pass, filter);
  if (found.length === 0) return [{ kind: 'preformatted', lines: [line('no such container in this pass')] }];
  return found.flatMap(({ node, containers }) =>
    containers.map((container): Block => {
      const engine = container.engine?.id ? [line(span(`engine id: ${container.engine.id}`, 'muted'))] : [];
      const head = line(span(`${containerLabel(container.id)} on ${node.node}`, 'strong'));
      const text = containerText(container)
        .split('\n')
        .map((one) => line(one));
      return { kind: 'preformatted', lines: [head, ...engine, ...text] };
    }),
  );
}

/** The containers that a filter lets through, by node. */
export function chosenContainers(pass: Pass, filter: Filter): { node: NodeState; containers: Container[] }[] {
  const chosen = [...pass.state.nodes.values()].filter(({ node }) => matcher(filter.node)(node));
  return chosen
    .map((node) => ({
      node,
      containers: [...node.containers.values()].filter(({ id }) =>
        namesOfContainer(id).some(matcher(filter.container)),
      ),
    }))
    .filter(({ containers }) => containers.length > 0);
}
