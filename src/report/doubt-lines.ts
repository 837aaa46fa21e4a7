import type { Disagreement, ExplainedWindow, Gap, PassGap, StretchGap } from '../diff/index.ts';
import { containerLabel } from '../roster/index.ts';
import { spanWords } from './stretch-words.ts';
import type { TimeWriter } from './times.ts';
import { type Line, line, span } from './view.ts';
import { count, listed, oneLine, passRanges } from './words.ts';

const shownDisagreements = 4;
const shownHolders = 3;
const shownGaps = 4;

/** The names on which nodes or containers disagree after the last pass: which addresses, and who holds them. */
export function disagreementLines({ disagreements }: Pick<ExplainedWindow, 'disagreements'>): Line[] {
  const shown = disagreements.slice(0, shownDisagreements).map((one) => {
    const values = [...holdersByValue(one)].map(([addresses, who]) => `${addresses} in ${listed(who, shownHolders)}`);
    return line(span(one.name, 'strong'), `: ${values.join('; ')}`);
  });
  const more = disagreements.length - shown.length;
  return more > 0 ? [...shown, line(span(`and ${count(more, 'more name')}`, 'muted'))] : shown;
}

function holdersByValue({ values, containers }: Disagreement): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  const add = (addresses: readonly string[], holder: string) =>
    holders.set(addresses.join(' '), [...(holders.get(addresses.join(' ')) ?? []), holder]);
  for (const [node, addresses] of Object.entries(values)) add(addresses, node);
  for (const { node, container, addresses } of containers) add(addresses, `${containerLabel(container)} on ${node}`);
  return holders;
}

/** What the history does not know of a window, the same of several passes said once. */
export function gapLines(gaps: readonly Gap[], times: TimeWriter): Line[] {
  const lines = [
    ...gaps.flatMap((gap) => ('breaks' in gap ? [stretchLine(gap, times)] : [])),
    ...foldedGaps(gaps).map(({ gap: { kind, node, text }, passes }) =>
      line(span(kind, 'alarm'), ` ${passRanges(passes)}${node === null ? '' : `, ${node}`}: ${oneLine(text)}`),
    ),
  ];
  const shown = lines.slice(0, shownGaps);
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, line(span(`and ${count(more, 'more gap')}`, 'muted'))] : shown;
}

function stretchLine(gap: StretchGap, times: TimeWriter): Line {
  if (gap.kind === 'pruned') return line(span('pruned', 'alarm'), `: ${gap.text}`);
  const where = gap.breaks.length === 0 ? '' : `, before ${passRanges(gap.breaks)}`;
  return line(span('not recorded', 'alarm'), ` ${spanWords(gap, times)}${where}: ${oneLine(gap.text)}`);
}

/** The gaps that passes tell of themselves, each with all the passes of which the same is told. */
export function foldedGaps(gaps: readonly Gap[]): { gap: PassGap; passes: number[] }[] {
  const folded = new Map<string, { gap: PassGap; passes: number[] }>();
  for (const gap of gaps) {
    if ('breaks' in gap) continue;
    const key = JSON.stringify([gap.kind, gap.node, gap.text]);
    const same = folded.get(key);
    if (same) same.passes.push(gap.pass);
    else folded.set(key, { gap, passes: [gap.pass] });
  }
  return [...folded.values()];
}
