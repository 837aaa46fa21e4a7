import { isRecordedFromEngine, stretchGaps } from '../diff/index.ts';
import { latestPass } from './declaring-controllers.ts';
import { controllerOf, type Question } from './question.ts';
import { recordingGapsIn } from './recording-gaps.ts';
import type { RunningSide } from './stale-nodes.ts';
import { UserError } from './user-error.ts';

/**
 * What the store has of containers that run, by its latest passes: of the controller that is named, else of the one whose
 * declarations are asked about, else of the only other one that recorded from an engine. Throws {@link UserError}.
 */
export function recordedSides(question: Question, running: string | undefined): RunningSide[] {
  const { history, controller } = question;
  if (running !== undefined) {
    const sides = sidesIn(question, controllerNamed(question, running));
    if (sides.length > 0) return sides;
    throw new UserError(`the controller "${running}" recorded nothing from an engine`, {
      hint: `roster-history watch docker: --controller "${running}"`,
    });
  }
  const own = sidesIn(question, controller);
  if (own.length > 0) return own;
  const others = history.controllers().filter((other) => other !== controller && sidesIn(question, other).length > 0);
  if (others.length === 1) return sidesIn(question, others[0] as string);
  if (others.length > 1) {
    const names = others.map((name) => JSON.stringify(name)).join(', ');
    throw new UserError(`several controllers recorded from an engine: ${names}`, { hint: `--running ${others[0]}` });
  }
  throw new UserError(
    'nothing tells what runs: no source is named, and the store holds nothing that was recorded from an engine',
    { hint: 'docker inspect $(docker ps --quiet) | roster-history stale -' },
  );
}

/** The controller of that name; where there is none, the flag that is hinted at is the one that was mistyped. */
function controllerNamed({ history }: Question, running: string): string {
  try {
    return controllerOf(history, running);
  } catch (fault) {
    if (!(fault instanceof UserError)) throw fault;
    const hint = fault.hint?.replace('--controller', '--running');
    throw new UserError(fault.message, { ...(hint === undefined ? {} : { hint }), cause: fault });
  }
}

function sidesIn(question: Question, controller: string): RunningSide[] {
  const pass = latestPass(question.history, controller);
  const { number, at, state, outcomes } = pass;
  const range = { baseline: null, first: number, last: number };
  const gaps = recordingGapsIn({ range, since: null, until: null }, { ...question, controller });
  return [...state.nodes.values()].filter(isRecordedFromEngine).map((node) => {
    const told = outcomes.find((one) => one.node === node.node);
    return {
      label: `pass ${number} of ${controller}`,
      at,
      pass: { number, controller },
      node: node.node,
      containers: [...node.containers.values()],
      shortfall: told?.outcome === 'planned' ? null : (told?.error ?? `${told?.outcome ?? 'not reported'} in it`),
      mayLackNames: false,
      gaps: stretchGaps(
        [pass],
        gaps.filter(({ kind }) => kind !== 'pruned'),
      ),
    };
  });
}
