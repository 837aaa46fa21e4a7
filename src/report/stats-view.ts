import type { HorizonWords } from './horizon-words.ts';
import { prunedWords } from './horizon-words.ts';
import { type LimitWords, limitsWords, sizeWords } from './prune-words.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Line, line, span, type View } from './view.ts';
import { count } from './words.ts';

/** What a store holds, as it is told. */
export interface StatsFacts {
  readonly file: string;
  readonly controllers: readonly ControllerFacts[];
  readonly size: { readonly file: number; readonly log: number; readonly free: number; readonly used: number };
  readonly kinds: readonly {
    readonly kind: string;
    readonly contents: number;
    readonly bytes: number;
    readonly uses: number;
  }[];
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly bytes: number }[];
  readonly growth: { readonly days: number; readonly passes: number; readonly bytes: number } | null;
  readonly limits: LimitWords;
  /** What prune would remove under the limits, and the bytes that would be freed, about. */
  readonly beyond: { readonly passes: number; readonly bytes: number };
}

/** The passes of a controller and the mesh after the last of them. */
export interface ControllerFacts {
  readonly controller: string;
  readonly passes: number;
  readonly first: { readonly pass: number; readonly at: number };
  readonly last: { readonly pass: number; readonly at: number };
  readonly nodes: number;
  readonly names: number;
  readonly containers: number;
  readonly horizon: HorizonWords | null;
}

const dayMs = 24 * 3_600_000;

/** What `stats` answers. */
export function statsView(facts: StatsFacts, times: TimeWriter): View {
  const { size, limits } = facts;
  const several = facts.controllers.length > 1;
  return [
    { kind: 'title', line: line(span(facts.file, 'strong'), span(` · ${times.zone}`, 'muted')) },
    {
      kind: 'facts',
      rows: [
        ...facts.controllers.map((one) => ({
          label: 'PASSES',
          lines: controllerLines(one, several, times),
        })),
        {
          label: 'SIZE',
          lines: [
            line(
              span(sizeWords(size.used), 'strong'),
              `: a file of ${sizeWords(size.file)}, a log of ${sizeWords(size.log)}`,
            ),
            ...(size.free > 0 ? [line(`${sizeWords(size.free)} of the file are free`)] : []),
          ],
        },
        { label: 'GROWTH', lines: growthLines(facts) },
        { label: 'PRUNE', lines: [line(`kept ${limitsWords(limits)}: ${beyondWords(facts)}`)] },
      ],
    },
    {
      kind: 'table',
      columns: [
        { header: 'CONTENTS', align: 'left' },
        { header: 'NUMBER', align: 'right' },
        { header: 'STORED', align: 'right' },
        { header: 'EACH USED', align: 'right' },
      ],
      rows: facts.kinds.map(({ kind, contents, bytes, uses }) => [
        line(kind),
        line(String(contents)),
        line(sizeWords(bytes)),
        line(timesWords(uses / contents)),
      ]),
    },
    {
      kind: 'table',
      columns: [
        { header: 'TABLE', align: 'left' },
        { header: 'ROWS', align: 'right' },
        { header: 'IN THE FILE', align: 'right' },
      ],
      rows: facts.tables.map(({ table, rows, bytes }) => [line(table), line(String(rows)), line(sizeWords(bytes))]),
    },
  ];
}

function controllerLines(one: ControllerFacts, several: boolean, times: TimeWriter): Line[] {
  const { passes, first, last, nodes, names, containers, horizon } = one;
  const daily = perDay(one);
  return [
    line(
      several ? span(`${one.controller}: `, 'strong') : '',
      `${count(passes, 'pass', 'passes')}, ${first.pass} to ${last.pass}${daily === null ? '' : `, ${daily} a day`}`,
    ),
    line(`from ${fullTime(times, first.at)} to ${fullTime(times, last.at)}`),
    line(`${count(nodes, 'node')}, ${count(names, 'name')}, ${count(containers, 'container')}`),
    ...(horizon === null ? [] : [line(prunedWords(horizon, times))]),
  ];
}

function growthLines(facts: StatsFacts): Line[] {
  const { growth, limits, size } = facts;
  if (growth === null) return [line('not known yet: the passes are of less than an hour')];
  const daily = growth.bytes / growth.days;
  const span = growth.days < 1 ? count(Math.round(growth.days * 24), 'hour') : count(Math.round(growth.days), 'day');
  if (growth.passes === 0)
    return [line(`no pass ran in the last ${span}: it goes by when passes ran, not by when they were recorded`)];
  const words = `about ${sizeWords(Math.round(daily))} a day over the last ${span}, in ${count(growth.passes, 'pass', 'passes')}`;
  return [line(words), ...limitLines(limits.maxBytes, size.used, daily)];
}

function limitLines(maxBytes: number | null, used: number, daily: number): Line[] {
  const days = daysToLimit(maxBytes, used, daily);
  if (maxBytes === null || days === null) return [];
  const far = days > 3650 ? 'in more than ten years' : `in about ${count(Math.ceil(days), 'day')}`;
  return [
    line(days === 0 ? `larger than ${sizeWords(maxBytes)}` : `at that rate ${sizeWords(maxBytes)} are reached ${far}`),
  ];
}

/** When a limit is reached at a rate; null where that is never. */
function daysToLimit(maxBytes: number | null, used: number, daily: number): number | null {
  if (maxBytes === null) return null;
  if (used > maxBytes) return 0;
  return daily > 0 ? (maxBytes - used) / daily : null;
}

function beyondWords({ beyond, size }: StatsFacts): string {
  if (beyond.passes === 0) return 'nothing would go';
  return `${count(beyond.passes, 'pass', 'passes')} would go, about ${sizeWords(beyond.bytes)} of ${sizeWords(size.used)}`;
}

function perDay({ passes, first, last }: ControllerFacts): number | null {
  const days = (last.at - first.at) / dayMs;
  return days < 1 ? null : Number((passes / days).toPrecision(2));
}

function timesWords(number: number): string {
  return number < 10 ? `${number.toFixed(1)} times` : `${Math.round(number)} times`;
}

/** What `stats --json` prints. */
export function statsJson(facts: StatsFacts, times: TimeWriter) {
  const { file, size, kinds, tables, growth, limits, beyond } = facts;
  const daily = growth === null ? null : Math.round(growth.bytes / growth.days);
  const days = daily === null ? null : daysToLimit(limits.maxBytes, size.used, daily);
  return {
    format: 'roster-history/stats@1',
    complete: true,
    gaps: [],
    store: file,
    controllers: facts.controllers.map((one) => ({
      controller: one.controller,
      passes: one.passes,
      first: { pass: one.first.pass, at: times.instant(one.first.at) },
      last: { pass: one.last.pass, at: times.instant(one.last.at) },
      passesPerDay: perDay(one),
      nodes: one.nodes,
      names: one.names,
      containers: one.containers,
      pruned:
        one.horizon === null
          ? null
          : { passes: one.horizon.removed, until: one.horizon.untilPass, at: times.instant(one.horizon.prunedAt) },
    })),
    bytes: size,
    contents: kinds,
    tables,
    growth:
      growth === null ? null : { days: growth.days, passes: growth.passes, bytes: growth.bytes, bytesPerDay: daily },
    limits: { ...limits, reachedInDays: days === null ? null : Number(days.toFixed(1)) },
    prune: beyond,
  };
}
