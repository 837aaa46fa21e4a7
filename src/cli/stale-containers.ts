import {
  type Explained,
  explainPasses,
  type Gap,
  type RunningNode,
  type Stale,
  staleOf,
  windowGaps,
} from '../diff/index.ts';
import { openForReading } from '../history/index.ts';
import { type ComparedStale, listed, staleJson, staleView } from '../report/index.ts';
import type { Pass } from '../roster/index.ts';
import { declaringControllers, latestPass } from './declaring-controllers.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory, type Question } from './question.ts';
import { recordingGapsIn } from './recording-gaps.ts';
import type { StaleOptions } from './stale-command.ts';
import { declaredNodes, type PlacedSide, placeSides, type RunningSide, showHint } from './stale-nodes.ts';
import { recordedSides } from './stale-recorded.ts';
import { type LookedAt, lookAtSources, readLooks } from './stale-sources.ts';
import { storePath } from './store-path.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';
import { passesOf } from './window.ts';

/** So many passes at most are looked at for why names went. */
const mostExplained = 16;

/** Answers `stale`. Gives the exit code: 1 where it was asked for and a container is stale. */
export async function findStale(
  sources: readonly string[],
  options: StaleOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  if (sources.length > 0 && options.running !== undefined) {
    throw new UserError('--running is for what the store holds: expected it without a source', {
      hint: `roster-history stale --running "${options.running}"`,
    });
  }
  const looked = await lookAtSources(sources, surroundings);
  return askHistory(ofDeclaring(program, options.running, surroundings), surroundings, (question) => {
    const latest = latestPass(question.history, question.controller);
    const nodes = declaredNodes(latest);
    const sides = sources.length > 0 ? looksOf(looked, question) : recordedSides(question, options.running);
    const placed = placeSides(sides, nodes, options.node);
    const walk = passesBackwards(question, latest.number);
    const stale = staleOf(runningNodes(placed), walk.stretches);
    expectCompared(stale, placed);
    const compared = comparedOf(stale, placed, latest, walk.walked, question);
    const gaps = gapsOf(stale, placed, compared, walk.walked, question);
    question.answer(
      () => staleView(stale, compared, gaps, { all: options.all === true }, question.times),
      () => staleJson(stale, compared, gaps, question.times),
    );
    return options.exitCode && stale.stale.length > 0 ? 1 : 0;
  });
}

/** Of several controllers that declared something, the one that is not told to be what runs. */
function ofDeclaring(program: ProgramOptions, running: string | undefined, surroundings: Surroundings): ProgramOptions {
  if (program.controller !== undefined || running === undefined) return program;
  const history = openForReading(storePath(program.store, surroundings));
  try {
    const [only, ...others] = declaringControllers(history).filter((one) => one !== running);
    return only !== undefined && others.length === 0 ? { ...program, controller: only } : program;
  } finally {
    history.close();
  }
}

function looksOf(looked: readonly LookedAt[], { history }: Question): RunningSide[] {
  return readLooks(history, looked).map(({ input, at, containers, shortfall }) => ({
    label: input.label,
    at,
    pass: null,
    node: null,
    containers,
    shortfall: shortfall?.error ?? null,
    mayLackNames: shortfall?.missing === 'names',
    gaps: [],
  }));
}

/** What runs on each node, that of several sources together. Throws {@link UserError} where two of them contradict each other. */
function runningNodes(placed: readonly PlacedSide[]): RunningNode[] {
  const nodes = new Map<string, RunningNode>();
  for (const side of placed) {
    const { declared, containers, mayLackNames } = side;
    const known = nodes.get(declared.node);
    expectAgreement(side, known, placed);
    nodes.set(declared.node, {
      declared,
      running: [...new Map([...(known?.running ?? []), ...containers].map((one) => [one.id, one])).values()],
      mayLackNames: mayLackNames || known?.mayLackNames === true,
    });
  }
  return [...nodes.values()];
}

/** Two looks at one container at different times, or at two nodes of which one was taken for the other. */
function expectAgreement(side: PlacedSide, known: RunningNode | undefined, placed: readonly PlacedSide[]): void {
  const { node } = side.declared;
  const before = new Map(known?.running.map((one) => [one.id, one]));
  const twice = side.containers.find(({ id, hosts }) => (before.get(id)?.hosts ?? hosts).digest !== hosts.digest);
  if (twice === undefined) return;
  const labels = placed.filter(({ declared }) => declared.node === node).map(({ label }) => JSON.stringify(label));
  throw new UserError(
    `${listed(labels, 4)} are both taken for ${node}, and show "${twice.id}" with different entries`,
    {
      hint: `roster-history stale ${side.label} --node ${JSON.stringify(node)}`,
    },
  );
}

