import { type Impact, impactOf, meshNames, nextPass, withDraft, withNames } from '../diff/index.ts';
import { UnreadableInput } from '../formats/index.ts';
import { faultText, readDraft, readSource } from '../recorder/index.ts';
import { type ChangeWords, impactJson, impactView } from '../report/index.ts';
import type { Pass, PassDraft } from '../roster/index.ts';
import { changesOf } from './changed-names.ts';
import { controlPlaneOf } from './diagnosis-options.ts';
import type { ImpactOptions } from './impact-command.ts';
import { passSource } from './pass-source.ts';
import { policiesOf } from './policy-option.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory, type Question } from './question.ts';
import { bindingsOf } from './replay-window.ts';
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
  const controlPlane = await controlPlaneOf(options, surroundings);
  const binds = await bindingsOf(options, surroundings);
  return askHistory(program, surroundings, (question) => {
    const window = resolveWindow({}, question, defaultPasses);
    const { source, gaps } = passSource(window, question);
    const passes = [...source.passes()];
    const latest = passes.at(-1) as Pass;
    const { next, words } = changeOf(file, options, latest, question);
    const pauseMs = usualPauseMs(passes);
    const impact = impactOf({ ...source, passes: () => passes }, next, { policies, controlPlane, binds, pauseMs });
    const asked = { words, latest, gaps: gaps(), controlPlane };
    question.answer(
      () => impactView(impact, asked, question.times),
      () => impactJson(impact, asked, question.times),
    );
    return options.exitCode && replacesAny(impact) ? 1 : 0;
  });
}

function replacesAny({ window }: Impact): boolean {
  return (window.passes[0]?.difference?.replacements.total ?? 0) > 0;
}

function changeOf(
  file: string | undefined,
  options: ImpactOptions,
  latest: Pass,
  question: Question,
): { next: Pass; words: ChangeWords } {
  const at = Math.max(question.now, latest.at);
  if (file === undefined) {
    const names = meshNames(latest.state);
    const changes = changesOf(options, names);
    const words = changes.map(({ name, addresses }) => ({ name, before: names.get(name) ?? [], after: addresses }));
    return { next: nextPass(latest, withNames(latest.state, changes), at), words: { kind: 'names', changes: words } };
  }
  const draft = draftOf(file, options, question);
  return { next: nextPass(latest, withDraft(latest.state, draft), at, draft), words: { kind: 'file', file } };
}

function draftOf(file: string, { node, format }: ImpactOptions, { history, controller }: Question): PassDraft {
  const inputs = [...readSource(file)];
  const [input] = inputs;
  if (input === undefined || inputs.length > 1) {
    throw new UserError(`"${file}" holds ${inputs.length} inputs: expected one pass or declaration`, {
      hint: 'roster-history impact next.json',
    });
  }
  const circumstances = { ...(node === undefined ? {} : { node }), controller };
  try {
    const draft = readDraft(history, { ...input, circumstances, ...(format === undefined ? {} : { format }) });
    if (draft.reports.length > 0 || draft.roster !== null) return draft;
    throw new UserError(`"${file}" declares nothing: neither a node nor a roster`);
  } catch (fault) {
    if (!(fault instanceof UnreadableInput)) throw fault;
    throw new UserError(`"${file}": ${faultText(fault)}`, {
      ...(fault.hint ? { hint: fault.hint } : {}),
      cause: fault,
    });
  }
}

const pauseWithoutPassesMs = 5 * 60_000;

/** The median time between passes. */
function usualPauseMs(passes: readonly Pass[]): number {
  const pauses = passes
    .slice(1)
    .map(({ at }, index) => at - (passes[index] as Pass).at)
    .filter((ms) => ms > 0);
  return pauses.sort((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? pauseWithoutPassesMs;
}
