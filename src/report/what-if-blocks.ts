import { asRecorded, type PolicyCost, type PolicyOutcome, type UntoldBinding, type WhatIf } from '../diff/index.ts';
import { placeWords } from './finding-words.ts';
import { throughWords } from './loop-blocks.ts';
import { assumptionLines, untoldBindingWords } from './policy-words.ts';
import type { TimeWriter } from './times.ts';
import { type Block, type Column, type Line, line, type Span, span } from './view.ts';
import { count, listed } from './words.ts';

const shownUntold = 6;

/** What a window would have cost under each policy: the figures side by side, and what they rest on. */
export function whatIfBlocks(asked: WhatIf, controlPlane: readonly string[], times: TimeWriter): Block[] {
  const { outcomes, loop } = asked;
  const isNamed = controlPlane.length > 0;
  return [
    paragraph(...verdictParts(outcomes, ({ cost }) => cost)),
    costTable(
      outcomes.map(({ cost }) => cost),
      isNamed,
      times,
    ),
    ...(loop === null
      ? []
      : [
          paragraph(
            'With the ',
            span('loop', 'strong'),
            `, where a plan fails only after a pass that replaces ${throughWords(loop)}, as it did each time: `,
            ...verdictParts(outcomes, ({ withLoop }) => withLoop),
          ),
          costTable(
            outcomes.map(({ withLoop }) => withLoop),
            isNamed,
            times,
          ),
        ]),
    ...untoldBlocks(asked),
    { kind: 'bullets', items: [...columnLines(controlPlane, loop !== null), ...assumptionLines(outcomes)] },
  ];
}

type CostOf = (outcome: PolicyOutcome) => PolicyCost | null;

/** Which policies replace the least without a stale address, against what was recorded. */
function verdictParts(outcomes: readonly PolicyOutcome[], costOf: CostOf): (string | Span)[] {
  const costs = outcomes.flatMap((outcome) => costOf(outcome) ?? []);
  const recorded = costs.find(({ policy }) => policy.name === asRecorded.name);
  if (recorded === undefined) return ['no policy is compared'];
  if (recorded.replacements === 0) return ['nothing was replaced as recorded, so that no other rule could have helped'];
  const safe = costs.filter((cost) => cost !== recorded && wrongOnes(cost) === 0);
  const least = Math.min(...safe.map(({ replacements }) => replacements));
  const before = count(recorded.replacements, 'replacement');
  if (safe.length === 0 || least >= recorded.replacements)
    return [`no other rule would have spared any of the ${before} without a stale address`];
  const best = safe.filter(({ replacements }) => replacements === least);
  const missing = Math.min(...best.map((cost) => cost.missing));
  return [
    span(
      listed(
        best.map(({ policy }) => policy.name),
        best.length,
        'or',
      ),
      'calm',
    ),
    ` would have replaced ${least === 0 ? 'none' : least} instead of ${recorded.replacements}, with no address out of date`,
    missing === 0 ? '' : `; containers would have lacked a name ${count(missing, 'time')} all the same`,
  ];
}

/** Container-passes with an address that is really another one by now. */
function wrongOnes({ stale }: PolicyCost): number {
  return stale.containerPasses - stale.lostOnly;
}

function costTable(costs: readonly (PolicyCost | null)[], isNamed: boolean, times: TimeWriter): Block {
  return {
    kind: 'table',
    columns: [
      { header: 'POLICY', align: 'left' },
      right('REPLACED'),
      ...(isNamed ? [right('CONTROL')] : []),
      right('WORST MIN'),
      right('STALE'),
      right('FOR'),
      right('MISSING'),
    ],
    rows: costs.flatMap((cost) => (cost === null ? [] : [costRow(cost, isNamed, times)])),
  };
}

function costRow({ policy, ...cost }: PolicyCost, isNamed: boolean, times: TimeWriter): Line[] {
  const { replacements, controlPlane, worstMinute, stale, missing } = cost;
  const number = (value: number) => line(value === 0 ? span('0', 'calm') : String(value));
  return [
    line(span(policy.name, 'strong')),
    number(replacements),
    ...(isNamed ? [number(controlPlane)] : []),
    number(worstMinute?.count ?? 0),
    line(...staleSpans(stale)),
    line(stale.containerPasses === 0 ? span('–', 'muted') : times.duration(stale.longestMs)),
    number(missing),
  ];
}

function staleSpans({ containerPasses, lostOnly }: PolicyCost['stale']): Span[] {
  if (containerPasses === 0) return [span('0', 'calm')];
  if (lostOnly === containerPasses) return [span(`${containerPasses} lost`, 'moved')];
  return [span(`${containerPasses}${lostOnly === 0 ? '' : `, ${lostOnly} lost`}`, 'alarm')];
}

function untoldBlocks({ untold, outcomes, containers }: WhatIf): Block[] {
  if (untold.length === 0 || !outcomes.some(({ policy }) => policy.entries === 'bound')) return [];
  const byReason = new Map<UntoldBinding['why'], UntoldBinding[]>();
  for (const one of untold) byReason.set(one.why, [...(byReason.get(one.why) ?? []), one]);
  const items = [...byReason].map(([why, places]) =>
    line(`${untoldBindingWords(why)}: `, span(listed(places.map(placeWords), shownUntold), 'literal')),
  );
  const which = untold.length === containers ? 'no container' : `${untold.length} of ${count(containers, 'container')}`;
  const head =
    untold.length === containers
      ? `scoped: of ${which} it can be told what it binds`
      : `scoped: of ${which} it cannot be told what they bind`;
  return [paragraph(`${head}, so that every name is baked in:`), { kind: 'bullets', items }];
}

/** What the columns say. */
function columnLines(controlPlane: readonly string[], hasLoop: boolean): Line[] {
  const entry = (word: string, text: string) => line(span(word, 'strong'), `: ${text}`);
  return [
    controlPlane.length === 0
      ? line(
          'no container is named that the control plane runs on (--control-plane): neither its replacements nor a loop are told',
        )
      : entry('control', `replacements of what the control plane runs on (${controlPlane.join(', ')})`),
    entry(
      'stale, for',
      'containers that hold an address which the roster gave a name before and gives it no more, counted once for each pass, and ' +
        'for how long one did; "lost" are those where the name went because a plan failed, so that the address most likely still holds',
    ),
    entry(
      'missing',
      "containers without a name that they had, though the roster has it or would have it but for its owner's failed plan, counted once for each pass",
    ),
    line(
      span(
        `figures are predicted from declarations; plans fail in the passes in which they did${hasLoop ? ', but for the table with the loop' : ''}`,
        'muted',
      ),
    ),
  ];
}

function right(header: string): Column {
  return { header, align: 'right' };
}

function paragraph(...parts: readonly (string | Span)[]): Block {
  return { kind: 'paragraph', line: line(...parts) };
}
