import { containerLabel } from '../roster/index.ts';
import { countReplacements } from './replacements.ts';
import type { StateDifference } from './state-difference.ts';

/** What to look at. In each pattern `*` stands for any text; a container is known by its id, its label or its bare name. */
export interface Filter {
  readonly node?: string;
  readonly container?: string;
  readonly name?: string;
}

/** Whether a filter lets everything through. */
export function isEmptyFilter(filter: Filter): boolean {
  return filter.node === undefined && filter.container === undefined && filter.name === undefined;
}

/**
 * The part of a difference that a filter lets through, counted anew. `seenBy` keeps speaking of the whole mesh; what the
 * text of a roster did is left out, since it is of no one name, node or container.
 */
export function filterDifference(difference: StateDifference, filter: Filter): StateDifference {
  if (isEmptyFilter(filter)) return difference;
  const node = matcher(filter.node);
  const container = matcher(filter.container);
  const name = matcher(filter.name);
  const place = (one: { node: string; container: string }) =>
    node(one.node) && namesOfContainer(one.container).some(container);
  const { replacements } = difference;
  const containers = replacements.containers.filter(
    (one) => place(one) && (filter.name === undefined || one.names.some(name)),
  );
  const blamed = new Set(containers.flatMap(({ names }) => names));
  return {
    moves: difference.moves.filter(
      (move) =>
        name(move.name) &&
        (filter.node === undefined || move.seenBy.nodes.some(node)) &&
        (filter.container === undefined || blamed.has(move.name)),
    ),
    replacements: countReplacements({
      containers,
      created: filter.name === undefined ? replacements.created.filter(place) : [],
      removed: filter.name === undefined ? replacements.removed.filter(place) : [],
    }),
    rosterText: { order: false, spelling: false },
    firstSeen: filter.name === undefined && filter.container === undefined ? difference.firstSeen.filter(node) : [],
  };
}

/** A filter of differences that gives the same object for the same object. */
export function differenceFilter(filter: Filter): (difference: StateDifference) => StateDifference {
  const known = new WeakMap<StateDifference, StateDifference>();
  return (difference) => {
    const filtered = known.get(difference) ?? filterDifference(difference, filter);
    known.set(difference, filtered);
    return filtered;
  };
}

/** The ways in which a user may write a container. */
export function namesOfContainer(id: string): string[] {
  return [id, containerLabel(id), id.slice(id.indexOf('/') + 1)];
}

/** A test of containers, by their ids, against patterns of which any may match. Each id is looked at once. */
export function anyContainerMatcher(patterns: readonly string[]): (container: string) => boolean {
  const tests = patterns.map(matcher);
  const known = new Map<string, boolean>();
  return (id) => {
    const isMatch = known.get(id) ?? namesOfContainer(id).some((name) => tests.some((matches) => matches(name)));
    known.set(id, isMatch);
    return isMatch;
  };
}

/** A test of texts against a pattern in which `*` stands for any text, in any case; without a pattern, everything passes. */
export function matcher(pattern: string | undefined): (text: string) => boolean {
  if (pattern === undefined) return () => true;
  const source = pattern.split(/\*+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const expression = new RegExp(`^${source.join('.*')}$`, 'is');
  return (text) => expression.test(text);
}
