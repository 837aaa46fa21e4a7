import { didSomething, type ExplainedPass, type ExplainedWindow, isBrokenAfter, movedNames } from '../diff/index.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Line, line, span } from './view.ts';
import { count, listed, shortened } from './words.ts';

const shownNames = 12;

/** What is left of a window: what differs between the pass before it and its last one. An empty rest of something is said loudly. */
export function netLines({ net, passes, baseline, groups }: ExplainedWindow): Line[] {
  const from = baseline?.number ?? passes[0]?.pass.number;
  const to = passes.at(-1)?.pass.number;
  if (net === null || from === to) return [];
  const stretch = `from pass ${from} to pass ${to}`;
  const { total, created, removed } = net.replacements;
  const names = [...movedNames(net)];
  const parts = [
    names.length > 0 ? `${count(names.length, 'name')} moved` : '',
    total > 0 ? `${count(total, 'container')} changed` : '',
    created.length > 0 ? `${count(created.length, 'container')} came` : '',
    removed.length > 0 ? `${count(removed.length, 'container')} went` : '',
  ].filter((text) => text !== '');
  if (parts.length > 0) {
    // where all that moved is still elsewhere, the names have been told
    const told = names.length === groups.reduce((sum, group) => sum + group.names.length, 0);
    return [line(`${stretch}: ${listed(parts)}`), ...(told ? [] : [line(span(shortened(names, shownNames), 'muted'))])];
  }
  if (!passes.some(didSomething)) return [line(`nothing changed ${stretch}`)];
  const back =
    groups.length > 0
      ? 'every name that moved is back where it was'
      : 'every container that changed is declared as it was';
  return [line(span('NOTHING', 'alarm'), ` ${stretch}: ${back}`)];
}

/** How to walk the passes that a comparison of two states leaves out. */
export function betweenLines(between: readonly number[], [after]: readonly ExplainedPass[]): Line[] {
  const [first] = between;
  if (first === undefined) return [];
  const walk = `roster-history diff --since ${first} --until ${after?.pass.number}`;
  return [
    line(
      `${count(between.length, 'pass lies', 'passes lie')} between, of which this comparison says nothing: `,
      span(walk, 'strong'),
    ),
  ];
}

/** Whether it is over: how many passes went by since the last one that moved or replaced anything. */
export function nowLines(
  { passes, gaps }: Pick<ExplainedWindow, 'passes' | 'gaps'>,
  latest: boolean,
  times: TimeWriter,
): Line[] {
  const busy = passes.findLast(didSomething);
  if (!busy) return [];
  const moved = movedNames(busy.difference).size > 0;
  const quiet = passes.length - 1 - passes.lastIndexOf(busy);
  const when = `pass ${busy.pass.number}, ${fullTime(times, busy.pass.at)}`;
  const later = latest ? '' : '; later passes are recorded, and are not in this window';
  if (quiet > 0) {
    const since = moved ? 'the last move' : 'the last change';
    const broken = isBrokenAfter(gaps, busy.pass.number) ? '; not all that came after it is recorded' : '';
    return [line(`${count(quiet, 'quiet pass', 'quiet passes')} since ${since} (${when})${broken}${later}`)];
  }
  const what = moved ? 'names moved' : 'containers changed';
  if (!latest) return [line(`${what} in the last pass of this window (${when})${later}`)];
  return [line(span('not over', 'alarm'), `: ${what} in the last pass recorded (${when})`)];
}
