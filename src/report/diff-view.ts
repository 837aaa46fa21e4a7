import type { ExplainedPass, ExplainedWindow } from '../diff/index.ts';
import { isQuiet, passHead, passLines } from './pass-lines.ts';
import { type AskedDiff, summaryFacts } from './summary-facts.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Block, type Line, line, span, type View } from './view.ts';
import { count } from './words.ts';

/** From how many quiet passes in a row on they are folded into one line. */
const foldedQuiet = 4;

/** What a `diff` answers: what was asked, the summary, then each pass. */
export function diffView(window: ExplainedWindow, asked: AskedDiff, times: TimeWriter): View {
  return [
    { kind: 'title', line: titleLine(window, asked, times) },
    { kind: 'facts', rows: window.passes.length === 0 ? [] : summaryFacts(window, asked, times) },
    ...passBlocks(window.passes, times),
  ];
}

function titleLine({ passes, baseline }: ExplainedWindow, { words, between }: AskedDiff, times: TimeWriter): Line {
  const last = passes.at(-1);
  const [first] = passes;
  if (between !== null && baseline !== null && last) {
    const ends = `${fullTime(times, baseline.at)} → ${fullTime(times, last.pass.at)}`;
    return line(span(words, 'strong'), span(` · ${ends} · ${times.zone}`, 'muted'));
  }
  const compared =
    baseline === null ? 'nothing before them' : `pass ${baseline.number} of ${fullTime(times, baseline.at)}`;
  const what =
    first && last ? `${count(passes.length, 'pass', 'passes')} ${numbers(first, last)} against ${compared}` : 'no pass';
  return line(span(words, 'strong'), span(` · ${what} · ${times.zone}`, 'muted'));
}

function numbers(first: ExplainedPass, last: ExplainedPass): string {
  return first === last ? `${first.pass.number}` : `${first.pass.number}–${last.pass.number}`;
}

function passBlocks(passes: readonly ExplainedPass[], times: TimeWriter): Block[] {
  const blocks: Block[] = [];
  const seen = new Map<string, number>();
  let quiet: ExplainedPass[] = [];
  let day = '';
  const flushQuiet = () => {
    const [first, last] = [quiet[0], quiet.at(-1)];
    if (first && last && quiet.length >= foldedQuiet) {
      const words = `passes ${numbers(first, last)}  ${times.clock(first.pass.at)} to ${times.clock(last.pass.at)}  ${quiet.length} quiet passes`;
      blocks.push({ kind: 'entry', head: line(span(words, 'muted')), lines: [] });
    } else {
      for (const one of quiet) blocks.push({ kind: 'entry', head: passHead(one, times), lines: [] });
    }
    quiet = [];
  };
  for (const one of passes) {
    const ofDay = times.day(one.pass.at);
    if (ofDay !== day) {
      flushQuiet();
      blocks.push({ kind: 'entry', head: line(span(ofDay, 'muted')), lines: [] });
      day = ofDay;
    }
    if (isQuiet(one)) {
      quiet.push(one);
      continue;
    }
    flushQuiet();
    const lines = passLines(one);
    const key = JSON.stringify(lines);
    const same = lines.length > 1 ? seen.get(key) : undefined;
    if (same === undefined) seen.set(key, one.pass.number);
    blocks.push({
      kind: 'entry',
      head: passHead(one, times),
      lines: same === undefined ? lines : [line(span(`the same as in pass ${same}`, 'muted'))],
    });
  }
  flushQuiet();
  return blocks;
}
