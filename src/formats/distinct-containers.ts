import type { Container, Problem } from '../roster/index.ts';

/** The containers of a node with an id each: one whose id stands before becomes `id#2`, `id#3`, …, with the problem `repeated-container`. */
export function distinctContainers(containers: Iterable<Container>, node: string, problems: Problem[]): Container[] {
  const distinct = new Map<string, Container>();
  const copies = new Map<string, number>();
  for (const container of containers) {
    let { id } = container;
    while (distinct.has(id)) {
      const copy = (copies.get(container.id) ?? 1) + 1;
      copies.set(container.id, copy);
      id = `${container.id}#${copy}`;
    }
    if (id !== container.id) problems.push({ code: 'repeated-container', node, container: container.id });
    distinct.set(id, { ...container, id });
  }
  return [...distinct.values()];
}
