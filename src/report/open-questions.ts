import type { Diagnosis, Finding, Gap } from '../diff/index.ts';
import { foldedGaps } from './doubt-lines.ts';
import { bounded, findingWords } from './finding-words.ts';
import { heldWords } from './loop-blocks.ts';
import { spanWords } from './stretch-words.ts';
import { sumOfTallies } from './tally-words.ts';
import type { TimeWriter } from './times.ts';
import { count, listed, oneLine, passRanges } from './words.ts';

/** Something that the history does not establish, and what would. */
export interface OpenQuestion {
  readonly what: string;
  readonly wanted: string;
}

const shownGaps = 8;
const shownFindings = 8;
const shownNodes = 8;

/** What a diagnosis leaves open, each with what would settle it. */
export function openQuestions(diagnosis: Diagnosis, times: TimeWriter): OpenQuestion[] {
  return [
    ...gapQuestions(diagnosis, times),
    ...tallyQuestions(diagnosis),
    ...nodeQuestions(diagnosis),
    ...findingQuestions(diagnosis),
    ...loopQuestions(diagnosis),
  ];
}

function gapQuestions({ window }: Diagnosis, times: TimeWriter): OpenQuestion[] {
  const [first] = window.passes;
  const questions = [...stretchQuestions(window.gaps, times), ...passGapQuestions(window.gaps)];
  const { shown, more } = bounded(questions, shownGaps);
  return [
    ...(first && window.baseline === null && !first.pass.firstKept
      ? [
          {
            what: `what pass ${first.pass.number} changed: no pass before it is recorded`,
            wanted: 'the declarations of the pass before it',
          },
        ]
      : []),
    ...shown,
    ...(more > 0 ? [{ what: `${count(more, 'more gap')}`, wanted: 'the passes that are not recorded whole' }] : []),
  ];
}

function stretchQuestions(gaps: readonly Gap[], times: TimeWriter): OpenQuestion[] {
  return gaps.flatMap((gap) => {
    if (!('breaks' in gap)) return [];
    if (gap.kind === 'pruned') {
      const what = `what happened before pass ${gap.pass}, and what that pass changed: ${gap.text}`;
      return [{ what, wanted: 'a backup of the store from before it was pruned' }];
    }
    return [
      {
        what: `what happened ${spanWords(gap, times)}, of which passes may be missing: ${oneLine(gap.text)}`,
        wanted: "the controller's own log of that time",
      },
    ];
  });
}

function passGapQuestions(gaps: readonly Gap[]): OpenQuestion[] {
  return foldedGaps(gaps).map(({ gap: { kind, node, text }, passes }) =>
    kind === 'missing'
      ? {
          what: `what happened right before ${passRanges(passes)}: ${text}`,
          wanted: 'those passes from the controller, recorded',
        }
      : {
          what: `what ${node ?? 'the mesh'} was to run in ${passRanges(passes)}: ${kind === oneLine(text) ? kind : `${kind}, ${oneLine(text)}`}`,
          wanted: `the whole declaration of ${node ?? 'every node'} in ${passes.length === 1 ? 'that pass' : 'those passes'}`,
        },
  );
}

function tallyQuestions({ tallies }: Diagnosis): OpenQuestion[] {
  const { unexplained, missing } = sumOfTallies(tallies);
  const inPasses = (of: 'unexplained' | 'missing') =>
    passRanges(tallies.filter((tally) => tally[of] > 0).map(({ pass }) => pass));
  return [
    ...(unexplained > 0
      ? [
          {
            what: `why ${count(unexplained, 'observed replacement')} happened that no declaration explains (${inPasses('unexplained')})`,
            wanted: "the host agent's own reason, or the declaration that it really applied",
          },
        ]
      : []),
    ...(missing > 0
      ? [
          {
            what: `whether ${count(missing, 'predicted replacement')} happened that nobody saw (${inPasses('missing')}): a container left alone may hold a stale address`,
            wanted: 'the hosts list that the running container has, against its declaration',
          },
        ]
      : []),
  ];
}

function nodeQuestions({ window }: Diagnosis): OpenQuestion[] {
  const told = new Set<string>();
  const untold = new Map<string, number>();
  for (const { difference } of window.passes) {
    for (const { node, observed } of difference?.replacements.containers ?? []) {
      if (observed === null) untold.set(node, (untold.get(node) ?? 0) + 1);
      else told.add(node);
    }
  }
  const nodes = [...untold].filter(([node]) => !told.has(node));
  if (nodes.length === 0) return [];
  const total = nodes.reduce((sum, [, number]) => sum + number, 0);
  const names = listed(
    nodes.map(([node]) => node),
    shownNodes,
  );
  return [
    {
      what: `that the ${count(total, 'predicted replacement')} on ${names} happened: nothing observed on ${nodes.length === 1 ? 'it' : 'them'} is recorded`,
      wanted: `the host log or the engine events of ${names}`,
    },
  ];
}

function findingQuestions({ findings }: Diagnosis): OpenQuestion[] {
  const open = findings
    .map((finding, index) => ({ finding, place: index + 1 }))
    .filter(({ finding }) => finding.confidence !== 'certain' || finding.kind === 'names-moved');
  const shown = open.length <= shownFindings + 1 ? open : open.slice(0, shownFindings);
  const more = open.length - shown.length;
  return [
    ...shown.map(({ finding, place }) => questionOf(finding, place)),
    ...(more > 0
      ? [
          {
            what: `${count(more, 'more finding')} below certain`,
            wanted: 'the outcomes of the controller in their passes',
          },
        ]
      : []),
  ];
}

function questionOf(finding: Finding, place: number): OpenQuestion {
  const passes = passRanges(finding.passes);
  switch (finding.kind) {
    case 'plan-failed':
      return {
        what: `that ${finding.owner}'s plan failed in ${passes} (finding ${place}, ${finding.confidence}): no outcome says so`,
        wanted: `the controller's own log of ${passes}, or a controller that reports a failed plan as an outcome`,
      };
    case 'names-moved':
      return {
        what: `why ${findingWords(finding)} in ${passes} (finding ${place})`,
        wanted: `the controller's own log of ${passes}`,
      };
    default:
      return {
        what: `that ${findingWords(finding)} in ${passes} (finding ${place}, ${finding.confidence})`,
        wanted: `the trigger of ${passes}, or the controller's own log`,
      };
  }
}

function loopQuestions({ loop, controlPlane, window }: Diagnosis): OpenQuestion[] {
  if (!window.passes.some(({ difference }) => (difference?.replacements.total ?? 0) > 0)) return [];
  if (controlPlane.length === 0)
    return [
      {
        what: 'whether what was replaced made the next pass fail: no container is named that the control plane runs on',
        wanted: 'the same report with --control-plane',
      },
    ];
  if (loop === null) return [];
  return [
    loop.selfReinforcing
      ? {
          what: `that the loop is a cause and not a coincidence: it ${heldWords(loop)}`,
          wanted: 'a pass that leaves the control plane alone while the rest stays as it is',
        }
      : {
          what: `whether the replaced control plane made later passes fail: it ${heldWords(loop)}`,
          wanted: "more passes, or the controller's own log of when its store was unreachable",
        },
  ];
}
