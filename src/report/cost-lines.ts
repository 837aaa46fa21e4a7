import type { Cause, ExplainedPass, Replacements, Tally } from '../diff/index.ts';
import { nodeCounts, whyWords } from './replacement-lines.ts';
import { sumOfTallies, tallyWords } from './tally-words.ts';
import { type Line, line, span } from './view.ts';
import { count, listed } from './words.ts';

/** How many replacements a window cost, in how many of its passes, for what, and which each time if always the same. */
export function costLines(passes: readonly ExplainedPass[], tallies: readonly Tally[] = []): Line[] {
  return [...replacedLines(passes), ...(tallies.length === 0 ? [] : [line(tallyWords(sumOfTallies(tallies)))])];
}

function replacedLines(passes: readonly ExplainedPass[]): Line[] {
  const costly = passes.filter(({ difference }) => (difference?.replacements.total ?? 0) > 0);
  if (costly.length === 0) return [line(span('no container was replaced', 'calm'))];
  const total = costly.reduce((sum, { difference }) => sum + (difference?.replacements.total ?? 0), 0);
  const distinct = [...new Map(costly.map((one) => [one.difference?.replacements as Replacements, one])).entries()];
  const wheres = new Set(distinct.map(([replacements, { sizes }]) => nodeCounts(counted(replacements), sizes)));
  const each = costly.length === 1 ? '' : 'each time ';
  const when = passes.length === 1 ? '' : ` in ${costly.length} of ${count(passes.length, 'pass', 'passes')},`;
  return [
    line(span(count(total, 'replacement'), 'alarm'), `${when} ${forWords(distinct.map(([one]) => one))}`),
    ...(wheres.size === 1 ? [line(span(`${each}${[...wheres][0]}`, 'muted'))] : []),
  ];
}

function counted({ containers }: Replacements): Replacements['containers'] {
  return containers.filter(({ observed }) => observed !== false);
}

function forWords(replacements: readonly Replacements[]): string {
  const sets = new Map<string, readonly Cause[]>();
  for (const one of replacements) for (const { causes } of counted(one)) sets.set(causes.join(), causes);
  const [only] = [...sets.values()];
  return `for ${only && sets.size === 1 ? whyWords(only) : listed([...new Set([...sets.values()].flat())])}`;
}
