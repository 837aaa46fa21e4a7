import type { ContainerPlace, Gap, Stale } from '../diff/index.ts';
import { containerLabel } from '../roster/index.ts';
import { gapLines } from './doubt-lines.ts';
import { bounded } from './finding-words.ts';
import { type ComparedStale, calmLine, declaredLines, runningLine } from './stale-compared.ts';
import { differenceWords, foldStaleNames, type StaleFold, sinceWords } from './stale-folds.ts';
import type { TimeWriter } from './times.ts';
import { type Block, type Line, line, span, type View } from './view.ts';
import { count, listed } from './words.ts';

const [shownFolds, shownNames, shownPlaces] = [12, 8, 4];

/** What `stale` answers: each name once, with the containers that hold it otherwise; with `all`, each container too. */
export function staleView(
  stale: Stale,
  compared: ComparedStale,
  gaps: readonly Gap[],
  { all }: { readonly all: boolean },
  times: TimeWriter,
): View {
  const also = alsoLines(stale, all);
  const besides = [
    ...(also.length === 0 ? [] : [{ label: 'ALSO', lines: also }]),
    ...(gaps.length === 0 ? [] : [{ label: 'GAPS', lines: gapLines(gaps, times) }]),
  ];
  if (stale.stale.length === 0) {
    return [
      { kind: 'title', line: calmLine(stale, compared, times) },
      ...(besides.length === 0 ? [] : [{ kind: 'facts' as const, rows: besides }]),
    ];
  }
  const folds = bounded(foldStaleNames(stale), all ? Number.POSITIVE_INFINITY : shownFolds);
  return [
    {
      kind: 'title',
      line: line(
        span(`${stale.stale.length} of ${count(stale.matched, 'container')}`, 'alarm'),
        span(` ${stale.stale.length === 1 ? 'holds' : 'hold'} host entries other than declared`, 'strong'),
        span(` · ${times.zone}`, 'muted'),
      ),
    },
    {
      kind: 'facts',
      rows: [
        { label: 'DECLARED', lines: declaredLines(compared, times) },
        { label: 'RUNNING', lines: compared.running.map((one) => runningLine(one, times)) },
        ...besides,
      ],
    },
    ...folds.shown.map((fold) => foldBlock(fold, compared, all, times)),
    ...(folds.more === 0
      ? []
      : [entry(line(span(`and ${count(folds.more, 'more name')}; --all shows each`, 'muted')))]),
    ...(all ? stale.stale.map(containerBlock) : []),
  ];
}

function entry(head: Line, lines: readonly Line[] = []): Block {
  return { kind: 'entry', head, lines };
}

function foldBlock(
  { first, names, places }: StaleFold,
  compared: ComparedStale,
  all: boolean,
  times: TimeWriter,
): Block {
  const what = names.length === 1 ? (names[0] as string) : count(names.length, 'name');
  const limit = all ? Number.POSITIVE_INFINITY : shownPlaces;
  return entry(
    line(
      span(what, 'strong'),
      `  ${count(places.length, 'container')} ${differenceWords(first, places.length === 1, names.length === 1)}`,
    ),
    [
      ...(names.length === 1 ? [] : [line(span(listed(names, all ? Number.POSITIVE_INFINITY : shownNames), 'muted'))]),
      line(sinceWords(first, compared, times)),
      ...placeLines(places, limit),
    ],
  );
}

/** The containers by node. */
function placeLines(places: readonly ContainerPlace[], limit: number): Line[] {
  const byNode = new Map<string, string[]>();
  for (const { node, container } of places) {
    const labels = byNode.get(node) ?? [];
    labels.push(containerLabel(container));
    byNode.set(node, labels);
  }
  return [...byNode].map(([node, labels]) => line(span(node, 'strong'), ': ', span(listed(labels, limit), 'literal')));
}

function containerBlock({ node, container, names }: Stale['stale'][number]): Block {
  return entry(
    line(span(containerLabel(container), 'strong'), ` on ${node}`),
    names.map((name) => {
      const since = name.since === null ? '' : `, since pass ${name.since.pass}`;
      return line(span(name.name, 'moved'), `  ${differenceWords(name, true, true)}${since}`);
    }),
  );
}

/** What is told beside what is stale, a line each. */
function alsoLines({ notDeclared, notRunning, writtenOtherwise, resolvedGateway }: Stale, all: boolean): Line[] {
  const limit = all ? Number.POSITIVE_INFINITY : shownPlaces;
  const told = (places: readonly ContainerPlace[], one: string, many: string): Line[] => {
    if (places.length === 0) return [];
    const labels = places.map(({ container }) => containerLabel(container));
    const words = `${count(places.length, 'container')} ${places.length === 1 ? one : many}`;
    return [line(`${words}: `, span(listed(labels, limit), 'muted'))];
  };
  return [
    ...told(notDeclared, 'runs and is not declared', 'run and are not declared'),
    ...told(notRunning, 'is declared and does not run', 'are declared and do not run'),
    ...told(
      writtenOtherwise,
      'has its entries in another order or spelling, which resolves the same',
      'have their entries in another order or spelling, which resolves the same',
    ),
    ...told(
      resolvedGateway,
      'holds an address where the declaration says host-gateway, or the reverse: the engine resolves it',
      'hold an address where the declaration says host-gateway, or the reverse: the engine resolves it',
    ),
  ];
}