type Walked = Omit<Pass, 'state'>;

/** Where containers run and none of them is declared, it is another node or another machine that was looked at. */
function expectCompared({ matched, notDeclared }: Stale, placed: readonly PlacedSide[]): void {
  if (matched > 0 || notDeclared.length === 0) return;
  const [labels, nodes] = [placed.map(({ label }) => label), placed.map(({ declared }) => declared.node)].map((words) =>
    listed([...new Set(words.map((word) => JSON.stringify(word)))], 4),
  );
  const found = listed(
    notDeclared.map(({ container }) => container),
    4,
  );
  throw new UserError(`${labels}: none of its containers is declared for ${nodes}: found ${found}`, { hint: showHint });
}

/** The passes of a controller in stretches, the newest first, each twice as long as the one after it; and those that were asked for. */
function passesBackwards({ history, controller }: Question, latest: number) {
  const walked: Walked[] = [];
  function* noted(first: number, last: number): Generator<Pass> {
    for (const pass of history.passes(controller, first, last)) {
      const { state: _, ...record } = pass;
      walked.push(record);
      yield pass;
    }
  }
  function* stretches(): Generator<Iterable<Pass>> {
    let last: number | null = latest;
    for (let length = 32; last !== null; length *= 2) {
      const first: number | null = history.findBefore(controller, last, length - 1);
      yield noted(first ?? 1, last);
      last = first === null ? null : history.findBefore(controller, first, 1);
    }
  }
  return { walked, stretches: stretches() };
}

function comparedOf(
  stale: Stale,
  placed: readonly PlacedSide[],
  latest: Pass,
  walked: readonly Walked[],
  question: Question,
): ComparedStale & { readonly declared: Pass } {
  const names = new Set(placed.map(({ declared }) => declared.node));
  return {
    declared: latest,
    standing: latest.outcomes.filter(({ node, outcome }) => names.has(node) && outcome !== 'planned'),
    running: placed.map(({ label, at, pass, shortfall, declared, nodeBy, containers }) => {
      return { label, at, pass, shortfall, node: declared.node, nodeBy, containers: containers.length };
    }),
    begins: walked.reduce((first, { number }) => Math.min(first, number), latest.number),
    reasonOf: reasonsOf(stale, question),
    now: question.now,
  };
}

/** The reasons of names that went, as far as the pass tells them since which they are held otherwise. */
function reasonsOf({ stale }: Stale, question: Question): ComparedStale['reasonOf'] {
  const { history, controller } = question;
  const passes = new Set(stale.flatMap(({ names }) => names.flatMap(({ since }) => since?.pass ?? [])));
  const reasons = new Map<string, Explained>();
  for (const number of [...passes].sort((a, b) => b - a).slice(0, mostExplained)) {
    const range = { baseline: history.findBefore(controller, number, 1), first: number, last: number };
    const recorded = passesOf(range, question);
    for (const { explained } of explainPasses(recorded.passes, recorded.baseline)) {
      for (const { name, kind, reason, evidence } of explained.difference?.moves ?? []) {
        if (kind === 'removed' && reason !== null) reasons.set(`${number} ${name}`, { reason, evidence });
      }
    }
  }
  return ({ name, since, kind }) => (kind === 'removed' ? (reasons.get(`${since?.pass} ${name}`) ?? null) : null);
}

/** The gaps in what the answer rests on: the passes from the first one that it names, as far as they are of its nodes, and what runs. */
function gapsOf(
  stale: Stale,
  placed: readonly PlacedSide[],
  { declared, begins }: ComparedStale & { readonly declared: Pass },
  walked: readonly Walked[],
  question: Question,
): Gap[] {
  const named = stale.stale.flatMap(({ names }) => names.map(({ since }) => since?.pass ?? begins));
  const first = Math.min(declared.number, ...named);
  const passes = walked.filter(({ number }) => number >= first).sort((a, b) => a.number - b.number);
  const range = { baseline: null, first, last: declared.number };
  const recordingGaps = recordingGapsIn({ range, since: null, until: null }, question);
  const gaps = windowGaps(null, passes.length === 0 ? [declared] : passes, recordingGaps);
  const ofNodes = gaps.filter(({ node }) => node === null || placed.some((side) => side.declared.node === node));
  // one recorder may record both sides, and several nodes
  const keyOf = ({ kind, text, ...gap }: Gap) => JSON.stringify([kind, text, 'from' in gap ? gap.from : null]);
  const told = new Set(ofNodes.map(keyOf));
  const ofRunning = new Map(placed.flatMap(({ gaps: own }) => own.map((gap) => [keyOf(gap), gap])));
  return [...ofNodes, ...[...ofRunning].filter(([key]) => !told.has(key)).map(([, gap]) => gap)];
}
