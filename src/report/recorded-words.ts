import { type ExplainedPass, movedNames } from '../diff/index.ts';
import { keyWords } from './pass-lines.ts';
import { count, listed } from './words.ts';

/** What became of an arrival, as the recorder says it. */
export interface AppendedWords {
  readonly kind: 'recorded' | 'joined' | 'known';
  readonly number: number;
  readonly nodes?: readonly string[];
}

/** The line that `record` prints of a pass: `pass 412: 4 nodes, 3 names moved, 40 replacements`. */
export function recordedWords(appended: AppendedWords, { pass, difference, sizes }: ExplainedPass): string {
  const head = `pass ${appended.number}${keyWords(pass)}`;
  if (appended.kind === 'known') return `${head}: known already, nothing recorded`;
  const reported = pass.outcomes.filter(({ outcome }) => outcome !== 'unreported');
  const odd = reported.filter(({ outcome }) => outcome !== 'planned').map(({ node, outcome }) => `${node} ${outcome}`);
  const containers = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const parts = [
    ...(appended.nodes ? [`${listed(appended.nodes)} joined`] : []),
    ...(reported.length > 0 ? [count(reported.length, 'node')] : []),
    ...(difference === null ? [count(containers, 'container'), 'the first pass'] : movedWords(difference)),
    ...(pass.outcome === 'planned' ? [] : [pass.outcome]),
    ...(odd.length <= 3 ? odd : [`${odd.length} nodes not planned`]),
    ...(pass.problems.length === 0 ? [] : [count(pass.problems.length, 'problem')]),
  ];
  return `${head}: ${parts.join(', ')}`;
}

function movedWords(difference: NonNullable<ExplainedPass['difference']>): string[] {
  const { total } = difference.replacements;
  return [`${count(movedNames(difference).size, 'name')} moved`, count(total, 'replacement')];
}

/** The same for `record --json`. */
export function recordedJson(appended: AppendedWords, { pass, difference }: ExplainedPass) {
  return {
    pass: appended.number,
    key: pass.key,
    kind: appended.kind,
    nodes: pass.outcomes.filter(({ outcome }) => outcome !== 'unreported').length,
    moved: movedNames(difference).size,
    replaced: difference?.replacements.total ?? 0,
    problems: pass.problems,
  };
}
