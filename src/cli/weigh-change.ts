import {
  type Impact,
  impactOf,
  meshNames,
  nextPass,
  rhythmOf,
  standingNodes,
  withDraft,
  withNames,
  withRoster,
} from '../diff/index.ts';
import { UnreadableInput } from '../formats/index.ts';
import { faultText, readDraft, readSource } from '../recorder/index.ts';
import { type ChangeWords, impactJson, impactView, listed } from '../report/index.ts';
import { type Name, namesOf, type Pass, type PassDraft } from '../roster/index.ts';
import { changesOf } from './changed-names.ts';
import { circumstancesOf } from './diagnosis-options.ts';
import type { ImpactOptions } from './impact-command.ts';
import { passSource } from './pass-source.ts';
import { policiesOf } from './policy-option.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory, type Question } from './question.ts';
import { findNear } from './suggestion.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';
import { defaultPasses, resolveWindow } from './window.ts';

/** Answers `impact`. Gives the exit code: 1 where it was asked for and the change would replace something. */
export async function weighChange(
  file: string | undefined,
  options: ImpactOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const isNames = options.add.length + options.remove.length + options.move.length > 0;
  if (isNames === (file !== undefined)) {
    throw new UserError(
      isNames
        ? 'a FILE and changes of names: expected one of them'
        : 'no change is given: expected a FILE, --add, --remove or --move',
      {
        hint: 'roster-history impact --move git.example=192.0.2.9',
      },
    );
  }
  const policies = policiesOf(options.policy);
  const { controlPlane, binds } = await circumstancesOf(options, surroundings);
  return askHistory(program, surroundings, (question) => {
    const window = resolveWindow({}, question, defaultPasses);
    const { source, gaps } = passSource(window, question);
    const passes = [...source.passes()];
    const latest = passes.at(-1) as Pass;
    const { next, words } = changeOf(file, options, latest, question);
    const pauseMs = rhythmOf(passes, new Set())?.medianMs ?? pauseWithoutPassesMs;
    const impact = impactOf({ ...source, passes: () => passes }, next, { policies, controlPlane, binds, pauseMs });
    const asked = { words, latest, gaps: gaps(), controlPlane };
    question.answer(
      () => impactView(impact, asked, question.times),
      () => impactJson(impact, asked, question.times),
    );
    return options.exitCode && replacesAny(impact) ? 1 : 0;
  });
}

function replacesAny({ change }: Impact): boolean {
  return change.difference.replacements.total > 0;
}

function changeOf(
  file: string | undefined,
  options: ImpactOptions,
  latest: Pass,
  question: Question,
): { next: Pass; words: ChangeWords } {
  const at = Math.max(question.now, latest.at);
  const standing = standingNodes(latest);
  if (file === undefined) {
    const names = meshNames(latest.state);
    const changes = changesOf(options, names, (name) => isCarried(name, latest));
    const words = changes.map(({ name, addresses }) => ({ name, before: names.get(name) ?? [], after: addresses }));
    const next = nextPass(latest, withNames(latest.state, changes, standing), at);
    return { next, words: { kind: 'names', changes: words } };
  }
  const label = file === '-' ? 'standard input' : file;
  const words: ChangeWords = { kind: 'file', file: label };
  const draft = draftOf(file, label, options, question);
  expectKnownNodes(draft, label, latest);
  if (draft.reports.length === 0)
    return { next: nextPass(latest, withRoster(latest.state, draft, standing), at), words };
  return { next: nextPass(latest, withDraft(latest.state, draft), at, draft), words };
}

function isCarried(name: Name, { state }: Pass): boolean {
  return [...state.nodes.values()].some(({ containers }) =>
    [...containers.values()].some(({ hosts }) => namesOf(hosts).has(name)),
  );
}

/** A declaration of a node that nobody knows is of another one, which its file does not name. */
function expectKnownNodes({ reports }: PassDraft, label: string, { state }: Pass): void {
  const known = [...state.nodes.keys()];
  const [first] = reports;
  if (first === undefined || known.length === 0 || reports.some(({ node }) => state.nodes.has(node))) return;
  const near = findNear(first.node, known) ?? (known[0] as string);
  throw new UserError(
    `"${label}" is taken for the node "${first.node}", which nothing is recorded of: known are ${listed(known, 8)}`,
    {
      hint: `roster-history impact --node ${JSON.stringify(near)} ${label === 'standard input' ? '-' : label}`,
    },
  );
}

function draftOf(
  file: string,
  label: string,
  { node, format }: ImpactOptions,
  { history, controller }: Question,
): PassDraft {
  const inputs = [...readSource(file)];
  const [input] = inputs;
  if (input === undefined || inputs.length > 1) {
    throw new UserError(`"${label}" holds ${inputs.length} inputs: expected one pass or declaration`, {
      hint: 'roster-history impact next.json',
    });
  }
  const circumstances = { ...(node === undefined ? {} : { node }), controller };
  try {
    const draft = readDraft(history, { ...input, circumstances, ...(format === undefined ? {} : { format }) });
    if (draft.controller !== controller)
      throw otherController(label, draft.controller, controller, history.controllers());
    if (draft.reports.length > 0 || draft.roster !== null) return draft;
    throw new UserError(`"${label}" declares nothing: neither a node nor a roster`);
  } catch (fault) {
    if (!(fault instanceof UnreadableInput)) throw fault;
    throw new UserError(`"${label}": ${faultText(fault)}`, {
      ...(fault.hint ? { hint: fault.hint } : {}),
      cause: fault,
    });
  }
}

function otherController(label: string, own: string, asked: string, known: readonly string[]): UserError {
  return new UserError(`"${label}" is of the controller "${own}", and the passes before are of "${asked}"`, {
    ...(known.includes(own) ? { hint: `--controller ${own}` } : {}),
  });
}

const pauseWithoutPassesMs = 5 * 60_000;
