import {
  asRecorded,
  bestPolicies,
  type CostOf,
  type PolicyCost,
  type UntoldBinding,
  type WhatIf,
} from '../diff/index.ts';
import { placeWords } from './finding-words.ts';
import { throughWords } from './loop-blocks.ts';
import { assumptionLines, replayAssumptions, untoldBindingWords } from './policy-words.ts';
import type { TimeWriter } from './times.ts';
import { type Block, type Column, type Line, line, type Span, span } from './view.ts';
import { count, listed } from './words.ts';

const shownUntold = 6;

/** What a window would have cost under each policy: the figures side by side, and what they rest on. */
export function whatIfBlocks(asked: WhatIf, controlPlane: readonly string[], times: TimeWriter): Block[] {
  const { outcomes, loop } = asked;
  const nothing = nothingToTell(asked);
  if (nothing !== null) return [paragraph(nothing)];
  const isNamed = controlPlane.length > 0;
  return [
    paragraph(...verdictParts(asked, ({ cost }) => cost)),
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
            ...verdictParts(asked, ({ withLoop }) => withLoop),
          ),
          costTable(
            outcomes.map(({ withLoop }) => withLoop),
            isNamed,
            times,
          ),
        ]),
    {
      kind: 'bullets',
      items: [...columnLines(asked, controlPlane), ...untoldLines(asked), ...assumptionLines(outcomes)],
    },
  ];
}

/** Why there is nothing to compare; null where there is. */
function nothingToTell({ compared, containers, passes, outcomes }: WhatIf): string | null {
  if (passes === 0) return 'no pass is recorded in this window';
  if (compared === 0) return 'one pass, and none before it to compare it with: nothing can be told';
  if (containers === 0) return 'no container is recorded: what other rules would have replaced is not known';
  const isQuiet = outcomes.every(({ cost }) => cost.replacements + cost.stale.containerPasses + cost.missing === 0);
  return isQuiet
    ? `nothing was replaced, stale or missing in ${count(compared, 'pass', 'passes')}, under any of the rules`
    : null;
}

function verdictParts(asked: WhatIf, costOf: CostOf): (string | Span)[] {
  const recorded = asked.outcomes.map(costOf).find((cost) => cost?.policy.name === asRecorded.name);
  const before = recorded?.replacements ?? 0;
  if (before === 0) return ['nothing was replaced as recorded, so that no other rule could have spared anything'];
  const best = bestPolicies(asked, costOf);
  const [first] = best;
  if (first === undefined)
    return [`no other rule would have spared any of the ${count(before, 'replacement')} without doing harm`];
  return [
    span(
      `${first.replacements === 0 ? 'none' : first.replacements} instead of ${count(before, 'replacement')}`,
      'calm',
    ),
    ` under ${listed(
      best.map((cost) => `${cost.policy.name}${caveatWords(cost)}`),
      best.length,
      'or',
    )}`,
  ];
}

/** What a policy has against it, in brackets. */
function caveatWords({ stale, missing, bare }: PolicyCost): string {
  const words = [
    stale.containerPasses === 0 ? '' : `${count(stale.containerPasses, 'time')} the address of a name that looks lost`,
    missing === 0 ? '' : `a name missing ${count(missing, 'time')}`,
    bare === 0 ? '' : `${count(bare, 'container')} with no name at all`,
  ].filter((text) => text !== '');
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
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

/** Containers that are given every name, a line for each reason. */
function untoldLines({ untold, outcomes, containers }: WhatIf): Line[] {
  if (!outcomes.some(({ policy }) => policy.entries === 'bound')) return [];
  const byReason = new Map<UntoldBinding['why'], UntoldBinding[]>();
  for (const one of untold) byReason.set(one.why, [...(byReason.get(one.why) ?? []), one]);
  return [...byReason].map(([why, places]) =>
    line(
      span('scoped', 'strong'),
      `: ${places.length} of ${count(containers, 'container')} ${places.length === 1 ? 'is' : 'are'} given every name, ` +
        `since ${untoldBindingWords(why)}: `,
      span(listed(places.map(placeWords), shownUntold), 'literal'),
    ),
  );
}

/** What the columns say. */
function columnLines({ outcomes, loop, unmatched }: WhatIf, controlPlane: readonly string[]): Line[] {
  const entry = (word: string, text: string) => line(span(word, 'strong'), `: ${text}`);
  const bare = Math.max(...outcomes.map(({ cost }) => cost.bare));
  return [
    controlPlane.length === 0
      ? line(
          'no container is named that the control plane runs on (--control-plane): neither its replacements nor a loop are told',
        )
      : entry('control', `replacements of what the control plane runs on (${controlPlane.join(', ')})`),
    ...(unmatched.length === 0 ? [] : [line(span(`${listed(unmatched)}: no container is called so`, 'alarm'))]),
    entry('worst min', 'the most in one minute, as if each pass had replaced all at once'),
    entry(
      'stale, for',
      'containers with an address that the roster gave a name before and gives it no more, counted once for each pass, and for how long ' +
        'one had it; "lost" where the name went because a plan failed, or as if one had: then the address most likely still holds',
    ),
    entry(
      'missing',
      "containers without a name that they had, though the roster has it or would have it but for its owner's failed plan, counted once for each pass; under scoped, a name that they bind",
    ),
    ...(bare === 0
      ? []
      : [
          line(
            span(`scoped leaves ${count(bare, 'container')} without any name`, 'moved'),
            ': if they read names from files, say so with "binds" in the config',
          ),
        ]),
    ...replayAssumptions.map((text) => line(span(text, 'muted'))),
    line(
      span(
        `figures are predicted from declarations; plans fail in the passes in which they did${loop === null ? '' : ', but for the table with the loop'}`,
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
