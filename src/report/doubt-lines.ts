import type { Disagreement, ExplainedWindow, Gap } from '../diff/index.ts';
import { containerLabel } from '../roster/index.ts';
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
export function gapLines(gaps: readonly Gap[]): Line[] {
  const folded = new Map<string, { gap: Gap; passes: number[] }>();
  for (const gap of gaps) {
    const key = JSON.stringify([gap.kind, gap.node, gap.text]);
    const same = folded.get(key);
    if (same) same.passes.push(gap.pass);
    else folded.set(key, { gap, passes: [gap.pass] });
  }
  const shown = [...folded.values()].slice(0, shownGaps).map(({ gap: { kind, node, text }, passes }) => {
    return line(span(kind, 'alarm'), ` ${passRanges(passes)}${node === null ? '' : `, ${node}`}: ${oneLine(text)}`);
  });
  const more = folded.size - shown.length;
  return more > 0 ? [...shown, line(span(`and ${count(more, 'more gap')}`, 'muted'))] : shown;
}
