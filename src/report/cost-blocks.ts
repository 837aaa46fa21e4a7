import type { Diagnosis } from '../diff/index.ts';
import { costLines } from './cost-lines.ts';
import { bounded, placeWords } from './finding-words.ts';
import { sumOfTallies } from './tally-words.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Bar, type Block, type Column, type Line, line, span } from './view.ts';
import { count } from './words.ts';

const shownPasses = 40;
const shownMinutes = 40;
const shownAbsences = 20;

/** What a window cost: predicted against observed, replacements by the minute, and how long the control plane was away. */
export function costBlocks(diagnosis: Diagnosis, times: TimeWriter): Block[] {
  return [
    ...costLines(diagnosis.window.passes).map((one): Block => ({ kind: 'paragraph', line: one })),
    ...tallyBlocks(diagnosis),
    ...minuteBlocks(diagnosis, times),
    heading('Control-plane downtime'),
    ...absenceBlocks(diagnosis, times),
  ];
}

function heading(text: string): Block {
  return { kind: 'heading', level: 3, line: line(text) };
}

function tallyBlocks({ tallies }: Diagnosis): Block[] {
  const title = heading('Predicted and observed');
  if (tallies.length === 0) {
    return [
      title,
      paragraph(
        'Every figure is predicted from declarations: no host log and no engine event of this window is recorded.',
      ),
    ];
  }
  const figures = (one: { predicted: number; observed: number; unexplained: number; missing: number }) =>
    [one.predicted, one.observed, one.unexplained, one.missing].map((number) => line(String(number)));
  const { shown, more } = bounded(tallies, shownPasses);
  return [
    title,
    paragraph('On the nodes whose hosts or engines were listened to, for the passes of which they told something:'),
    {
      kind: 'table',
      columns: [right('PASS'), right('PREDICTED'), right('OBSERVED'), right('UNEXPLAINED'), right('MISSING')],
      rows: [
        ...shown.map((tally) => [line(String(tally.pass)), ...figures(tally)]),
        [line('all'), ...figures(sumOfTallies(tallies))],
      ],
    },
    ...moreBlock(more, 'pass', 'passes'),
  ];
}

function minuteBlocks({ minutes, minutesAre }: Diagnosis, times: TimeWriter): Block[] {
  if (minutes.length === 0) return [];
  const busy = minutes.filter(({ count: number }) => number > 0);
  const { shown, more } = bounded(busy, shownMinutes);
  const { bars, unit } = barsOf(minutes, times);
  return [
    heading('Replacements per minute'),
    paragraph(
      minutesAre === 'observed'
        ? 'As hosts and engines told them, whatever pass they belong to.'
        : 'Predicted, at the time of their pass.',
    ),
    {
      kind: 'table',
      columns: [{ header: 'MINUTE', align: 'left' }, right('REPLACEMENTS')],
      rows: shown.map(({ minute, count: number }): Line[] => [
        line(`${times.day(minute)} ${shortClock(minute, times)}`),
        line(String(number)),
      ]),
    },
    ...moreBlock(more, 'minute', 'minutes'),
    { kind: 'chart', title: `Replacements, ${minutesAre}`, unit, bars },
  ];
}

const mostBars = 60;
const widths = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440];

/** The bars of a chart that can still be read: of a minute each, or of as many as it takes. */
function barsOf(minutes: Diagnosis['minutes'], times: TimeWriter): { bars: Bar[]; unit: string } {
  const [first, last] = [minutes[0]?.minute ?? 0, minutes.at(-1)?.minute ?? 0];
  const span = Math.round((last - first) / 60_000) + 1;
  const width = widths.find((one) => span <= one * mostBars) ?? Math.ceil(span / mostBars / 1440) * 1440;
  const bars = Array.from({ length: Math.ceil(span / width) }, (_, index) => {
    const from = first + index * width * 60_000;
    const until = from + width * 60_000;
    const label = width < 1440 ? shortClock(from, times) : times.day(from);
    const value = minutes.reduce(
      (sum, { minute, count: number }) => (minute >= from && minute < until ? sum + number : sum),
      0,
    );
    return { label, value };
  });
  return { bars, unit: width === 1 ? 'per minute' : `per ${times.duration(width * 60_000)}` };
}

function shortClock(at: number, times: TimeWriter): string {
  return times.clock(at).slice(0, 5);
}

function absenceBlocks({ absences, controlPlane, minutesAre }: Diagnosis, times: TimeWriter): Block[] {
  if (controlPlane.length === 0) return [paragraph('Not told: no container was named that the control plane runs on.')];
  if (absences.length === 0)
    return [
      paragraph(
        minutesAre === 'observed'
          ? 'Not told: no observation says when a container of the control plane ended and started.'
          : 'Not told: no host log and no engine event of this window is recorded.',
      ),
    ];
  const { shown, more } = bounded(absences, shownAbsences);
  const closed = absences.flatMap(({ from, until }) => (until === null ? [] : [until - from]));
  const total = closed.reduce((sum, one) => sum + one, 0);
  return [
    paragraph(
      `Away ${count(absences.length, 'time')}, ${times.duration(total)} together${closed.length === absences.length ? '' : `; ${absences.length - closed.length} not seen to start again`}.`,
    ),
    {
      kind: 'table',
      columns: [
        { header: 'CONTAINER', align: 'left', elastic: true },
        { header: 'FROM', align: 'left' },
        { header: 'UNTIL', align: 'left' },
        right('AWAY'),
      ],
      rows: shown.map((absence): Line[] => [
        line(span(placeWords(absence), 'literal')),
        line(fullTime(times, absence.from)),
        line(absence.until === null ? 'not seen to start' : fullTime(times, absence.until)),
        line(absence.until === null ? '–' : times.duration(absence.until - absence.from)),
      ]),
    },
    ...moreBlock(more, 'absence', 'absences'),
  ];
}

function right(header: string): Column {
  return { header, align: 'right' };
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', line: line(text) };
}

function moreBlock(more: number, noun: string, plural: string): Block[] {
  return more === 0 ? [] : [paragraph(`and ${more} more ${more === 1 ? noun : plural}`)];
}
