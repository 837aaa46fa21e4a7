import type { Gap, Impact, PolicyImpact, Replaced } from '../diff/index.ts';
import { containerLabel, type Pass } from '../roster/index.ts';
import { gapLines } from './doubt-lines.ts';
import { moveLines } from './move-lines.ts';
import { outcomeLines } from './outcome-lines.ts';
import { assumptionLines } from './policy-words.ts';
import { replacementLines } from './replacement-lines.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Block, type Line, line, type Span, span, type View } from './view.ts';
import { count, listed } from './words.ts';

/** A change that is weighed, as it was asked for. */
export type ChangeWords =
  | {
      readonly kind: 'names';
      readonly changes: readonly {
        readonly name: string;
        readonly before: readonly string[];
        readonly after: readonly string[];
      }[];
    }
  | { readonly kind: 'file'; readonly file: string };

/** What `impact` is asked with, besides what came of it. */
export interface AskedImpact {
  readonly words: ChangeWords;
  /** The pass that the change would follow. */
  readonly latest: Pick<Pass, 'number' | 'at'>;
  readonly gaps: readonly Gap[];
  readonly controlPlane: readonly string[];
}

const shownContainers = 8;

/** What `impact` answers: what would move, what would be replaced now by node, and the same under each policy. */
export function impactView(impact: Impact, asked: AskedImpact, times: TimeWriter): View {
  const { latest, controlPlane, gaps } = asked;
  const [recorded] = impact.policies as [PolicyImpact];
  const title: Block = {
    kind: 'title',
    line: line(
      ...changeSpans(asked.words),
      `, after pass ${latest.number} of ${fullTime(times, latest.at)}`,
      span(` · ${times.zone}`, 'muted'),
    ),
  };
  return [
    title,
    { kind: 'entry', head: headLine(recorded, impact, controlPlane), lines: detailLines(impact) },
    ...nodeBlock(recorded, impact),
    policyTable(impact, controlPlane.length > 0),
    ...(gaps.length === 0
      ? []
      : [
          {
            kind: 'entry',
            head: line(span(count(gaps.length, 'gap'), 'moved'), ' in the passes before'),
            lines: gapLines(gaps, times),
          } as Block,
        ]),
    { kind: 'bullets', items: noteLines(impact, asked) },
  ];
}

function changeSpans(words: ChangeWords): Span[] {
  if (words.kind === 'file') return [span('applying '), span(words.file, 'strong')];
  return words.changes.flatMap(({ name, before, after }, index): Span[] => {
    const verb = before.length === 0 ? 'adding ' : after.length === 0 ? 'removing ' : 'moving ';
    const where =
      before.length === 0
        ? ` at ${after.join(' ')}`
        : after.length === 0
          ? ''
          : ` from ${before.join(' ')} to ${after.join(' ')}`;
    return [span(`${index === 0 ? '' : ', '}${verb}`), span(name, 'strong'), span(where)];
  });
}

function headLine({ now }: PolicyImpact, { sizes, change }: Impact, controlPlane: readonly string[]): Line {
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const { created, removed } = change.difference.replacements;
  const changes = [
    created.length === 0 ? '' : count(created.length, 'container comes', 'containers come'),
    removed.length === 0 ? '' : count(removed.length, 'container goes', 'containers go'),
  ].filter((text) => text !== '');
  const rest = changes.length === 0 ? '' : `; ${listed(changes)}`;
  if (all === 0) return line('no container is recorded, so that it is not known what it replaces', rest);
  if (now.length === 0) return line(span('replaces nothing', 'calm'), ` of ${count(all, 'container')}${rest}`);
  const own = now.filter((one) => one.controlPlane).length;
  const nodes = new Set(now.map(({ node }) => node)).size;
  return line(
    span(`replaces ${now.length} of ${count(all, 'container')}`, 'alarm'),
    ` on ${count(nodes, 'node')}`,
    ...(controlPlane.length === 0 ? [] : [', ', span(`${own} of the control plane`, own > 0 ? 'alarm' : 'calm')]),
    rest,
  );
}

