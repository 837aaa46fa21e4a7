import { namesOf, type State, triggerText } from '../roster/index.ts';
import { nodeView } from './views.ts';
import type { ExplainedPass } from './window.ts';

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
export function coincidences(passes: readonly ExplainedPass[], state: State): Coincidence[] {
  const touched = touchedWords(passes);
  if (touched.size === 0) return [];
  const nodes = new Set([...state.nodes.keys()].map((node) => node.toLowerCase()));
  const known = knownWords(state, nodes);
  const rosterWords = wordsOfNames(state);
  const found = new Map<string, { passes: number[]; mentions: string[] }>();
  for (const { pass } of passes) {
    const trigger = triggerText(pass.trigger);
    const mentions = wordsOf(trigger).filter((word) => known.has(word));
    if (mentions.length === 0 || mentions.some((word) => touched.has(word))) continue;
    const same = found.get(trigger) ?? { passes: [], mentions };
    same.passes.push(pass.number);
    found.set(trigger, same);
  }
  return [...found].map(([trigger, { passes: numbers, mentions }]) => ({
    trigger,
    passes: numbers,
    mentions,
    absent: mentions.filter((word) => !nodes.has(word) && !rosterWords.has(word)),
  }));
}

/** The words of what moved: the labels of names and their owners; containers that came, went, or whose spec changed. */
function touchedWords(passes: readonly ExplainedPass[]): Set<string> {
  const words = new Set<string>();
  for (const { difference } of passes) {
    for (const { name, owner } of difference?.moves ?? []) {
      for (const word of [...name.split('.'), name, owner?.toLowerCase() ?? name]) words.add(word);
    }
    const { created = [], removed = [], containers = [] } = difference?.replacements ?? {};
    const changed = containers.filter(({ causes }) => causes.includes('spec'));
    for (const { container, node } of [...created, ...removed, ...changed]) {
      for (const word of [...wordsOf(container), node.toLowerCase()]) words.add(word);
    }
  }
  return words;
}

function knownWords(state: State, nodes: ReadonlySet<string>): Set<string> {
  const containers = [...state.nodes.values()].flatMap((node) => [...node.containers.keys()].flatMap(wordsOf));
  return new Set([...nodes, ...containers, ...wordsOfNames(state)]);
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
