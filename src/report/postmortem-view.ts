import { type Diagnosis, didSomething, type ExplainedWindow } from '../diff/index.ts';
import { type CheckFacts, checkBlocks } from './check-blocks.ts';
import { costBlocks } from './cost-blocks.ts';
import { disagreementLines, gapLines } from './doubt-lines.ts';
import { whyBlocks } from './explain-view.ts';
import { bounded } from './finding-words.ts';
import { flapBlocks } from './flaps-view.ts';
import { frontMatter } from './front-matter.ts';
import { loopBlocks } from './loop-blocks.ts';
import { renderMarkdown } from './markdown.ts';
import { openQuestions } from './open-questions.ts';
import { passBlocks } from './pass-blocks.ts';
import { ruledOutLines } from './ruled-out-lines.ts';
import { summarySentences } from './summary-sentences.ts';
import { timelineTable } from './timeline-table.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Block, type Line, line, span, type View } from './view.ts';
import { whatIfBlocks } from './what-if-blocks.ts';
import { count } from './words.ts';

/** What a postmortem is written with besides the diagnosis. Without `opened` it is the time of the first pass that moved or replaced something. */
export interface PostmortemFacts extends CheckFacts {
  readonly opened?: string | null;
  /** The window as it was asked for, in words. */
  readonly words?: string;
}

const shownEntries = 60;
const shownFlaps = 12;

/** A postmortem as Markdown with front matter. From facts only: the same diagnosis gives the same bytes. */
export function renderPostmortem(diagnosis: Diagnosis, facts: PostmortemFacts, times: TimeWriter): string {
  const opened = facts.opened ?? openedAt(diagnosis.window, times);
  return `${frontMatter(opened)}\n${renderMarkdown(postmortemView(diagnosis, facts, times))}`;
}

/** The postmortem of a window: summary, timeline, what moved, what flaps, why, what it cost, what is open, and how to check it. */
export function postmortemView(diagnosis: Diagnosis, facts: PostmortemFacts, times: TimeWriter): View {
  const { window } = diagnosis;
  if (window.passes.length === 0) return nothingView(window, facts, times);
  const ruledOut = ruledOutLines(window.coincidences);
  return [
    { kind: 'title', line: line(titleWords(window)) },
    { kind: 'paragraph', line: line(summarySentences(diagnosis, times).join(' ')) },
    { kind: 'paragraph', line: windowLine(window, times) },
    heading('Timeline'),
    ...timelineTable(diagnosis, times),
    heading('Which name moved in each pass'),
    ...movedBlocks(diagnosis, times),
    heading('Flaps'),
    ...flapBlocks(diagnosis.flaps, window.gaps, times, shownFlaps),
    heading('Why'),
    ...whyBlocks(diagnosis),
    heading('Ruled out', 3),
    ...list(ruledOut, 'Nothing: no trigger names a part of the mesh of which nothing moved.'),
    heading('The loop', 3),
    ...loopBlocks(diagnosis),
    heading('What it cost'),
    ...costBlocks(diagnosis, times),
    ...whatIfSection(diagnosis, facts, times),
    heading('What is not established, and what would establish it'),
    ...list(
      openQuestions(diagnosis, times).map(({ what, wanted }) => line(what, '. Wanted: ', wanted, '.')),
      'Nothing is left open by what is recorded.',
    ),
    ...disagreementBlocks(window),
    heading('How to check each claim'),
    ...checkBlocks(diagnosis, facts, times),
  ];
}

function whatIfSection({ controlPlane }: Diagnosis, { whatIf }: PostmortemFacts, times: TimeWriter): Block[] {
  return whatIf === undefined
    ? []
    : [heading('Would another rule have helped'), ...whatIfBlocks(whatIf, controlPlane, times)];
}

/** Of a window without a pass there is nothing to tell but what is not recorded. */
function nothingView({ gaps }: ExplainedWindow, { words = '' }: PostmortemFacts, times: TimeWriter): View {
  const asked = [words, 'no pass', times.zone].filter((part) => part !== '').join(' · ');
  return [
    { kind: 'title', line: line('Postmortem: no pass is recorded in this window') },
    { kind: 'paragraph', line: line(asked) },
    ...(gaps.length === 0 ? [] : [{ kind: 'bullets', items: gapLines(gaps, times) } as Block]),
  ];
}

function openedAt({ passes }: ExplainedWindow, times: TimeWriter): string | null {
  const first = passes.find(didSomething);
  return first ? times.instant(first.pass.at) : null;
}

function titleWords({ groups, passes }: ExplainedWindow): string {
  const total = passes.reduce((sum, { difference }) => sum + (difference?.replacements.total ?? 0), 0);
  const cost = total === 0 ? 'no container was replaced' : count(total, 'replacement');
  if (groups.length === 0) return `Postmortem: no name moved, ${cost}`;
  const names = new Set(groups.flatMap((group) => group.names)).size;
  const owners = new Set(groups.map(({ owner }) => owner));
  const [owner] = owners;
  return `Postmortem: ${count(names, 'name')}${owners.size === 1 && owner != null ? ` of ${owner}` : ''} moved, ${cost}`;
}

function windowLine({ passes, baseline }: ExplainedWindow, times: TimeWriter): Line {
  const [first, last] = [passes[0]?.pass, passes.at(-1)?.pass];
  const which = first?.number === last?.number ? `Pass ${first?.number}` : `Passes ${first?.number} to ${last?.number}`;
  const against =
    baseline === null
      ? passes[0]?.pass.firstKept
        ? 'with what was before pruned'
        : 'with nothing before'
      : `against pass ${baseline.number} of ${fullTime(times, baseline.at)}`;
  return line(span(`${which}, ${against}. Times are those of ${times.zone}.`, 'muted'));
}

function movedBlocks({ window, tallies }: Diagnosis, times: TimeWriter): Block[] {
  const { shown, more } = bounded(passBlocks(window.passes, times, { tallies, gaps: window.gaps }), shownEntries);
  if (more === 0) return [...shown];
  return [...shown, { kind: 'paragraph', line: line(`and ${count(more, 'more entry', 'more entries')}`) }];
}

function disagreementBlocks(window: ExplainedWindow): Block[] {
  const lines = disagreementLines(window);
  if (lines.length === 0) return [];
  return [heading('Names on which nodes disagree after the last pass', 3), { kind: 'bullets', items: lines }];
}

function list(items: readonly Line[], otherwise: string): Block[] {
  return items.length === 0 ? [{ kind: 'paragraph', line: line(otherwise) }] : [{ kind: 'bullets', items }];
}

function heading(text: string, level: 2 | 3 = 2): Block {
  return { kind: 'heading', level, line: line(text) };
}
