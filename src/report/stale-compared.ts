import type { Explained, Stale, StaleName } from '../diff/index.ts';
import type { NodeOutcome, PassRecord } from '../roster/index.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Line, line, span } from './view.ts';
import { count, oneLine } from './words.ts';

/** Whence it is known which node a source is of: from a flag, from the history, or because no other node can be meant. */
export type NodeKnownBy = 'named' | 'recorded' | 'only' | 'matched';

/** What ran, as somebody looked at it or recorded it. */
export interface ComparedRunning {
  readonly label: string;
  /** As of when; null where nothing tells. */
  readonly at: number | null;
  /** The pass that it was recorded as; null where it is no part of the history. */
  readonly pass: { readonly number: number; readonly controller: string } | null;
  /** Why it is known not to show everything; null where it does. */
  readonly shortfall: string | null;
  readonly node: string;
  readonly nodeBy: NodeKnownBy;
  readonly containers: number;
}

/** What was compared with what. */
export interface ComparedStale {
  /** The pass after which the declarations stand. */
  readonly declared: Pick<PassRecord, 'number' | 'key' | 'at' | 'controller'>;
  /** The nodes that were compared and not planned in it, so that an earlier declaration of theirs stands. */
  readonly standing: readonly NodeOutcome[];
  readonly running: readonly ComparedRunning[];
  /** The first pass that was looked at: where it is said that something is older than what is kept, the first that is kept. */
  readonly begins: number;
  /** Why a name went in the pass since which it is held otherwise; null where it did not go, or nothing tells. */
  reasonOf(name: StaleName): Explained | null;
  readonly now: number;
}

/** As of which pass the declarations are, and of which nodes an earlier one stands. */
export function declaredLines({ declared, standing, now }: ComparedStale, times: TimeWriter): Line[] {
  return [
    line(`as of ${passWords(declared, times)}${agoWords(declared.at, now, times)}`),
    ...standing.map(({ node, outcome }) =>
      line(span(outcome, 'alarm'), ` in it: ${node}, so that its last declaration stands`),
    ),
  ];
}

function passWords({ number, controller, at }: ComparedStale['declared'], times: TimeWriter): string {
  return `pass ${number} of ${controller}, ${fullTime(times, at)}`;
}

const nodeWords: Record<NodeKnownBy, (node: string) => string> = {
  named: (node) => `on ${node}`,
  recorded: (node) => `on ${node}`,
  only: (node) => `on ${node}, the only node that is declared`,
  matched: (node) => `taken for those of ${node}: no other node declares them`,
};

function runningWords({ containers, label, at, node, nodeBy }: ComparedRunning, times: TimeWriter): string {
  const when = at === null ? '' : ` as of ${fullTime(times, at)}`;
  return `${count(containers, 'container')}, told by ${label}${when}, ${nodeWords[nodeBy](node)}`;
}

/** What ran, told by whom, as of when, and on which node. */
export function runningLine(one: ComparedRunning, times: TimeWriter): Line {
  const shortfall = one.shortfall === null ? [] : ['; ', span('not all', 'alarm'), `: ${oneLine(one.shortfall)}`];
  return line(runningWords(one, times), ...shortfall);
}

/** That nothing is stale, with all that was compared. */
export function calmLine({ matched }: Stale, compared: ComparedStale, times: TimeWriter): Line {
  const running = compared.running.map((one) => runningLine(one, times));
  const sources = running.flatMap((words, index) => (index === 0 ? words : [span('; and '), ...words]));
  const declared = `${passWords(compared.declared, times)}${agoWords(compared.declared.at, compared.now, times)}`;
  const standing = compared.standing.map(({ node, outcome }) => `; ${outcome} in it: ${node}`).join('');
  if (matched === 0)
    return line(
      span('nothing to compare', 'alarm'),
      `: nothing runs of what is declared as of ${declared}${standing}. Compared: `,
      ...sources,
    );
  return line(
    span('nothing is stale', 'calm'),
    `: ${count(matched, 'container')} ${matched === 1 ? 'holds' : 'hold'} what is declared as of ${declared}${standing}. ` +
      'Compared: ',
    ...sources,
  );
}

/** `, 14 min ago`; nothing where it is yet to come. */
export function agoWords(at: number, now: number, times: TimeWriter): string {
  return now < at ? '' : `, ${times.duration(now - at)} ago`;
}
