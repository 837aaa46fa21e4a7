import { type Filter, matcher, meshView, namesOfContainer, nodeView } from '../diff/index.ts';
import type { Pass } from '../roster/index.ts';
import type { Question } from './question.ts';
import { findNear } from './suggestion.ts';
import { UserError } from './user-error.ts';

/**
 * Throws {@link UserError} where a filter's node or container was never recorded, with the word that was likely meant. A
 * name may have come and gone inside a window, so that an unknown one is no fault.
 */
export function expectKnown({ node, container }: Filter, question: Question): void {
  const { history, controller } = question;
  if (node !== undefined)
    expectOne(
      'node',
      node,
      history.nodes(controller).map((one) => [one]),
    );
  if (container === undefined) return;
  const latest = latestPass(question);
  const known = [...latest.state.nodes.values()].flatMap(({ containers }) =>
    [...containers.keys()].map(namesOfContainer),
  );
  const inHistory = known.length > 0 && !known.some((names) => names.some(matcher(container)));
  // a container may also have been there earlier: only one that is near a known one is taken for a slip
  if (inHistory && findNear(container, known.flat()) !== null) expectOne('container', container, known);
}

function expectOne(what: string, pattern: string, known: readonly (readonly string[])[]): void {
  if (known.some((names) => names.some(matcher(pattern)))) return;
  const near = findNear(pattern, known.flat());
  const list = known.map(([first]) => first as string);
  const shown = list.length <= 12 ? list.join(', ') : `${list.slice(0, 12).join(', ')} and ${list.length - 12} more`;
  throw new UserError(`no ${what} "${pattern}": ${near ? `did you mean "${near}"?` : `known are ${shown || 'none'}`}`, {
    ...(near ? { hint: `--${what} "${near}"` } : {}),
  });
}

/** Every name that the latest state holds. */
export function knownNames(question: Question): string[] {
  const { state } = latestPass(question);
  const maps = [meshView(state), ...[...state.nodes.values()].map(nodeView)];
  return [...new Set(maps.flatMap(({ names }) => [...names.keys()]))];
}

function latestPass({ history, controller }: Question): Pass {
  const latest = history.findLatest(controller) as number;
  return history.passes(controller, latest, latest).next().value as Pass;
}
