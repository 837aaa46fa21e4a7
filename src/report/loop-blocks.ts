import type { Diagnosis, Followed, Loop } from '../diff/index.ts';
import { containerLabel } from '../roster/index.ts';
import { placeWords } from './finding-words.ts';
import { type Block, type Line, line, span } from './view.ts';
import { count, listed, passRanges } from './words.ts';

const shownContainers = 6;

/** Whether the window feeds itself: the verdict, and the contingency table that it rests on. */
export function loopBlocks({ loop, controlPlane }: Pick<Diagnosis, 'loop' | 'controlPlane'>): Block[] {
  if (loop === null) return [{ kind: 'paragraph', line: line(noLoopWords(controlPlane)) }];
  const single = loop.containers.length === 1;
  const shown = loop.containers.slice(0, shownContainers);
  const more = loop.containers.length - shown.length;
  return [
    { kind: 'paragraph', line: loopVerdict(loop) },
    {
      kind: 'table',
      columns: [
        { header: 'PASSES THAT REPLACED', align: 'left', elastic: true },
        { header: 'THEN A FAILURE', align: 'right' },
        { header: 'THEN NONE', align: 'right' },
        { header: 'ALL', align: 'right' },
      ],
      rows: [
        ...(single ? [] : [rowOf(line('any of these'), loop.after)]),
        ...shown.map((one) => rowOf(line(span(placeWords(one), 'literal')), one.after)),
        rowOf(line(single ? 'it not' : 'none of these'), loop.others),
      ],
    },
    {
      kind: 'paragraph',
      line: line(
        span(
          `${more > 0 ? `and ${count(more, 'more container')}; ` : ''}tested: whether a node failed or names were lost in the pass after one ` +
            `that replaced a container of the control plane (${controlPlane.join(', ')}); replaced in ${passRanges(loop.passes)}; ` +
            `${loop.failures.length === 0 ? 'no failure' : `failures in ${passRanges(loop.failures)}`}; what follows the last pass is not known`,
          'muted',
        ),
      ),
    },
  ];
}

function noLoopWords(controlPlane: readonly string[]): string {
  return controlPlane.length === 0
    ? 'not looked for: no container was named that the control plane runs on'
    : `no loop: no pass that another one follows replaced a container of the control plane (${controlPlane.join(', ')})`;
}

/** The loop where it held each time, else how often it did. */
export function loopVerdict(loop: Loop): Line {
  if (!loop.selfReinforcing) return line(span('no loop is claimed', 'strong'), `: it ${heldWords(loop)}`);
  return line(
    span('self-reinforcing', 'alarm'),
    ': the loop closes through ',
    span(throughWords(loop), 'strong'),
    `; it ${heldWords(loop)}`,
  );
}

/** The container that the loop closes through, and those that the table cannot tell from it. */
export function throughWords({ containers }: Loop): string {
  const [first] = containers;
  const alike = containers.filter(
    ({ after, others }) => JSON.stringify([after, others]) === JSON.stringify([first?.after, first?.others]),
  );
  return listed([...new Set(alike.map(({ container }) => containerLabel(container)))], shownContainers, 'or');
}

/** `held 2 of 5 times; failures also followed 1 of 2 other passes`. */
export function heldWords({ after, others }: { after: Followed; others: Followed }): string {
  const held = `held ${after.failed} of ${count(after.of, 'time')}`;
  if (others.of === 0) return `${held}; there was no other pass to compare with`;
  if (others.failed === 0) return `${held}; no failure followed the ${count(others.of, 'other pass', 'other passes')}`;
  return `${held}; failures also followed ${others.failed} of ${count(others.of, 'other pass', 'other passes')}`;
}

function rowOf(head: Line, { failed, of }: Followed): Line[] {
  return [head, line(String(failed)), line(String(of - failed)), line(String(of))];
}
