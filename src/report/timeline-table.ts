import type { Diagnosis, ExplainedPass, StateDifference } from '../diff/index.ts';
import { triggerText } from '../roster/index.ts';
import { bounded } from './finding-words.ts';
import { type Broken, foldPasses, type Run, type Told } from './fold-passes.ts';
import { foldMoves, signOf } from './move-lines.ts';
import { outcomeLines } from './outcome-lines.ts';
import { keyWords } from './pass-lines.ts';
import { spanWords } from './stretch-words.ts';
import type { TimeWriter } from './times.ts';
import { type Block, type Line, line, span } from './view.ts';
import { abridged, count, oneLine } from './words.ts';

const shownRows = 60;
const shownFolds = 4;
const shownOutcomes = 3;
const shownTrigger = 60;

/** The passes of a window as a table, a pass a row: when, on what trigger, what moved, how many were replaced. Runs of no news are one row. */
export function timelineTable({ window, tallies }: Diagnosis, times: TimeWriter): Block[] {
  const { shown, more } = bounded(foldPasses(window.passes, { tallies, gaps: window.gaps }), shownRows);
  const table: Block = {
    kind: 'table',
    columns: [
      { header: 'PASS', align: 'right' },
      { header: 'TIME', align: 'left' },
      { header: 'TRIGGER', align: 'left', elastic: true },
      { header: 'MOVED', align: 'left' },
      { header: 'REPLACED', align: 'right' },
    ],
    rows: shown.map((told) => rowOf(told, times)),
  };
  return more === 0 ? [table] : [table, { kind: 'paragraph', line: line(`and ${count(more, 'more row')}`) }];
}

function rowOf(told: Told | Run | Broken, times: TimeWriter): Line[] {
  if (told.kind === 'break') return breakRow(told, times);
  return told.kind === 'run' ? runRow(told, times) : passRow(told, times);
}

function breakRow({ gap }: Broken, times: TimeWriter): Line[] {
  if (gap.kind === 'pruned') return [line(span('–', 'muted')), [], [], line(span(gap.text, 'alarm')), []];
  const [when, what] = 'breaks' in gap ? [spanWords(gap, times), `not recorded: ${oneLine(gap.text)}`] : ['', gap.text];
  return [line(span('–', 'muted')), line(when), [], line(span(what, 'alarm')), []];
}

function passRow(told: Told, times: TimeWriter): Line[] {
  const { pass, difference } = told.one;
  const replaced = difference?.replacements.total ?? 0;
  return [
    line(`${pass.number}${keyWords(pass)}`),
    line(timeOf(told.one, times)),
    line(span(abridged(triggerText(pass.trigger), shownTrigger), 'literal')),
    movedCell(told),
    line(replaced === 0 ? span('–', 'muted') : String(replaced)),
  ];
}

function runRow({ first, last, what }: Run, times: TimeWriter): Line[] {
  return [
    line(`${first.pass.number}–${last.pass.number}`),
    line(`${timeOf(first, times)} to ${timeOf(last, times)}`),
    [],
    line(span(what, 'muted')),
    [],
  ];
}

function timeOf({ pass }: ExplainedPass, times: TimeWriter): string {
  return `${times.day(pass.at)} ${times.clock(pass.at)}`;
}

function movedCell(told: Told): Line {
  const { pass, difference } = told.one;
  const odd = oddWords(pass);
  if (difference === null)
    return line(...odd, span(pass.firstKept ? 'the first pass that is kept' : 'the first pass', 'muted'));
  const moved = movedWords(difference);
  if (moved.length === 0) return line(...odd, span(restWords(difference), 'muted'));
  return line(...odd, ...moved, told.kind === 'repeat' ? span(`, as in pass ${told.model}`, 'muted') : '');
}

/** Who did not plan, without the errors. */
function oddWords(pass: ExplainedPass['pass']): Line {
  return bounded(outcomeLines(pass), shownOutcomes).shown.map(([head]) => span(`${head?.text.replace(/^! /, '')}; `));
}

function movedWords({ moves }: StateDifference): Line {
  const { shown, more } = bounded(foldMoves(moves), shownFolds);
  return line(
    ...shown.flatMap(({ first, names }, index) => [
      index === 0 ? '' : ', ',
      signOf(first.kind),
      ' ',
      names.length === 1 ? span(names[0] as string, 'literal') : count(names.length, 'name'),
      first.owner === null ? '' : ` of ${first.owner}`,
      first.reason === null ? '' : ` ${first.reason}`,
    ]),
    more === 0 ? '' : ` and ${more} more`,
  );
}

function restWords({ replacements }: StateDifference): string {
  const { total, created, removed } = replacements;
  if (total + created.length + removed.length === 0) return 'nothing';
  return [
    'no name',
    ...(created.length > 0 ? [`${count(created.length, 'container')} came`] : []),
    ...(removed.length > 0 ? [`${count(removed.length, 'container')} went`] : []),
  ].join(', ');
}
