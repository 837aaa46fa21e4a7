import type { ExplainedPass, StateDifference } from '../diff/index.ts';
import { type NodeOutcome, type Pass, type Problem, problemCodes, triggerText } from '../roster/index.ts';
import { moveLines } from './move-lines.ts';
import { replacementLines } from './replacement-lines.ts';
import type { TimeWriter } from './times.ts';
import { type Line, line, span } from './view.ts';
import { count, listed } from './words.ts';

const shownProblems = 3;

/** Everything that one pass did, a line for each thing; nothing for a quiet pass. */
export function passLines({ pass, difference, sizes }: ExplainedPass): Line[] {
  return [
    ...outcomeLines(pass),
    ...(difference === null
      ? [line(span('the first pass recorded: nothing to compare it with', 'muted'))]
      : differenceLines(difference, sizes)),
    ...problemLines(pass.problems),
  ];
}

/** What differs, a line for each thing. */
export function differenceLines(difference: StateDifference, sizes: ReadonlyMap<string, number>): Line[] {
  const { moves, replacements, rosterText, firstSeen } = difference;
  const textOnly =
    moves.length === 0
      ? [rosterText.order && 'order', rosterText.spelling && 'spelling'].filter((word) => word !== false)
      : [];
  return [
    ...moveLines(moves, sizes),
    ...replacementLines(replacements, sizes),
    ...(textOnly.length > 0 && replacements.total === 0
      ? [line(span(`the ${listed(textOnly)} of the roster changed; no name moved`, 'moved'))]
      : []),
    ...(firstSeen.length > 0 ? [line(span(`first seen: ${listed(firstSeen)}`, 'muted'))] : []),
  ];
}

/** Whether a pass moved, replaced, added or removed anything, or fared badly. */
export function isQuiet({ pass, difference }: ExplainedPass): boolean {
  return (
    difference !== null &&
    outcomeLines(pass).length === 0 &&
    pass.problems.length === 0 &&
    differenceLines(difference, new Map()).length === 0
  );
}

/** The outcomes that are not `planned`. */
export function outcomeLines(pass: Omit<Pass, 'state'>): Line[] {
  const lines: Line[] = [];
  if (pass.outcome !== 'planned')
    lines.push(line(span(`! the pass was ${pass.outcome}`, 'alarm'), pass.error === null ? '' : `: ${pass.error}`));
  const same = new Map<string, NodeOutcome[]>();
  for (const one of pass.outcomes) {
    // the whole pass has said it already
    if (one.outcome === 'planned' || (one.outcome === pass.outcome && one.error === pass.error)) continue;
    if (
      one.outcome === 'unreported' &&
      (pass.outcomes.every(({ outcome }) => outcome === 'unreported') || pass.outcome !== 'planned')
    )
      continue;
    const key = JSON.stringify([one.outcome, one.error]);
    same.set(key, [...(same.get(key) ?? []), one]);
  }
  for (const nodes of same.values()) {
    const [first] = nodes as [NodeOutcome];
    lines.push(
      line(
        span(`! ${listed(nodes.map(({ node }) => node))} ${first.outcome}`, 'alarm'),
        first.error === null ? '' : `: ${first.error}`,
      ),
    );
  }
  return lines;
}

/** Problems, folded by kind: the first few as they came, and how many more there are. */
export function problemLines(problems: readonly Problem[]): Line[] {
  const byCode = new Map<Problem['code'], Problem[]>();
  for (const problem of problems) byCode.set(problem.code, [...(byCode.get(problem.code) ?? []), problem]);
  return [...byCode].map(([code, same]) => {
    const shown = same
      .slice(0, shownProblems)
      .map(problemWords)
      .filter((text) => text !== '')
      .join('; ');
    const more = same.length > shownProblems ? ` and ${same.length - shownProblems} more` : '';
    return line(
      span(`? ${code}`, 'moved'),
      `${shown === '' ? '' : ` ${shown}`}${more} · `,
      span(problemCodes[code], 'muted'),
    );
  });
}

function problemWords({ node, container, name, text }: Problem): string {
  const what = [name, text === undefined || text === name ? undefined : JSON.stringify(text)]
    .filter((word) => word !== undefined)
    .join(' ');
  return [what, container, node && `on ${node}`].filter((word) => word !== undefined && word !== '').join(' ');
}

/** The line that a pass begins with: number, time, trigger, what it did in figures. */
export function passHead({ pass, difference }: ExplainedPass, times: TimeWriter): Line {
  const moved = difference?.moves.length ?? 0;
  const replaced = difference?.replacements.total ?? 0;
  const figures = [moved > 0 ? `${count(moved, 'name')} moved` : '', replaced > 0 ? `${replaced} replaced` : ''].filter(
    (text) => text !== '',
  );
  return line(
    span(`pass ${pass.number}`, 'strong'),
    keyWords(pass),
    `  ${times.clock(pass.at)}  `,
    span(triggerText(pass.trigger), 'muted'),
    triggerText(pass.trigger) === '' ? '' : '  ',
    figures.length === 0 ? span('quiet', 'muted') : span(figures.join(', '), 'strong'),
  );
}

/** The controller's own id of a pass, where it is not its number. */
export function keyWords({ number, key }: Pick<Pass, 'number' | 'key'>): string {
  return key === null || key === String(number) ? '' : ` (key:${key})`;
}
