import type { Cause, ContainerPlace, Replacement, Replacements } from '../diff/index.ts';
import { containerLabel } from '../roster/index.ts';
import { type Line, line, span } from './view.ts';
import { count, listed } from './words.ts';

/** How many containers are named instead of counted. */
const namedContainers = 3;
const shownPaths = 6;
const shownNodes = 5;

const causeWords: Record<Cause, string> = {
  roster: 'the roster',
  order: 'order',
  spelling: 'spelling',
  spec: 'the spec',
  unexplained: 'no cause that we keep (unexplained)',
};

/** What was replaced, came and went: a line for each set of containers with the same causes. */
export function replacementLines(replacements: Replacements, sizes: ReadonlyMap<string, number>): Line[] {
  const folds = new Map<string, Replacement[]>();
  for (const container of replacements.containers) {
    const key = `${container.causes.join()} ${container.observed} ${container.spec.join('\n')}`;
    const fold = folds.get(key);
    if (fold) fold.push(container);
    else folds.set(key, [container]);
  }
  return [
    ...[...folds.values()].map((fold) => foldLine(fold, sizes)),
    ...placeLines('added', '+', 'came', replacements.created),
    ...placeLines('removed', '−', 'went', replacements.removed),
  ];
}

function foldLine(fold: readonly Replacement[], sizes: ReadonlyMap<string, number>): Line {
  const [first] = fold as [Replacement];
  const verb = first.observed === false ? 'changed and not replaced' : 'replaced';
  const paths = first.spec.length === 0 ? '' : ` (${pathWords(first.spec)})`;
  return line(
    span(verb, 'strong'),
    ` ${fold.length} for ${whyWords(first.causes)}${paths}: `,
    span(placesWords(fold, sizes), 'muted'),
    first.observed === true ? span(' · observed', 'muted') : '',
  );
}

/** Paths of a spec in words. */
export function pathWords(paths: readonly string[]): string {
  return listed(paths, shownPaths);
}

/** The causes of a replacement in words. */
export function whyWords(causes: readonly Cause[]): string {
  const words = listed(causes.map((cause) => causeWords[cause]));
  if (causes.includes('roster')) return causes.length === 1 ? `${words} alone` : words;
  return causes.includes('order') || causes.includes('spelling') ? `${words} (no name moved)` : words;
}

/** A few containers by name, more of them by node. */
export function placesWords(places: readonly ContainerPlace[], sizes: ReadonlyMap<string, number>): string {
  return places.length <= namedContainers ? listed(places.map(placeWords)) : nodeCounts(places, sizes);
}

/** How many containers of each node: `all 40 of novox, 2 of 6 of g14`. */
export function nodeCounts(places: readonly ContainerPlace[], sizes: ReadonlyMap<string, number>): string {
  const counts = new Map<string, number>();
  for (const { node } of places) counts.set(node, (counts.get(node) ?? 0) + 1);
  const words = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([node, number]) => partWords(number, sizes.get(node) ?? number, node));
  if (words.length <= shownNodes + 1) return words.join(', ');
  return `${words.slice(0, shownNodes).join(', ')} and of ${words.length - shownNodes} more nodes`;
}

function partWords(number: number, total: number, node: string): string {
  if (number < total) return `${number} of ${total} of ${node}`;
  return `${total === 1 ? 'the one' : total === 2 ? 'both' : `all ${total}`} of ${node}`;
}

function placeWords({ node, container }: ContainerPlace): string {
  return `${containerLabel(container)} on ${node}`;
}

function placeLines(tone: 'added' | 'removed', sign: string, verb: string, places: readonly ContainerPlace[]): Line[] {
  if (places.length === 0) return [];
  const named = listed(places.map(placeWords), namedContainers);
  return [line(span(sign, tone), ` ${count(places.length, 'container')} ${verb}: `, span(named, 'muted'))];
}
