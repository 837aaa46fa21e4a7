import { didSomething, type ExplainedPass, movedNames, type StateDifference, type Tally } from '../diff/index.ts';
import { type Pass, triggerText } from '../roster/index.ts';
import { moveLines } from './move-lines.ts';
import { outcomeLines } from './outcome-lines.ts';
import { problemLines } from './problem-lines.ts';
import { replacementLines } from './replacement-lines.ts';
import { tallyWords } from './tally-words.ts';
import type { TimeWriter } from './times.ts';
import { type Line, line, span } from './view.ts';
import { count, listed, oneLine } from './words.ts';

/** Everything that one pass did, a line for each thing; nothing for a quiet pass. */
export function passLines({ pass, difference, sizes }: ExplainedPass): Line[] {
  return [
    ...outcomeLines(pass),
    ...(difference === null
      ? [line(span(`${firstWords(pass)}: nothing to compare it with`, 'muted'))]
      : differenceLines(difference, sizes)),
    ...problemLines(pass.problems),
  ];
}

const linesByDifference = new WeakMap<StateDifference, readonly Line[]>();

/** What differs, a line for each thing. Made once for passes that share a difference, whose sizes are then the same too. */
export function differenceLines(difference: StateDifference, sizes: ReadonlyMap<string, number>): readonly Line[] {
  let lines = linesByDifference.get(difference);
  if (!lines) {
    const { moves, replacements, firstSeen } = difference;
    lines = [
      ...moveLines(moves, sizes),
      ...replacementLines(replacements, sizes),
      ...rosterTextLines(difference),
      ...(firstSeen.length > 0 ? [line(span(`first seen: ${listed(firstSeen)}`, 'muted'))] : []),
    ];
    linesByDifference.set(difference, lines);
  }
  return lines;
}

/** A roster whose text changed is told of only where no move and no replacement tells of it. */
function rosterTextLines({ moves, replacements, rosterText }: StateDifference): Line[] {
  if (moves.length > 0 || replacements.total > 0) return [];
  const words = (['order', 'spelling'] as const).filter((word) => rosterText[word]);
  return words.length === 0 ? [] : [line(span(`the ${listed(words)} of the roster changed; no name moved`, 'moved'))];
}

/** Whether there is nothing to tell of a pass: {@link passLines} would give none. */
export function isQuiet({ pass, difference }: ExplainedPass): boolean {
  if (difference === null || didSomething({ difference })) return false;
  const { replacements, rosterText, firstSeen } = difference;
  return (
    replacements.containers.length + firstSeen.length + pass.problems.length === 0 &&
    !rosterText.order &&
    !rosterText.spelling &&
    outcomeLines(pass).length === 0
  );
}

/** The line that a pass begins with: number, time, trigger, what it did in figures, and what was observed of it. */
export function passHead(one: ExplainedPass, times: TimeWriter, tally?: Tally): Line {
  const { pass } = one;
  const trigger = oneLine(triggerText(pass.trigger));
  return line(
    span(`pass ${pass.number}`, 'strong'),
    keyWords(pass),
    `  ${times.clock(pass.at)}`,
    trigger === '' ? '' : span(`  ${trigger}`, 'muted'),
    ...figures(one),
    tally ? ` · ${tallyWords(tally)}` : '',
  );
}

/** What a pass is that is compared with none. */
export function firstWords({ firstKept }: Pick<Pass, 'firstKept'>): string {
  return firstKept ? 'the first pass that is kept, those before it were pruned' : 'the first pass recorded';
}

function figures(one: ExplainedPass): Line {
  if (one.difference === null) return line(span(one.pass.firstKept ? '  first kept' : '  first', 'muted'));
  if (isQuiet(one)) return line(span('  quiet', 'muted'));
  const { total, created, removed } = one.difference.replacements;
  const moved = movedNames(one.difference).size;
  const words = [
    moved > 0 ? `${count(moved, 'name')} moved` : '',
    total > 0 ? `${total} replaced` : '',
    created.length > 0 ? `${created.length} came` : '',
    removed.length > 0 ? `${removed.length} went` : '',
  ].filter((text) => text !== '');
  return line(words.length === 0 ? '' : span(`  ${words.join(', ')}`, 'strong'));
}

/** The controller's own id of a pass, where it is not its number. */
export function keyWords({ number, key }: Pick<Pass, 'number' | 'key'>): string {
  return key === null || key === String(number) ? '' : ` (key:${key})`;
}
