import {
  type ExplainedPass,
  type Filter,
  type Gap,
  gapsOf,
  matcher,
  meshView,
  nodeView,
  ownersOf,
} from '../diff/index.ts';
import { type Pass, triggerText, writtenTexts } from '../roster/index.ts';
import { chosenContainers, containerBlocks } from './container-blocks.ts';
import { passJson } from './diff-json.ts';
import { gapLines } from './doubt-lines.ts';
import { gapsJson } from './gaps-json.ts';
import { keyWords, passLines } from './pass-lines.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Block, type Line, line, span, type View } from './view.ts';
import { count, oneLine } from './words.ts';

/** What `show` answers: one pass whole, or the declarations of the containers that were asked for. */
export function showView(
  explained: ExplainedPass,
  pass: Pass,
  filter: Filter,
  times: TimeWriter,
  gaps: readonly Gap[] = [],
): View {
  const title = line(
    span(`pass ${pass.number}${keyWords(pass)}`, 'strong'),
    span(` · ${fullTime(times, pass.at)} · ${times.zone}`, 'muted'),
  );
  if (filter.container !== undefined) return [{ kind: 'title', line: title }, ...containerBlocks(pass, filter)];
  const did = passLines(explained);
  return [
    { kind: 'title', line: title },
    { kind: 'facts', rows: [...passFacts(pass, times), ...gapFacts(gaps, times)] },
    {
      kind: 'entry',
      head: line(span('What it did', 'strong')),
      lines: did.length === 0 ? [line(span('nothing: no name moved and no container was replaced', 'calm'))] : did,
    },
    nodeTable(explained, pass, filter),
    ...rosterBlocks(pass),
  ];
}

function passFacts(pass: Pass, times: TimeWriter) {
  const rows: [string, string][] = [
    ['trigger', oneLine(triggerText(pass.trigger))],
    ['recorded', fullTime(times, pass.recordedAt)],
    ['source', pass.source ?? ''],
    ['controller', pass.controller],
    ['other', Object.keys(pass.extra).length === 0 ? '' : JSON.stringify(pass.extra)],
  ];
  return rows.filter(([, text]) => text !== '').map(([label, text]) => ({ label, lines: [line(text)] }));
}

/** What lies unrecorded before the pass; how its nodes fared stands in their table. */
function gapFacts(gaps: readonly Gap[], times: TimeWriter) {
  const between = gaps.filter(({ kind }) => kind !== 'unreadable' && kind !== 'partial');
  return between.length === 0 ? [] : [{ label: 'gaps', lines: gapLines(between, times) }];
}

function nodeTable({ difference }: ExplainedPass, pass: Pass, filter: Filter): Block {
  const outcomes = pass.outcomes.filter(({ node }) => matcher(filter.node)(node));
  return {
    kind: 'table',
    columns: [
      { header: 'NODE', align: 'left' },
      { header: 'ADDRESS', align: 'left' },
      { header: 'OUTCOME', align: 'left' },
      { header: 'CONTAINERS', align: 'right' },
      { header: 'NAMES', align: 'right' },
      { header: 'REPLACED', align: 'right' },
      { header: 'ERROR', align: 'left', elastic: true },
    ],
    rows: outcomes.map(({ node, outcome, error }): Line[] => {
      const state = pass.state.nodes.get(node);
      const replaced =
        difference?.replacements.containers.filter((one) => one.node === node && one.observed !== false).length ?? 0;
      return [
        line(span(node, 'strong')),
        line(state?.address ?? ''),
        line(span(outcome, outcome === 'planned' ? 'plain' : 'alarm')),
        line(String(state?.containers.size ?? 0)),
        line(String(state ? nodeView(state).names.size : 0)),
        line(String(replaced)),
        line(oneLine(error ?? '')),
      ];
    }),
  };
}

function rosterBlocks(pass: Pass): Block[] {
  const { names, disputed } = meshView(pass.state);
  const owners = ownersOf(pass.state);
  const given = pass.state.roster === null ? 'the names on which all hosts lists agree' : 'the roster';
  const also = disputed.size === 0 ? '' : `; ${count(disputed.size, 'name')} on which the nodes disagree`;
  return [
    { kind: 'entry', head: line(span(`${given}: ${count(names.size, 'name')}${also}`, 'strong')), lines: [] },
    {
      kind: 'table',
      columns: [
        { header: 'NAME', align: 'left', elastic: true },
        { header: 'ADDRESS', align: 'left' },
        { header: 'OWNER', align: 'left' },
      ],
      rows: [...names].map(([name, addresses]) => [
        line(name),
        line(addresses.join(' ') || '–'),
        line(span(owners.ownerOf(name, addresses) ?? '–', 'muted')),
      ]),
    },
  ];
}

/** What `show --json` prints: the pass as in `diff --json`, with the roster and the declarations in force after it. */
export function showJson(
  explained: ExplainedPass,
  pass: Pass,
  filter: Filter,
  times: TimeWriter,
  gaps: readonly Gap[] = gapsOf([pass]),
) {
  const owners = ownersOf(pass.state);
  const { names } = meshView(pass.state);
  return {
    format: 'roster-history/show@1',
    ...gapsJson(gaps, times),
    ...passJson(explained, times),
    controller: pass.controller,
    recordedAt: times.instant(pass.recordedAt),
    source: pass.source,
    extra: pass.extra,
    roster: {
      given: pass.state.roster !== null,
      names: [...names].map(([name, addresses]) => ({ name, addresses, owner: owners.ownerOf(name, addresses) })),
    },
    nodes: chosenContainers(pass, filter).map(({ node, containers }) => ({
      node: node.node,
      address: node.address,
      extra: node.extra,
      containers: containers.map(({ id, hosts, spec, engine }) => ({
        container: id,
        hosts: writtenTexts(hosts.entries),
        spec: spec.value,
        engineId: engine?.id ?? null,
      })),
    })),
  };
}
