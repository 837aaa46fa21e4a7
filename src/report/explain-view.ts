import type { Diagnosis } from '../diff/index.ts';
import { breakLine } from './breaks.ts';
import { gapLines } from './doubt-lines.ts';
import { bounded, findingEntries, passFindingWords } from './finding-words.ts';
import { foldPasses } from './fold-passes.ts';
import { loopBlocks } from './loop-blocks.ts';
import { dayHeads } from './pass-blocks.ts';
import { passHead } from './pass-lines.ts';
import { ruledOutLines } from './ruled-out-lines.ts';
import { tallyOf } from './tally-words.ts';
import type { TimeWriter } from './times.ts';
import { type Block, type Line, line, span, type View } from './view.ts';
import { count } from './words.ts';

const shownFindings = 20;

/** What `explain` answers: why, the likeliest costliest first, with the evidence; the loop; what it was not; then each pass. */
export function explainView(diagnosis: Diagnosis, asked: string, times: TimeWriter): View {
  const { window, controlPlane } = diagnosis;
  const { passes } = window;
  const title: Block = {
    kind: 'title',
    line: line(span(asked, 'strong'), span(` · ${count(passes.length, 'pass', 'passes')} · ${times.zone}`, 'muted')),
  };
  if (passes.length === 0) return [title, ...section('Gaps', gapLines(window.gaps, times))];
  const ruledOut = ruledOutLines(window.coincidences);
  return [
    title,
    heading('Why'),
    ...whyBlocks(diagnosis),
    ...(controlPlane.length === 0 ? [] : [heading('Does it feed itself'), ...loopBlocks(diagnosis)]),
    ...section('Not it', ruledOut),
    ...section('Gaps', gapLines(window.gaps, times)),
    heading('Each pass'),
    ...passLines(diagnosis, times),
  ];
}

/** The findings with their evidence; calm words where there is none. */
export function whyBlocks({ findings }: Pick<Diagnosis, 'findings'>): Block[] {
  if (findings.length === 0)
    return [{ kind: 'paragraph', line: line(span('nothing moved and nothing was replaced', 'calm')) }];
  const { shown, more } = bounded(findingEntries(findings), shownFindings);
  return [
    ...shown.map((entry): Block => ({ kind: 'entry', ...entry })),
    ...(more === 0
      ? []
      : [{ kind: 'entry', head: line(span(`and ${count(more, 'more finding')}`, 'muted')), lines: [] } as Block]),
  ];
}

function section(title: string, items: readonly Line[]): Block[] {
  return items.length === 0 ? [] : [heading(title), { kind: 'bullets', items }];
}

function heading(text: string): Block {
  return { kind: 'heading', level: 2, line: line(text) };
}

/** A line for each pass that names its findings; what repeats and what is quiet is folded as in `diff`. */
function passLines({ window, findings, tallies }: Diagnosis, times: TimeWriter): Block[] {
  const days = dayHeads(times);
  return foldPasses(window.passes, { tallies, gaps: window.gaps }).flatMap((folded): Block[] => {
    if (folded.kind === 'break') return [{ kind: 'entry', head: breakLine(folded.gap, times, days.told()), lines: [] }];
    if (folded.kind === 'run')
      return [
        ...days.before(folded.first),
        { kind: 'entry', head: line(span(folded.words(times), 'muted')), lines: [] },
      ];
    const { number } = folded.one.pass;
    const words = passFindingWords(findings, number);
    const head = passHead(folded.one, times, tallyOf(tallies, number));
    return [
      ...days.before(folded.one),
      { kind: 'entry', head: words === '' ? head : [...head, span(`  ${words}`, 'moved')], lines: [] },
    ];
  });
}
