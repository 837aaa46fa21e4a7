import type {
  Cause,
  ContainerPlace,
  ExplainedPass,
  ExplainedWindow,
  GroupStep,
  MoveGroup,
  Replacements,
} from '../diff/index.ts';
import { reasonWords } from './move-lines.ts';
import { pathWords, placesWords } from './replacement-lines.ts';
import { type Line, line, span } from './view.ts';
import { abridged, count, passRanges } from './words.ts';

const shownReasons = 4;

/** How much of an error is shown. */
const shownError = 160;

/** Why names went, and what else replaced containers whose roster stayed as it was. */
export function whyLines({ groups, passes }: ExplainedWindow): Line[] {
  const lines = [...groups.slice(0, shownReasons).flatMap((group) => reasonLine(group, passes)), ...causeLines(passes)];
  return [...new Map(lines.map((one) => [JSON.stringify(one), one])).values()];
}

function reasonLine(group: MoveGroup, passes: readonly ExplainedPass[]): Line[] {
  const removal = group.steps.find(({ kind }) => kind === 'removed');
  if (!removal) return [];
  return [line(span(reasonWords(removal), 'strong'), `: ${removalWords(removal, group, passes)}`)];
}

function removalWords(
  { pass, reason, evidence }: GroupStep,
  { names, owner }: MoveGroup,
  passes: readonly ExplainedPass[],
): string {
  const alone = names.length === 1;
  if (reason === 'withdrawn') return `${owner} planned without ${alone ? 'it' : 'them'}`;
  if (reason === 'unknown') return 'nothing recorded says why, and nothing in the shape of the move does';
  if (evidence === 'recorded') {
    const found = passes.find((one) => one.pass.number === pass)?.pass.outcomes.find(({ node }) => node === owner);
    const fared = found?.outcome === 'failed' ? 'failed' : `was ${found?.outcome}`;
    const error = found?.error ? `: ${abridged(found.error, shownError)}` : '';
    return `${owner} ${fared} when ${alone ? 'it' : 'they'} went${error}`;
  }
  return owner === null
    ? 'so many names went at once that a failure is likelier than a decision; no outcome reports one'
    : `all of ${owner}'s routed names went at once, as when its plan fails; no outcome reports a failure`;
}

/** The replacements of one kind that the roster is not to blame for, over a window. */
interface Blame {
  readonly cause: Exclude<Cause, 'roster'>;
  readonly spec: readonly string[];
  readonly places: Map<string, ContainerPlace>;
  readonly passes: Set<number>;
  readonly sizes: ReadonlyMap<string, number>;
  replacements: number;
}

/** A line for each cause but the roster, and for each set of spec paths, the costliest first. */
function causeLines(passes: readonly ExplainedPass[]): Line[] {
  const blames = [...blamesOf(passes).values()].sort((a, b) => b.replacements - a.replacements);
  const shown = blames.length === shownReasons + 1 ? blames : blames.slice(0, shownReasons);
  const more = blames.slice(shown.length).reduce((sum, { replacements }) => sum + replacements, 0);
  const lines = shown.map(blameLine);
  return more === 0
    ? lines
    : [...lines, line(span(`and ${count(more, 'more replacement')} for other changes`, 'muted'))];
}

function blamesOf(passes: readonly ExplainedPass[]): Map<string, Blame> {
  const alike = new Map<Replacements, ExplainedPass[]>();
  for (const one of passes) {
    if (one.difference === null) continue;
    const same = alike.get(one.difference.replacements);
    if (same) same.push(one);
    else alike.set(one.difference.replacements, [one]);
  }
  const blames = new Map<string, Blame>();
  for (const [{ containers }, same] of alike) {
    const [{ sizes }] = same as [ExplainedPass];
    for (const { node, container, causes, observed, spec: paths } of containers) {
      if (observed === false || causes.includes('roster')) continue;
      for (const cause of causes as readonly Blame['cause'][]) {
        const spec = cause === 'spec' ? paths : [];
        const key = `${cause} ${spec.join('\n')}`;
        const blame = blames.get(key) ?? { cause, spec, places: new Map(), passes: new Set(), sizes, replacements: 0 };
        blames.set(key, blame);
        blame.places.set(`${node} ${container}`, { node, container });
        blame.replacements += same.length;
        for (const { pass } of same) blame.passes.add(pass.number);
      }
    }
  }
  return blames;
}

const causeHeads = {
  order: 'order',
  spelling: 'spelling',
  spec: 'the spec',
  unexplained: 'unexplained',
} as const;

function blameLine({ cause, spec, places, passes, sizes }: Blame): Line {
  const where = placesWords([...places.values()], sizes);
  const what = {
    order: 'the same names stand in another order',
    spelling: 'the same names and addresses are written otherwise',
    spec: `${pathWords(spec)} changed`,
    unexplained: 'replaced, and nothing that we keep of it changed',
  }[cause];
  return line(
    span(causeHeads[cause], 'strong'),
    `: ${what}, in ${count(places.size, 'container')} (${passRanges([...passes].sort((a, b) => a - b))}): `,
    span(where, 'muted'),
  );
}
