import type { ExplainedPass } from '../diff/index.ts';
import { breakLine } from './breaks.ts';
import { type Folding, foldPasses, type Told } from './fold-passes.ts';
import { passHead } from './pass-lines.ts';
import { tallyOf } from './tally-words.ts';
import type { TimeWriter } from './times.ts';
import { type Block, type Line, line, span } from './view.ts';

/** How passes are told: with which lines, with what was observed of them, the gaps between them, and whether one that repeats an earlier one shows them again. */
export interface Telling extends Partial<Folding> {
  readonly repeats?: 'named' | 'whole';
}

/** The passes of a window, each with what it did; long runs of passes with no news on one line each. */
export function passBlocks(passes: readonly ExplainedPass[], times: TimeWriter, telling: Telling = {}): Block[] {
  const { repeats = 'named', tallies = [] } = telling;
  const blocks: Block[] = [];
  const days = dayHeads(times);
  const add = (one: ExplainedPass, head: Line, lines: readonly Line[] = []) => {
    blocks.push(...days.before(one), { kind: 'entry', head, lines });
  };
  for (const folded of foldPasses(passes, telling)) {
    if (folded.kind === 'break') {
      blocks.push({ kind: 'entry', head: breakLine(folded.gap, times, days.told()), lines: [] });
      continue;
    }
    if (folded.kind === 'run') {
      add(folded.first, line(span(folded.words(times), 'muted')));
      continue;
    }
    const head = passHead(folded.one, times, tallyOf(tallies, folded.one.pass.number));
    if (repeats === 'named' && folded.kind === 'repeat') add(folded.one, repeatHead(head, folded));
    else add(folded.one, head, folded.lines);
  }
  return blocks;
}

/** The days of a list of passes, each as a line of its own before the first pass of it. */
export function dayHeads(times: TimeWriter) {
  let day = '';
  return {
    /** The day that has been told by now. */
    told: () => day,
    before({ pass }: ExplainedPass): Block[] {
      const ofDay = times.day(pass.at);
      if (ofDay === day) return [];
      day = ofDay;
      return [{ kind: 'entry', head: line(span(ofDay, 'muted')), lines: [] }];
    },
  };
}

function repeatHead(head: Line, { model }: Extract<Told, { kind: 'repeat' }>): Line {
  return [...head, span(`, as in pass ${model}`, 'muted')];
}
