import { type CostInTime, type ExplainedWindow, type Filter, isEmptyFilter, type Tally } from '../diff/index.ts';
import { passBlocks } from './pass-blocks.ts';
import { type AskedDiff, noCost, summaryFacts } from './summary-facts.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Line, line, span, type View } from './view.ts';

/** What a `diff` answers: what was asked, the summary, then each pass, with what was observed of it where something was. */
export function diffView(
  window: ExplainedWindow,
  asked: AskedDiff,
  times: TimeWriter,
  tallies: readonly Tally[] = [],
  cost: CostInTime = noCost,
): View {
  return [
    { kind: 'title', line: titleLine(window, asked, times) },
    { kind: 'facts', rows: window.passes.length === 0 ? [] : summaryFacts(window, asked, times, tallies, cost) },
    ...passBlocks(window.passes, times, { tallies, gaps: window.gaps }),
  ];
}

function titleLine(window: ExplainedWindow, asked: AskedDiff, times: TimeWriter): Line {
  const { passes, baseline, filter } = window;
  const last = passes.at(-1);
  const what =
    asked.between !== null && baseline !== null && last
      ? `${fullTime(times, baseline.at)} → ${fullTime(times, last.pass.at)}`
      : passesWords(window, times);
  return line(span(asked.words, 'strong'), filterWords(filter), span(` · ${what} · ${times.zone}`, 'muted'));
}

function passesWords({ passes, baseline }: ExplainedWindow, times: TimeWriter): string {
  const [first, last] = [passes[0], passes.at(-1)];
  if (!first || !last) return 'no pass';
  const alone = first === last;
  const which = alone
    ? `pass ${first.pass.number}`
    : `${passes.length} passes ${first.pass.number}–${last.pass.number}`;
  if (baseline === null) {
    return `${which} with ${first.pass.firstKept ? 'what was' : 'nothing'} before ${alone ? 'it' : 'them'}${first.pass.firstKept ? ' pruned' : ''}`;
  }
  return `${which} against pass ${baseline.number} of ${fullTime(times, baseline.at)}`;
}

function filterWords(filter: Filter): string {
  if (isEmptyFilter(filter)) return '';
  const words = (['node', 'container', 'name'] as const).flatMap((what) =>
    filter[what] === undefined ? [] : [`${what} ${filter[what]}`],
  );
  return ` · only ${words.join(', ')}`;
}
