import { type ExplainedPass, type Gap, movedNames } from '../diff/index.ts';
import { triggerText } from '../roster/index.ts';
import { breakLine, breaksAmong } from './breaks.ts';
import { gapsJson } from './gaps-json.ts';
import { outcomeLines } from './outcome-lines.ts';
import { keyWords } from './pass-lines.ts';
import type { TimeWriter } from './times.ts';
import { type Block, type Line, line, type Row, span, type View } from './view.ts';
import { count, oneLine } from './words.ts';

/** What `log` answers: a table, a pass a line, and between them what is not recorded. `cut` says that earlier ones of the window were left out. */
export function logView(
  passes: readonly ExplainedPass[],
  asked: string,
  cut: boolean,
  times: TimeWriter,
  gaps: readonly Gap[] = [],
): View {
  const more = cut ? ' · earlier ones left out, --limit shows more' : '';
  const title = line(
    span(asked, 'strong'),
    span(` · ${count(passes.length, 'pass', 'passes')}${more} · ${times.zone}`, 'muted'),
  );
  if (passes.length === 0) {
    const lines = gaps.flatMap((gap) => ('breaks' in gap ? [breakLine(gap, times, '')] : []));
    return [{ kind: 'title', line: title }, ...lines.map((head): Block => ({ kind: 'entry', head, lines: [] }))];
  }
  return [
    { kind: 'title', line: title },
    {
      kind: 'table',
      columns: [
        { header: 'PASS', align: 'right' },
        { header: 'TIME', align: 'left' },
        { header: 'NODES', align: 'right' },
        { header: 'MOVED', align: 'right' },
        { header: 'REPLACED', align: 'right' },
        { header: 'TRIGGER', align: 'left', elastic: true },
        { header: 'NOTES', align: 'left' },
      ],
      rows: logRows(passes, gaps, times),
    },
  ];
}

function logRows(passes: readonly ExplainedPass[], gaps: readonly Gap[], times: TimeWriter): Row[] {
  const breaks = breaksAmong(
    gaps,
    passes.map(({ pass }) => pass.number),
  );
  let day = '';
  const broken = (number: number | null) =>
    (breaks.get(number) ?? []).map((gap): Row => ({ across: breakLine(gap, times, day) }));
  const rows = passes.flatMap((one) => {
    const before = broken(one.pass.number);
    day = times.day(one.pass.at);
    return [...before, logRow(one, times)];
  });
  return [...rows, ...broken(null)];
}

function logRow({ pass, difference }: ExplainedPass, times: TimeWriter): Line[] {
  const moved = movedNames(difference).size;
  const replaced = difference?.replacements.total ?? 0;
  const figure = (number: number) => line(number === 0 ? span('–', 'muted') : span(String(number), 'strong'));
  return [
    line(`${pass.number}${keyWords(pass)}`),
    line(`${times.day(pass.at)} ${times.clock(pass.at)}`),
    line(String(reportedNodes(pass))),
    figure(moved),
    figure(replaced),
    line(span(oneLine(triggerText(pass.trigger)), 'muted')),
    notes({ pass, difference }),
  ];
}

function notes({ pass, difference }: Pick<ExplainedPass, 'pass' | 'difference'>): Line {
  const odd = outcomeLines(pass).length > 0;
  const outcomes = [...new Set([pass.outcome, ...pass.outcomes.map(({ outcome }) => outcome)])].filter(
    (outcome) => outcome !== 'planned',
  );
  const words = [
    ...(odd ? outcomes : []),
    ...(difference === null ? [pass.firstKept ? 'first kept' : 'first'] : []),
    ...(pass.problems.length === 0 ? [] : [count(pass.problems.length, 'problem')]),
  ];
  return line(span(words.join(', '), odd ? 'alarm' : 'muted'));
}

function reportedNodes({ outcomes }: ExplainedPass['pass']): number {
  return outcomes.filter(({ outcome }) => outcome !== 'unreported').length;
}

/** What `log --json` prints. */
export function logJson(passes: readonly ExplainedPass[], gaps: readonly Gap[], times: TimeWriter) {
  return {
    format: 'roster-history/log@1',
    ...gapsJson(gaps, times),
    passes: passes.map(({ pass, difference }) => ({
      pass: pass.number,
      key: pass.key,
      at: times.instant(pass.at),
      recordedAt: times.instant(pass.recordedAt),
      trigger: pass.trigger,
      nodes: reportedNodes(pass),
      moved: movedNames(difference).size,
      replaced: difference?.replacements.total ?? 0,
      outcome: pass.outcome,
      problems: pass.problems.length,
    })),
  };
}
