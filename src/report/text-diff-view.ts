import { structuredPatch } from 'diff';
import { type Filter, matcher, namesOfContainer } from '../diff/index.ts';
import { type Container, canonicalJson, containerLabel, type Json, type Pass } from '../roster/index.ts';
import { type Block, type Line, line, span, type Tone, type View } from './view.ts';
import { count, shortened } from './words.ts';

/** How many containers that changed alike are named. */
const shownContainers = 4;

/** The declarations of the containers whose identity changed, before and after, as unified diffs; equal ones once a pass. */
export function textDiffView(
  steps: Iterable<readonly [before: Pass, after: Pass]>,
  filter: Filter,
  asked: string,
): View {
  const blocks: Block[] = [
    { kind: 'title', line: line(span(asked, 'strong'), span(' · declarations before and after', 'muted')) },
  ];
  for (const [before, after] of steps) {
    for (const { hunks, places } of patches(before, after, filter)) {
      const named = shortened(
        places.map((text, index) => (index < places.length - 1 ? `${text},` : text)),
        shownContainers,
      );
      const head = line(
        span(`passes ${before.number} → ${after.number}`, 'strong'),
        `  ${count(places.length, 'container')}: ${named}`,
      );
      blocks.push({ kind: 'preformatted', lines: [head, ...hunks] });
    }
  }
  if (blocks.length === 1)
    blocks.push({ kind: 'preformatted', lines: [line(span('no declaration of a container changed', 'calm'))] });
  return blocks;
}

function patches(before: Pass, after: Pass, filter: Filter): { hunks: Line[]; places: string[] }[] {
  const folded = new Map<string, { hunks: Line[]; places: string[] }>();
  const known = new Map<string, Line[]>();
  for (const node of after.state.nodes.values()) {
    if (!matcher(filter.node)(node.node)) continue;
    for (const [id, container] of node.containers) {
      const last = before.state.nodes.get(node.node)?.containers.get(id);
      if (!last || (last.hosts.digest === container.hosts.digest && last.spec.digest === container.spec.digest))
        continue;
      if (!namesOfContainer(id).some(matcher(filter.container)) || !changesName(last, container, filter.name)) continue;
      const pair = [last, container].map(({ hosts, spec }) => hosts.digest + spec.digest).join();
      const hunks = known.get(pair) ?? hunkLines(containerText(last), containerText(container));
      known.set(pair, hunks);
      const key = JSON.stringify(hunks);
      const fold = folded.get(key) ?? { hunks, places: [] };
      fold.places.push(`${containerLabel(id)} on ${node.node}`);
      folded.set(key, fold);
    }
  }
  return [...folded.values()];
}

function changesName(before: Container, after: Container, pattern: string | undefined): boolean {
  if (pattern === undefined) return true;
  const matches = matcher(pattern);
  const texts = (container: Container) =>
    container.hosts.entries
      .filter(({ name }) => matches(name))
      .map(({ text }) => text)
      .join('\n');
  return texts(before) !== texts(after);
}

/** A container's declaration as text: its hosts list as written, then its spec with sorted keys, a value a line. */
export function containerText({ hosts, spec }: Container): string {
  const sorted = JSON.parse(canonicalJson(spec.value)) as Json;
  const entries = hosts.entries.map(({ text }) => `  ${text}`);
  return [
    'hosts:',
    ...entries,
    'spec:',
    ...JSON.stringify(sorted, null, 2)
      .split('\n')
      .map((text) => `  ${text}`),
    '',
  ].join('\n');
}

const tones: Record<string, Tone> = { '+': 'added', '-': 'removed' };

function hunkLines(before: string, after: string): Line[] {
  const { hunks } = structuredPatch('before', 'after', before, after, undefined, undefined, { context: 2 });
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    line(span(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, 'muted')),
    ...lines.map((text) => line(span(text, tones[text[0] as string] ?? 'plain'))),
  ]);
}
