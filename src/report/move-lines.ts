import type { Move, MoveKind, Reason } from '../diff/index.ts';
import { type Line, line, type Span, span, type Tone } from './view.ts';
import { count, shortened } from './words.ts';

/** How many names of a folded set are shown. */
const shownNames = 8;

const signs: Record<MoveKind, { sign: string; tone: Tone }> = {
  added: { sign: '+', tone: 'added' },
  removed: { sign: '−', tone: 'removed' },
  moved: { sign: '~', tone: 'moved' },
  reordered: { sign: '↕', tone: 'moved' },
};

/** The sign of a kind of move, in its tone. */
export function signOf(kind: MoveKind): Span {
  return span(signs[kind].sign, signs[kind].tone);
}

/** A reason in words, with what it rests on. */
export function reasonWords({ reason, evidence }: { reason: Reason | null; evidence: string | null }): string {
  if (reason === null) return '';
  return evidence === null ? reason : `${reason} (${evidence})`;
}

/** Moves that differ in nothing but their name and where it was or is, said once. */
export interface FoldedMoves {
  readonly first: Move;
  readonly names: readonly string[];
  /** The distinct addresses before and after, as text. */
  readonly addresses: ReadonlySet<string>;
}

/** Folds moves of one kind, owner, reason and reach; moves to other addresses only where the addresses are the same too. */
export function foldMoves(moves: readonly Move[]): FoldedMoves[] {
  const folded = new Map<string, { first: Move; names: string[]; addresses: Set<string> }>();
  for (const move of moves) {
    const { kind, owner, reason, evidence, seenBy, before, after } = move;
    const both = `${before} ${after}`;
    const apart = kind === 'moved' || kind === 'reordered' ? both : '';
    const key = JSON.stringify([kind, owner, reason, evidence, seenBy, apart]);
    const fold = folded.get(key) ?? { first: move, names: [], addresses: new Set() };
    fold.names.push(move.name);
    fold.addresses.add(both);
    folded.set(key, fold);
  }
  return [...folded.values()];
}

/** What moved: a line for each fold, its names on a line below where there is more than one. */
export function moveLines(moves: readonly Move[], sizes: ReadonlyMap<string, number>): Line[] {
  return foldMoves(moves).flatMap(({ first, names, addresses }) => {
    const { kind, owner } = first;
    const { tone } = signs[kind];
    const of = owner === null ? '' : ` of ${owner}`;
    const what = names.length === 1 ? `${names[0]}` : count(names.length, 'name');
    const held = addresses.size === 1 ? addressWords(first) : `at ${addresses.size} addresses`;
    const words = [held, reasonWords(first), reachWords(first, sizes)].filter((text) => text !== '').join(', ');
    const head = line(signOf(kind), ' ', span(what, tone), `${of}: ${words}`);
    return names.length === 1 ? [head] : [head, line('  ', span(shortened(names, shownNames), 'muted'))];
  });
}

/** The addresses of a move, by its kind. */
export function addressWords({ kind, before, after }: Pick<Move, 'kind' | 'before' | 'after'>): string {
  if (kind === 'added') return after.join(' ');
  if (kind === 'removed') return `was ${before.join(' ')}`;
  return `${before.join(' ')} → ${after.join(' ')}`;
}

/** In which views a move was seen: `in all 40 containers of novox`. */
export function reachWords({ seenBy }: Pick<Move, 'seenBy'>, sizes: ReadonlyMap<string, number>): string {
  const { nodes, containers } = seenBy;
  const where =
    nodes.length === 0 ? 'the roster' : nodes.length <= 2 ? nodes.join(' and ') : count(nodes.length, 'node');
  if (containers === 0) return nodes.length === 0 ? 'in the roster' : `in the roster of ${where}`;
  const total = Math.max(
    containers,
    nodes.reduce((sum, node) => sum + (sizes.get(node) ?? 0), 0),
  );
  if (containers < total) return `in ${containers} of ${total} containers of ${where}`;
  if (total === 1) return `in the one container of ${where}`;
  return `in ${total === 2 ? 'both' : `all ${total}`} containers of ${where}`;
}
