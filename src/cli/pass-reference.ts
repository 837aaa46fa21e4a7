import type { Horizon } from '../history/index.ts';
import { beginsWords } from '../report/index.ts';
import { type Question, spanOfPasses } from './question.ts';
import { parseTime } from './time-reference.ts';
import { UserError } from './user-error.ts';

/** What a text refers to: a pass, or an instant. */
export type Reference =
  | { readonly kind: 'pass'; readonly number: number }
  | { readonly kind: 'time'; readonly at: number };

/** What is said instead where a pass was pruned: the same command, with the first pass that is kept; `show` unless told. */
interface Hinted {
  hint?(firstPass: number): string;
}

type Asked = Pick<Question, 'history' | 'controller' | 'times' | 'now'>;

/** Reads a pass number, `latest`, `latest~3`, `key:412`, or a time. Throws {@link UserError} where it is none, or the pass is unknown. */
export function parseReference(text: string, asked: Asked & Hinted): Reference {
  const { history, controller, times, now } = asked;
  if (/^\d+$/.test(text)) {
    const pass = history.findPass(Number(text));
    if (pass?.controller !== controller) {
      throw (pass === null ? prunedPass(Number(text), asked) : null) ?? unknownPass(`pass ${text}`, asked);
    }
    return { kind: 'pass', number: pass.number };
  }
  const latest = /^latest(?:~(\d+))?$/i.exec(text);
  if (latest) {
    const last = history.findLatest(controller) as number;
    const steps = Number(latest[1] ?? 0);
    const number = steps === 0 ? last : history.findBefore(controller, last, steps);
    if (number === null) throw unkeptPass(`pass ${text}`, asked);
    return { kind: 'pass', number };
  }
  if (/^key:/i.test(text)) {
    const number = history.findKey(controller, text.slice(4));
    if (number === null) throw unkeptPass(`pass with the id "${text.slice(4)}"`, asked);
    return { kind: 'pass', number };
  }
  const at = parseTime(text, { now, zone: times.zone });
  if (at !== null) return { kind: 'time', at };
  throw new UserError(
    `"${text}" is neither a pass nor a time: expected a number, latest, latest~3, key:ID, 22:40, "2h ago", a date or RFC 3339`,
    {
      hint: 'roster-history log shows the passes',
    },
  );
}

/** The number of the pass that a reference means; a time means the state then. */
export function resolvePass(text: string, asked: Asked & Hinted): number {
  const reference = parseReference(text, asked);
  if (reference.kind === 'pass') return reference.number;
  const number = asked.history.findLastUntil(asked.controller, reference.at);
  if (number !== null) return number;
  const horizon = asked.history.findHorizon(asked.controller);
  if (horizon !== null)
    throw beforeHorizon(`no pass at or before ${asked.times.instant(reference.at)} is kept`, horizon, asked);
  throw new UserError(`no pass at or before ${asked.times.instant(reference.at)}`, {
    hint: 'roster-history log shows the passes',
  });
}

/** The error that a pass was pruned; null where it was not. */
function prunedPass(number: number, asked: Asked & Hinted): UserError | null {
  const horizon = asked.history.findHorizon(asked.controller);
  if (horizon === null || number < horizon.fromPass || number > horizon.untilPass) return null;
  return beforeHorizon(`pass ${number} was pruned`, horizon, asked);
}

function beforeHorizon(what: string, horizon: Horizon, { times, hint }: Asked & Hinted): UserError {
  return new UserError(`${what}: the history begins at ${beginsWords(horizon, times)}`, {
    hint: hint?.(horizon.firstPass) ?? `roster-history show ${horizon.firstPass}`,
  });
}

/** The error that a pass is unknown; where some were pruned it may be one of those. */
function unkeptPass(what: string, asked: Asked & Hinted): UserError {
  const horizon = asked.history.findHorizon(asked.controller);
  if (horizon === null) return unknownPass(what, asked);
  return beforeHorizon(`no ${what} of the controller "${asked.controller}" is kept`, horizon, asked);
}

function unknownPass(what: string, asked: Asked): UserError {
  return new UserError(`no ${what} of the controller "${asked.controller}": ${spanOfPasses(asked)}`, {
    hint: 'roster-history log shows the passes',
  });
}
