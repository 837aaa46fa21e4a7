import type { Coincidence, ExplainedPass, ExplainedWindow, Gap, MoveGroup } from '../diff/index.ts';
import { addressWords, reasonWords } from './move-lines.ts';
import { nodeCounts, whyWords } from './replacement-lines.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Line, line, span } from './view.ts';
import { count, listed, ranges, shortened } from './words.ts';

/** One row of a summary: a label and what it says. */
export interface Fact {
  readonly label: string;
  readonly lines: readonly Line[];
}

/** What a `diff` was asked: in words; whether its last pass is the last one recorded; for two states, the passes between them. */
export interface AskedDiff {
  readonly words: string;
  readonly latest: boolean;
  readonly between: readonly number[] | null;
}

const shownGroups = 4;
const shownNames = 12;
const shownGaps = 4;

/** The summary of a window: what moved, why, what it cost, what is left of it, whether it is over, what it was not. */
export function summaryFacts(window: ExplainedWindow, asked: AskedDiff, times: TimeWriter): Fact[] {
  const { groups, passes } = window;
  const facts: Fact[] = [];
  const add = (label: string, lines: readonly Line[]) => {
    if (lines.length > 0) facts.push({ label, lines });
  };
  add('MOVED', groups.length === 0 ? [line(span('no name moved', 'calm'))] : groupLines(groups));
  add('WHY', whyLines(groups));
  add('COST', costLines(passes));
  if (asked.between === null) {
    add('NET', netLines(window));
    add('NOW', nowLines(passes, asked.latest, times));
  } else {
    add('BETWEEN', betweenLines(asked.between, passes));
  }
  add('NOT IT', coincidenceLines(window));
  add('DISAGREE', disagreementLines(window));
  add('GAPS', gapLines(window.gaps));
  return facts;
}

function groupLines(groups: readonly MoveGroup[]): Line[] {
  const lines = groups.slice(0, shownGroups).flatMap((group) => {
    const { names, owner, steps } = group;
    const of = owner === null ? '' : ` of ${owner}`;
    const what = names.length === 1 ? `${names[0]}${of}` : `${count(names.length, 'name')}${of}`;
    const together = names.length === 1 ? '' : ' together';
    const times = steps.length === 1 ? 'once' : `${steps.length} times`;
    const head = line(span(what, 'strong'), ` moved${together} ${times}: ${stepWords(group)}`);
    return names.length === 1 ? [head] : [head, line(span(shortened(names, shownNames), 'muted'))];
  });
  const more = groups.slice(shownGroups);
  if (more.length === 0) return lines;
  const names = more.reduce((sum, group) => sum + group.names.length, 0);
  return [...lines, line(span(`and ${count(names, 'more name')} in ${count(more.length, 'other set')}`, 'muted'))];
}

function stepWords({ steps, before, after }: MoveGroup): string {
  const kinds = [
    ['gone', 'removed'],
    ['back', 'added'],
    ['moved', 'moved'],
    ['reordered', 'reordered'],
  ] as const;
  const words = kinds.flatMap(([word, kind]) => {
    const passes = steps.filter((step) => step.kind === kind);
    if (passes.length === 0) return [];
    const fresh = kind === 'added' && passes.every(({ reason }) => reason === 'new');
    return [
      `${fresh ? 'new' : word} in ${passes.length === 1 ? 'pass' : 'passes'} ${ranges(passes.map(({ pass }) => pass))}`,
    ];
  });
  const [only] = steps;
  const addresses = steps.length === 1 && only ? ` (${addressWords({ kind: only.kind, before, after })})` : '';
  return `${words.join('; ')}${addresses}`;
}

function whyLines(groups: readonly MoveGroup[]): Line[] {
  const lines = groups.slice(0, shownGroups).flatMap(({ names, owner, steps }) => {
    const removal = steps.find(({ kind }) => kind === 'removed');
    if (!removal) return [];
    return [line(span(reasonWords(removal), 'strong'), `: ${removalWords(removal, names.length, owner)}`)];
  });
  return [...new Map(lines.map((one) => [JSON.stringify(one), one])).values()];
}

function removalWords({ reason, evidence }: MoveGroup['steps'][number], names: number, owner: string | null): string {
  const whose = owner ?? 'its owner';
  if (reason === 'withdrawn') return `${whose} planned without ${names === 1 ? 'it' : 'them'}`;
  if (reason === 'unknown') return 'nothing recorded says why, and nothing in the shape of the move does';
  if (evidence === 'recorded')
    return `${whose} did not plan in the passes in which ${names === 1 ? 'it was' : 'they were'} gone`;
  return owner === null
    ? 'so many names went at once that a failure is likelier than a decision; no outcome reports one'
    : `all of ${owner}'s routed names went at once, as when its plan fails; no outcome reports a failure`;
}

