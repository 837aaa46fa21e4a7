import { type Container, containerLabel, namesOf, type PassDraft, type Report, triggerText } from '../roster/index.ts';
import { problemLines } from './problem-lines.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Block, type Line, line, span, type View } from './view.ts';
import { count, listed, oneLine, shortened } from './words.ts';

const shownContainers = 20;
const shownNames = 12;
const shownPlaces = 6;

/** A mapped input as recording would read it. */
export interface MappedPass {
  readonly draft: PassDraft;
  /** Where secrets stood, and in how many containers. */
  readonly redacted: ReadonlyMap<string, number>;
  /** What the input and its mapping are called. */
  readonly source: string;
  readonly mapping: string;
}

/** What `map` answers: what a mapping makes of an input, node by node, before anything of it is recorded. */
export function mappedView({ draft, redacted, source, mapping }: MappedPass, times: TimeWriter): View {
  const what = draft.lone ? 'the declaration of one node' : 'a pass document';
  return [
    {
      kind: 'title',
      line: line(span(`${source} is ${what}`, 'strong'), span(` · by ${mapping} · nothing is recorded`, 'muted')),
    },
    { kind: 'facts', rows: factsOf(draft, redacted, times) },
    ...draft.reports.map(nodeBlock),
    ...(draft.reports.length === 0 && draft.roster === null ? [nothingBlock] : []),
    ...problemBlocks(draft),
  ];
}

const nothingBlock: Block = {
  kind: 'paragraph',
  line: line(span('it reports no node and gives no roster: recorded, it would change nothing', 'alarm')),
};

function factsOf(draft: PassDraft, redacted: ReadonlyMap<string, number>, times: TimeWriter) {
  const rows: [string, string][] = [
    ['controller', draft.controller],
    ['pass', draft.key ?? ''],
    ['at', draft.at === null ? 'the time of recording' : fullTime(times, draft.at)],
    ['trigger', oneLine(triggerText(draft.trigger))],
    ['error', oneLine(draft.error ?? '')],
    ['roster', draft.roster === null ? '' : namesWords(namesOf(draft.roster.list).keys())],
    ['other', Object.keys(draft.extra).length === 0 ? '' : JSON.stringify(draft.extra)],
    ['secrets', secretWords(redacted)],
  ];
  return rows.filter(([, text]) => text !== '').map(([label, text]) => ({ label, lines: [line(text)] }));
}

function secretWords(redacted: ReadonlyMap<string, number>): string {
  if (redacted.size === 0) return 'none found';
  const places = [...redacted].map(([path, containers]) => `${path} in ${count(containers, 'container')}`);
  return `kept as digests: ${listed(places, shownPlaces)}`;
}

function namesWords(names: Iterable<string>): string {
  const known = [...names];
  return known.length === 0 ? 'no names' : `${count(known.length, 'name')}: ${shortened(known, shownNames)}`;
}

function nodeBlock(report: Report): Block {
  const isPlanned = report.outcome === 'planned';
  const error = isPlanned || report.error === null ? '' : `: ${oneLine(report.error)}`;
  const address = 'declaration' in report ? report.declaration.address : report.address;
  return {
    kind: 'entry',
    head: line(
      span(report.node, 'strong'),
      '  ',
      span(report.outcome, isPlanned ? 'calm' : 'alarm'),
      error,
      span(address === null ? '' : ` · ${address}`, 'muted'),
    ),
    lines:
      'declaration' in report
        ? declarationLines(report.declaration)
        : [line(span('what it declared last stands', 'muted'))],
  };
}

function declarationLines({
  containers,
  roster,
  extra,
}: Extract<Report, { outcome: 'planned' }>['declaration']): Line[] {
  const lines =
    containers === null
      ? [line(span('says nothing of its containers: those it had stand', 'moved'))]
      : containerLines(containers);
  const names = new Set((containers ?? []).flatMap(({ hosts }) => [...namesOf(hosts).keys()]));
  if (names.size > 0) lines.push(line(namesWords(names)));
  if (roster !== null) lines.push(line(`roster of ${namesWords(namesOf(roster.list).keys())}`));
  if (Object.keys(extra).length > 0) lines.push(line(span(`also kept: ${Object.keys(extra).join(', ')}`, 'muted')));
  return lines;
}

function containerLines(containers: readonly Container[]): Line[] {
  if (containers.length === 0) return [line(span('no container', 'moved'))];
  const shown = containers.length <= shownContainers + 1 ? containers : containers.slice(0, shownContainers);
  const lines = shown.map(({ id, hosts, spec }) => {
    const entries = count(hosts.entries.length, 'host entry', 'host entries');
    const keys = Object.keys(spec.value);
    return line(
      containerLabel(id),
      `  ${entries}`,
      span(keys.length === 0 ? ' · no spec' : ` · ${keys.join(', ')}`, 'muted'),
    );
  });
  if (shown.length < containers.length) lines.push(line(`and ${containers.length - shown.length} more`));
  return lines;
}

function problemBlocks({ problems }: PassDraft): Block[] {
  if (problems.length === 0) return [];
  return [
    { kind: 'entry', head: line(span(count(problems.length, 'problem'), 'strong')), lines: problemLines(problems) },
  ];
}
