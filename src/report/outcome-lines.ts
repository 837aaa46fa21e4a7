import type { NodeOutcome, Pass } from '../roster/index.ts';
import { type Line, line, span } from './view.ts';
import { listed, oneLine } from './words.ts';

/** How many nodes that fared alike are named. */
const shownNodes = 8;

/** The outcomes that are not `planned`, a line for each set of nodes that fared alike. */
export function outcomeLines(pass: Omit<Pass, 'state'>): Line[] {
  const ofPass =
    pass.outcome === 'planned' ? [] : [line(span(`! the pass was ${pass.outcome}`, 'alarm'), errorWords(pass))];
  const alike = new Map<string, NodeOutcome[]>();
  for (const one of oddOutcomes(pass)) {
    const key = JSON.stringify([one.outcome, one.error]);
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  const ofNodes = [...alike.values()].map((nodes) => {
    const [first] = nodes as [NodeOutcome];
    const who = listed(
      nodes.map(({ node }) => node),
      shownNodes,
    );
    return line(span(`! ${who} ${first.outcome}`, 'alarm'), errorWords(first));
  });
  return [...ofPass, ...ofNodes];
}

/** The outcomes that tell more than the pass as a whole does. */
function oddOutcomes(pass: Omit<Pass, 'state'>): NodeOutcome[] {
  const noneNamed = pass.outcomes.every(({ outcome }) => outcome === 'unreported');
  return pass.outcomes.filter(({ outcome, error }) => {
    if (outcome === 'unreported') return pass.outcome === 'planned' && !noneNamed;
    return outcome !== 'planned' && (outcome !== pass.outcome || error !== pass.error);
  });
}

function errorWords({ error }: Pick<NodeOutcome, 'error'>): string {
  return error === null ? '' : `: ${oneLine(error)}`;
}