/** The moves and the causes, as `diff` tells those of a pass. */
function detailLines({ change, sizes }: Impact): Line[] {
  const { moves, replacements } = change.difference;
  const outcomes = change.pass.outcomes.filter(({ outcome }) => outcome !== 'unreported');
  const lines = [
    ...outcomeLines({ ...change.pass, outcomes }),
    ...moveLines(moves, sizes),
    ...replacementLines(replacements, sizes),
  ];
  return lines.length === 0 ? [line(span('no name moves and no container changes', 'muted'))] : lines;
}

/** What is replaced under the rule of now, by node; what the control plane runs on first. */
function nodeBlock({ now }: PolicyImpact, { sizes }: Impact): Block[] {
  if (now.length === 0) return [];
  const nodes = [...sizes].filter(([node]) => now.some((one) => one.node === node));
  const rows = nodes.map(([node, size]) => {
    const own = now.filter((one) => one.node === node);
    return { label: node, lines: [line(`${own.length} of ${size}: `, ...containersLine(own))] };
  });
  return [{ kind: 'facts', rows }];
}

/** `*` marks what the control plane runs on. */
function containersLine(replaced: readonly Replaced[]): Line {
  const order = [...replaced].sort((a, b) => Number(b.controlPlane) - Number(a.controlPlane));
  const shown = order.length > shownContainers + 1 ? order.slice(0, shownContainers) : order;
  const more = order.length - shown.length;
  return line(
    ...shown.flatMap(({ container, controlPlane }, index) => [
      index === 0 ? '' : ', ',
      controlPlane ? span(`*${containerLabel(container)}`, 'alarm') : span(containerLabel(container)),
    ]),
    more === 0 ? '' : ` and ${more} more`,
  );
}

function policyTable({ policies, sizes }: Impact, isNamed: boolean): Block {
  const number = (value: number) => line(value === 0 ? span('0', 'calm') : String(value));
  return {
    kind: 'table',
    columns: [
      { header: 'POLICY', align: 'left' },
      { header: 'NOW', align: 'right' },
      ...(isNamed ? [{ header: 'CONTROL', align: 'right' } as const] : []),
      { header: 'LATER', align: 'right' },
      { header: 'BY NODE', align: 'left', elastic: true },
    ],
    rows: policies.map(({ policy, now, anyway, later, laterPasses }) => [
      line(span(policy.name, 'strong')),
      anyway === 0 ? number(now.length) : line(`${now.length} (${anyway} anyway)`),
      ...(isNamed ? [number([...now, ...later].filter(({ controlPlane }) => controlPlane).length)] : []),
      later.length === 0 ? number(0) : line(`${later.length} by pass +${laterPasses}`),
      line(nodesWords([...now, ...later], sizes)),
    ]),
  };
}

const shownNodes = 4;

function nodesWords(replaced: readonly Replaced[], sizes: ReadonlyMap<string, number>): string {
  const counts = new Map<string, Set<string>>();
  for (const { node, container } of replaced) counts.set(node, (counts.get(node) ?? new Set()).add(container));
  if (counts.size === 0) return '–';
  if ([...sizes].every(([node, size]) => (counts.get(node)?.size ?? 0) === size)) return 'every container';
  const words = [...counts].map(([node, containers]) => `${node} ${containers.size}/${sizes.get(node)}`);
  return listed(words, shownNodes);
}

function noteLines({ policies }: Impact, { controlPlane, words }: AskedImpact): Line[] {
  const own =
    controlPlane.length === 0
      ? 'no container is named that the control plane runs on (--control-plane)'
      : `* and control, now and later: what the control plane runs on (${controlPlane.join(', ')})`;
  const adds = words.kind === 'names' && words.changes.some(({ before }) => before.length === 0);
  const has = (test: (one: PolicyImpact) => boolean) => policies.some(test);
  const notes = [
    own,
    ...(adds ? ["a name that comes goes into each hosts list that has at least half of the mesh's names"] : []),
    ...(has(({ anyway }) => anyway > 0)
      ? ['anyway: the policy would replace them in that pass without the change too']
      : []),
    ...(has(({ later }) => later.length > 0)
      ? ['later: replaced by passes after the one that brings the change, though nothing else changes']
      : []),
  ];
  return [...notes.map((text) => line(span(text, 'muted'))), ...assumptionLines(policies)];
}
