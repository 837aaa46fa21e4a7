import type { Cause, ContainerPlace, Replacement, Replacements } from '../diff/index.ts';
import { containerLabel } from '../roster/index.ts';
import { type Line, line, span } from './view.ts';
import { count, listed, shortened } from './words.ts';

/** How many containers are named instead of counted. */
const namedContainers = 3;
const shownPaths = 6;

const causeWords: Record<Cause, string> = {
  roster: 'the roster',
  order: 'order (no name moved)',
  spelling: 'spelling (no name moved)',
  spec: 'the spec',
  unexplained: 'nothing that we keep: unexplained',
};

/** What was replaced, came and went: a line for each set of containers with the same causes. */
export function replacementLines(replacements: Replacements, sizes: ReadonlyMap<string, number>): Line[] {
  const folds = new Map<string, Replacement[]>();
  for (const container of replacements.containers) {
    const key = JSON.stringify([container.causes, container.spec, container.observed]);
    folds.set(key, [...(folds.get(key) ?? []), container]);
  }
  return [
    ...[...folds.values()].map((fold) => foldLine(fold, sizes)),
    ...placeLines('added', '+', 'came', replacements.created),
    ...placeLines('removed', '−', 'went', replacements.removed),
  ];
}

function foldLine(fold: readonly Replacement[], sizes: ReadonlyMap<string, number>): Line {
  const [first] = fold as [Replacement];
  const where = fold.length <= namedContainers ? listed(fold.map(placeWords)) : nodeCounts(fold, sizes);
  const verb = first.observed === false ? 'changed and not replaced' : 'replaced';
  const paths = first.spec.length === 0 ? '' : ` (${shortened(first.spec, shownPaths)})`;
  return line(
    span(verb, 'strong'),
    ` ${fold.length} for ${whyWords(first.causes)}${paths}: `,
    span(where, 'muted'),
    first.observed === true ? span(' · observed', 'muted') : '',
  );
}

/** The causes of a replacement in words. */
export function whyWords(causes: readonly Cause[]): string {
  const alone = causes.length === 1 && causes[0] === 'roster' ? ' alone' : '';
  return `${listed(causes.map((cause) => causeWords[cause]))}${alone}`;
}

/** How many containers of each node: `all 40 of novox, 2 of 6 of g14`. */
export function nodeCounts(places: readonly ContainerPlace[], sizes: ReadonlyMap<string, number>): string {
  const counts = new Map<string, number>();
  for (const { node } of places) counts.set(node, (counts.get(node) ?? 0) + 1);
  const words = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([node, number]) =>
      number === sizes.get(node) ? `all ${number} of ${node}` : `${number} of ${sizes.get(node) ?? number} of ${node}`,
    );
  return words.length <= 6
    ? words.join(', ')
    : `${words.slice(0, 5).join(', ')} and of ${count(words.length - 5, 'more node', 'more nodes')}`;
}

function placeWords({ node, container }: ContainerPlace): string {
  return `${containerLabel(container)} on ${node}`;
}

function placeLines(tone: 'added' | 'removed', sign: string, verb: string, places: readonly ContainerPlace[]): Line[] {
  if (places.length === 0) return [];
  const named = shortened(
    places.map(placeWords).map((text) => text.replace(/$/, ',')),
    namedContainers,
  )
    .replace(/,$/, '')
    .replace(/,( and \d+ more)$/, '$1');
  return [line(span(sign, tone), ` ${count(places.length, 'container')} ${verb}: `, span(named, 'muted'))];
}
