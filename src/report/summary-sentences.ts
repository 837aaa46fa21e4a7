import { type Diagnosis, didSomething, type Finding, isBrokenAfter, movedNames } from '../diff/index.ts';
import { findingWords, whenWords } from './finding-words.ts';
import { throughWords } from './loop-blocks.ts';
import { nodeCounts } from './replacement-lines.ts';
import { sumOfTallies } from './tally-words.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { count, listed, passRanges } from './words.ts';

/** A postmortem in three sentences: what moved, what it cost, why and whether it is over. */
export function summarySentences(diagnosis: Diagnosis, times: TimeWriter): [string, string, string] {
  return [movedSentence(diagnosis, times), costSentence(diagnosis), whySentence(diagnosis, times)];
}

function movedSentence({ window }: Diagnosis, times: TimeWriter): string {
  const { passes, groups } = window;
  const [first, last] = [passes[0], passes.at(-1)];
  if (!first || !last) return 'No pass is recorded in this window.';
  const when =
    first === last
      ? `At ${fullTime(times, first.pass.at)}`
      : `Between ${fullTime(times, first.pass.at)} and ${fullTime(times, last.pass.at)}`;
  const busy = passes.filter(({ difference }) => movedNames(difference).size > 0).length;
  if (busy === 0) return `${when}, no name moved in ${count(passes.length, 'pass', 'passes')}.`;
  const [group] = groups;
  const names = new Set(groups.flatMap((one) => one.names)).size;
  const of = groups.length === 1 && group?.owner != null ? ` of ${group.owner}` : '';
  return `${when}, ${count(names, 'name')}${of} moved, in ${busy} of ${count(passes.length, 'pass', 'passes')}${netWords(window)}.`;
}

function netWords({ net, passes }: Diagnosis['window']): string {
  if (net === null || passes.length < 2) return '';
  const moved = movedNames(net).size;
  return moved === 0
    ? ', and each is back where it was'
    : `, of which ${count(moved, 'is', 'are')} not where ${moved === 1 ? 'it was' : 'they were'}`;
}

function costSentence({ window, tallies }: Diagnosis): string {
  const costly = window.passes.filter(({ difference }) => (difference?.replacements.total ?? 0) > 0);
  const total = costly.reduce((sum, { difference }) => sum + (difference?.replacements.total ?? 0), 0);
  if (total === 0) return 'No container was replaced.';
  const wheres = new Set(
    costly.map(({ difference, sizes }) =>
      nodeCounts(
        (difference?.replacements.containers ?? []).filter(({ observed }) => observed !== false),
        sizes,
      ),
    ),
  );
  const where = wheres.size === 1 ? `, ${costly.length === 1 ? '' : 'each time '}${[...wheres][0]}` : '';
  const { predicted, observed } = sumOfTallies(tallies);
  const told =
    tallies.length === 0
      ? 'predicted from the declarations; nothing observed is recorded'
      : `on the nodes that were listened to ${predicted} predicted and ${observed} observed`;
  return `It cost ${count(total, 'replacement')} in ${count(costly.length, 'pass', 'passes')}${where} (${told}).`;
}

function whySentence({ findings, loop, window }: Diagnosis, times: TimeWriter): string {
  const [first] = findings;
  const cause = first ? causeWords(first) : 'Nothing needs a reason';
  const fed = loop?.selfReinforcing ? `, and it fed itself through ${throughWords(loop)}` : '';
  return `${cause}${fed}; ${endWords(window, times)}.`;
}

const leads = {
  certain: 'The recorded reason is that',
  likely: 'The likely reason is that',
  possible: 'A possible reason is that',
} as const;

function causeWords(finding: Finding): string {
  const passes = passRanges(finding.passes);
  switch (finding.kind) {
    case 'names-moved':
      return `Nothing recorded says why ${findingWords(finding)} in ${passes}`;
    case 'unexplained':
      return `Nothing recorded says why containers were replaced in ${passes}`;
    case 'plan-failed':
      return `${leads[finding.confidence]} ${findingWords(finding)} (${whenWords(finding)})`;
    default:
      return `${leads[finding.confidence]} ${findingWords(finding)} in ${passes}`;
  }
}

function endWords({ passes, gaps }: Diagnosis['window'], times: TimeWriter): string {
  const busy = passes.findLast(didSomething);
  if (!busy) return 'nothing happened';
  const quiet = passes.length - 1 - passes.lastIndexOf(busy);
  if (quiet === 0)
    return `the last pass of the window (${busy.pass.number}) still changed something, so it is not known to be over`;
  const broken = isBrokenAfter(gaps, busy.pass.number) ? ', and not all that came after it is recorded' : '';
  return `${listed([count(quiet, 'quiet pass', 'quiet passes')])} followed the last change (pass ${busy.pass.number}, ${fullTime(times, busy.pass.at)})${broken}`;
}