function costLines(passes: readonly ExplainedPass[]): Line[] {
  const containers = passes
    .flatMap(({ difference }) => difference?.replacements.containers ?? [])
    .filter(({ observed }) => observed !== false);
  const costly = passes.filter(({ difference }) => (difference?.replacements.total ?? 0) > 0);
  if (costly.length === 0) return [line(span('no container was replaced', 'calm'))];
  const causeSets = [...new Map(containers.map(({ causes }) => [causes.join(), causes])).values()];
  const why =
    causeSets.length === 1 ? `for ${whyWords(causeSets[0] ?? [])}` : `for ${listed([...new Set(causeSets.flat())])}`;
  const signature = (one: ExplainedPass) => nodeCounts(one.difference?.replacements.containers ?? [], one.sizes);
  const [first] = costly as [ExplainedPass];
  const same = costly.every((one) => signature(one) === signature(first));
  const each = same ? `${costly.length === 1 ? '' : 'each time '}${signature(first)}` : '';
  return [
    line(
      span(count(containers.length, 'replacement'), 'alarm'),
      passes.length === 1 ? ` ${why}` : ` in ${costly.length} of ${count(passes.length, 'pass', 'passes')}, ${why}`,
    ),
    ...(each === '' ? [] : [line(span(each, 'muted'))]),
  ];
}

function netLines({ net, passes, baseline, groups }: ExplainedWindow): Line[] {
  if (net === null) return [];
  const from = baseline?.number ?? passes[0]?.pass.number;
  const to = passes.at(-1)?.pass.number;
  if (from === to) return [];
  const span_ = `from pass ${from} to pass ${to}`;
  const { total, created, removed } = net.replacements;
  const parts = [
    net.moves.length > 0 ? `${count(net.moves.length, 'name')} moved` : '',
    total > 0 ? `${count(total, 'container')} changed` : '',
    created.length > 0 ? `${count(created.length, 'container')} came` : '',
    removed.length > 0 ? `${count(removed.length, 'container')} went` : '',
  ].filter((text) => text !== '');
  if (parts.length > 0) {
    const names =
      net.moves.length === 0
        ? []
        : [
            line(
              span(
                shortened(
                  net.moves.map(({ name }) => name),
                  shownNames,
                ),
                'muted',
              ),
            ),
          ];
    return [line(`${span_}: ${listed(parts)}`), ...names];
  }
  if (groups.length === 0) return [line(`nothing changed ${span_}`)];
  return [line(span('NOTHING', 'alarm'), ` ${span_}: every name that moved is back where it was`)];
}

function betweenLines(between: readonly number[], [after]: readonly ExplainedPass[]): Line[] {
  const [first] = between;
  if (first === undefined) return [];
  const walk = `roster-history diff --since ${first} --until ${after?.pass.number}`;
  return [
    line(
      `${count(between.length, 'pass lies', 'passes lie')} between, of which this comparison says nothing: `,
      span(walk, 'strong'),
    ),
  ];
}

function nowLines(passes: readonly ExplainedPass[], latest: boolean, times: TimeWriter): Line[] {
  const last = passes.at(-1);
  const moved = passes.findLast(({ difference }) => (difference?.moves.length ?? 0) > 0);
  if (!last || !moved) return [];
  const quiet = passes.length - 1 - passes.indexOf(moved);
  const when = `pass ${moved.pass.number}, ${fullTime(times, moved.pass.at)}`;
  const later = latest ? '' : '; later passes are recorded, and are not in this window';
  if (quiet > 0) return [line(`${count(quiet, 'quiet pass', 'quiet passes')} since the last move (${when})${later}`)];
  if (!latest) return [line(`names moved in the last pass of this window (${when})${later}`)];
  return [line(span('not over', 'alarm'), `: names moved in the last pass recorded (${when})`)];
}

function coincidenceLines({ coincidences }: ExplainedWindow): Line[] {
  const folded = new Map<string, Coincidence[]>();
  for (const one of coincidences) {
    const key = JSON.stringify([one.mentions, one.absent]);
    folded.set(key, [...(folded.get(key) ?? []), one]);
  }
  return [...folded.values()].slice(0, shownGroups).map((same) => {
    const [{ mentions, absent }] = same as [Coincidence];
    const triggers = same.flatMap(({ trigger, passes }, index) => [
      index === 0 ? '' : ', ',
      span(`"${trigger}"`, 'strong'),
      ` (${passes.length === 1 ? 'pass' : 'passes'} ${ranges(passes)})`,
    ]);
    const nowhere = absent.length === 0 ? '' : `; no roster holds a name of ${listed(absent)}`;
    return line(...triggers, `: nothing that moved is of ${listed(mentions)}${nowhere}`);
  });
}

function disagreementLines({ disagreements }: ExplainedWindow): Line[] {
  const shown = disagreements.slice(0, shownGroups).map(({ name, values }) => {
    const words = Object.entries(values).map(
      ([node, addresses]) => `${node} has ${addresses.join(' ') || 'no address'}`,
    );
    return line(
      span(name, 'strong'),
      `: ${shortened(
        words.map((text, index) => (index < words.length - 1 ? `${text},` : text)),
        6,
      )}`,
    );
  });
  const more = disagreements.length - shown.length;
  return more > 0 ? [...shown, line(span(`and ${count(more, 'more name')}`, 'muted'))] : shown;
}

function gapLines(gaps: readonly Gap[]): Line[] {
  const shown = gaps.slice(0, shownGaps).map(({ kind, pass, node, text }) => {
    return line(span(kind, 'alarm'), ` pass ${pass}${node === null ? '' : `, ${node}`}: ${text}`);
  });
  const more = gaps.length - shown.length;
  return more > 0 ? [...shown, line(span(`and ${more} more`, 'muted'))] : shown;
}
