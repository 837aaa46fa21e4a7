import { namesOf, type State, triggerText } from '../roster/index.ts';
import type { ExplainedPass } from './explained-pass.ts';
import { nodeView } from './views.ts';

/** A trigger that names a part of the mesh of which nothing moved: it merely coincides. */
export interface Coincidence {
  readonly trigger: string;
  readonly passes: readonly number[];
  /** What it names: nodes, modules, containers or names. */
  readonly mentions: readonly string[];
  /** Those of them, nodes aside, of which no roster holds a name. */
  readonly absent: readonly string[];
}

/** The triggers of a window in which something moved, as far as they name parts of the mesh and nothing of these moved. */
export function coincidences(
  passes: readonly Pick<ExplainedPass, 'pass' | 'difference'>[],
  state: State,
): Coincidence[] {
  const touched = touchedWords(passes);
  if (touched.size === 0) return [];
  const nodes = new Set([...state.nodes.keys()].map((node) => node.toLowerCase()));
  const rosterWords = wordsOfNames(state);
  const known = new Set([...nodes, ...rosterWords, ...wordsOfContainers(state)]);
  const byTrigger = new Map<string, number[]>();
  for (const { pass } of passes) {
    const trigger = triggerText(pass.trigger);
    const numbers = byTrigger.get(trigger);
    if (numbers) numbers.push(pass.number);
    else byTrigger.set(trigger, [pass.number]);
  }
  return [...byTrigger].flatMap(([trigger, numbers]) => {
    const mentions = wordsOf(trigger).filter((word) => known.has(word));
    if (mentions.length === 0 || mentions.some((word) => touched.has(word))) return [];
    const absent = mentions.filter((word) => !nodes.has(word) && !rosterWords.has(word));
    return [{ trigger, passes: numbers, mentions, absent }];
  });
}

/** The words of what moved: the labels of names and their owners; containers that came, went, or whose spec changed. */
function touchedWords(passes: readonly Pick<ExplainedPass, 'difference'>[]): Set<string> {
  const words = new Set<string>();
  for (const difference of new Set(passes.map((one) => one.difference))) {
    if (difference === null) continue;
    for (const { name, owner } of difference.moves) {
      for (const word of [...name.split('.'), name]) words.add(word);
      if (owner !== null) words.add(owner.toLowerCase());
    }
    const { created, removed, containers } = difference.replacements;
    const changed = containers.filter(({ causes }) => causes.includes('spec') || causes.includes('unexplained'));
    for (const { container, node } of [...created, ...removed, ...changed]) {
      for (const word of [...wordsOf(container), node.toLowerCase()]) words.add(word);
    }
  }
  return words;
}

/** The words that name a container: its module, and its own name up to the role behind the dot, which many share. */
function wordsOfContainers({ nodes }: State): string[] {
  return [...nodes.values()].flatMap((node) =>
    [...node.containers.keys()].flatMap((id) => wordsOf(id.replace(/\.[^./]*$/, ''))),
  );
}

function wordsOfNames(state: State): Set<string> {
  const maps = [
    ...(state.roster ? [namesOf(state.roster.list)] : []),
    ...[...state.nodes.values()].map((node) => nodeView(node).names),
  ];
  return new Set(maps.flatMap((names) => [...names.keys()].map((name) => name.split('.')[0] as string)));
}

/** The words of a text, lower-cased: runs of letters, digits, hyphens and underscores of two or more characters. */
function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_-]{2,}/gu) ?? [])];
}
