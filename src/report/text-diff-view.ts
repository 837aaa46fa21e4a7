import { structuredPatch } from 'diff';
import { type Filter, matcher, namesOfContainer } from '../diff/index.ts';
import { type Container, canonicalJson, containerLabel, type Json, type Pass, writtenTexts } from '../roster/index.ts';
import { type Block, type Line, line, span, type Tone, type View } from './view.ts';
import { count, listed } from './words.ts';

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
  const hunksOf = hunkMaker();
  for (const [before, after] of steps) {
    for (const { hunks, places } of patches(before, after, filter, hunksOf)) {
      const head = line(
        span(`passes ${before.number} → ${after.number}`, 'strong'),
        `  ${count(places.length, 'container')}: ${listed(places, shownContainers)}`,
      );
      blocks.push({ kind: 'preformatted', lines: [head, ...hunks] });
    }
  }
  if (blocks.length === 1)
    blocks.push({ kind: 'preformatted', lines: [line(span('no declaration of a container changed', 'calm'))] });
  return blocks;
}

/** The hunks between two declarations of a container; equal ones are one object. */
type HunksOf = (before: Container, after: Container) => readonly Line[];

function patches(
  before: Pass,
  after: Pass,
  filter: Filter,
  hunksOf: HunksOf,
): { hunks: readonly Line[]; places: string[] }[] {
  const [node, container] = [matcher(filter.node), matcher(filter.container)];
  const folded = new Map<readonly Line[], string[]>();
  for (const { node: name, containers } of after.state.nodes.values()) {
    if (!node(name)) continue;
    for (const [id, next] of containers) {
      const last = before.state.nodes.get(name)?.containers.get(id);
      if (!last || sameIdentity(last, next) || !namesOfContainer(id).some(container)) continue;
      if (!changesName(last, next, filter.name)) continue;
      const hunks = hunksOf(last, next);
      const places = folded.get(hunks) ?? [];
      folded.set(hunks, places);
      places.push(`${containerLabel(id)} on ${name}`);
    }
  }
  return [...folded].map(([hunks, places]) => ({ hunks, places }));
}

function sameIdentity(before: Container, after: Container): boolean {
  return before.hosts.digest === after.hosts.digest && before.spec.digest === after.spec.digest;
}

/** Compares each pair of declarations once, however many containers and passes share it. */
function hunkMaker(): HunksOf {
  const byPair = new Map<string, readonly Line[]>();
  const byText = new Map<string, readonly Line[]>();
  return (before, after) => {
    const pair = [before, after].map(({ hosts, spec }) => hosts.digest + spec.digest).join();
    const known = byPair.get(pair);
    if (known) return known;
    const made = hunkLines(containerText(before), containerText(after));
    const text = JSON.stringify(made);
    const hunks = byText.get(text) ?? made;
    byText.set(text, hunks);
    byPair.set(pair, hunks);
    return hunks;
  };
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
  const entries = writtenTexts(hosts.entries).map((text) => `  ${text}`);
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
