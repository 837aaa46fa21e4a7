import type { ExplainedPass, ExplainedWindow, MoveGroup } from '../diff/index.ts';
import { addressWords } from './move-lines.ts';
import { type Line, line, span } from './view.ts';
import { count, listed, passRanges, shortened } from './words.ts';

const shownGroups = 4;

/** How many names of a set are shown: the first set is the costliest, and is to be recognised. */
const [shownOfFirst, shownOfOthers] = [12, 4];

/** The co-moving sets of a window, the costliest first: what they did in which passes, among which addresses and where. */
export function movedLines({ groups, passes }: ExplainedWindow): Line[] {
  if (passes.every(({ difference }) => difference === null)) return [line('nothing before it to compare it with')];
  if (groups.length === 0) return [line(span('no name moved', 'calm'))];
  const shown = groups.length === shownGroups + 1 ? groups : groups.slice(0, shownGroups);
  const lines = shown.flatMap((group, index) => groupLines(group, passes, index === 0 ? shownOfFirst : shownOfOthers));
  const more = groups.slice(shown.length);
  if (more.length === 0) return lines;
  const names = more.reduce((sum, group) => sum + group.names.length, 0);
  return [...lines, line(span(`and ${count(names, 'more name')} in ${count(more.length, 'other set')}`, 'muted'))];
}

function groupLines(group: MoveGroup, passes: readonly ExplainedPass[], limit: number): Line[] {
  const { names, owner, steps } = group;
  const of = owner === null ? '' : ` of ${owner}`;
  const what = names.length === 1 ? `${names[0]}${of}` : `${count(names.length, 'name')}${of}`;
  const together = names.length === 1 ? '' : ' together';
  const number = new Set(steps.map(({ pass }) => pass)).size;
  const times = number === 1 ? 'once' : `${number} times`;
  const where = partWords(group, passes);
  const head = line(
    span(what, 'strong'),
    ` moved${together} ${times}${where === '' ? '' : ', '}`,
    span(where, 'strong'),
    `${stepWords(group)}${valueWords(group)}`,
  );
  return names.length === 1 ? [head] : [head, line(span(shortened(names, limit), 'muted'))];
}

const stepKinds = [
  ['gone', 'removed'],
  ['back', 'added'],
  ['moved', 'moved'],
  ['reordered', 'reordered'],
] as const;

function stepWords({ steps }: MoveGroup): string {
  if (steps.every(({ kind }) => kind === 'moved')) return `, in ${passRanges(steps.map(({ pass }) => pass))}`;
  const words = stepKinds.flatMap(([word, kind]) => {
    const alike = steps.filter((step) => step.kind === kind);
    if (alike.length === 0) return [];
    const fresh = kind === 'added' && alike.every(({ reason }) => reason === 'new');
    return [`${fresh ? 'new' : word} in ${passRanges(alike.map(({ pass }) => pass))}`];
  });
  return `: ${words.join('; ')}`;
}

/** The addresses among which a set moved: both of a single move, the two it alternates between, else how many and the latest. */
function valueWords({ steps, values, before, after }: MoveGroup): string {
  if (values === null) return ' (at addresses of their own)';
  const [only] = steps;
  if (only && steps.length === 1) return ` (${addressWords({ kind: only.kind, before, after })})`;
  if (values.length < 2) return '';
  const [first, second] = values.map((addresses) => addresses.join(' '));
  const now = after.length === 0 ? 'now gone' : `the latest ${after.join(' ')}`;
  if (values.length > 2) return ` (${values.length} values, ${now})`;
  const changes = steps.filter(({ kind }) => kind === 'moved' || kind === 'reordered').length;
  return ` (${first} ${changes === 1 ? '→' : '⇄'} ${second})`;
}

/** Where a set moved, if that is not everywhere: containers that kept another address than the rest are a fault of their own. */
function partWords({ seenBy, steps }: MoveGroup, passes: readonly ExplainedPass[]): string {
  const { nodes, containers } = seenBy;
  const sizes = passes.find(({ pass }) => pass.number === steps[0]?.pass)?.sizes ?? new Map<string, number>();
  const peopled = [...sizes].filter(([, size]) => size > 0);
  const total = (some: readonly (readonly [string, number])[]) => some.reduce((sum, [, size]) => sum + size, 0);
  if (containers === 0 && nodes.length === 0) return peopled.length === 0 ? '' : 'in the roster and in no container';
  if (containers === 0) return `in the roster of ${listed(nodes, 3)} and in no container`;
  const [seen, others] = [true, false].map((wanted) => peopled.filter(([node]) => nodes.includes(node) === wanted)) as [
    [string, number][],
    [string, number][],
  ];
  if (containers < total(seen)) {
    const where = others.length === 0 ? '' : ` of ${listed(nodes, 3)}`;
    return `in ${containers} of ${total(seen)} containers${where}`;
  }
  if (others.length === 0) return '';
  return others.length < seen.length
    ? `not on ${listed(
        others.map(([node]) => node),
        3,
      )}`
    : `only on ${listed(nodes, 3)}`;
}
