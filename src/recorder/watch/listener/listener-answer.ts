import type { Place } from '../../../formats/index.ts';
import type { Recorded } from '../../recorder.ts';

/** What whoever pushed is answered: a status, a JSON body, and headers besides. */
export interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A fault, as far as whoever pushed is told of it. */
interface FaultWords {
  readonly message: string;
  readonly place?: Place | null;
  readonly hint: string | null;
}

/**
 * The answer to a push that was handed over: 201 where it was news, 200 where it was none, 400 where it could not be read. Of
 * a plan that was said to have failed nobody expects that it can be: that it failed is recorded, as was asked.
 */
export function answerOf(recorded: readonly Recorded[], hasFailed: boolean): Answer {
  const list = recorded.map(recordedJson);
  const unreadable = recorded.find((one) => one.kind === 'unreadable');
  const body = { ...(unreadable ? faultJson(unreadable.fault) : {}), recorded: list };
  if (unreadable && !(hasFailed && unreadable.appended)) return { status: 400, body };
  return { status: recorded.some(isNews) ? 201 : 200, body };
}

function isNews(recorded: Recorded): boolean {
  if (recorded.kind === 'observed') return recorded.observed.added > 0;
  return recorded.appended !== null && recorded.appended.kind !== 'known';
}

/** `kind` is what became of it: recorded, joined, known, observed or unreadable. `pass` is null where no pass was made of it. */
function recordedJson(recorded: Recorded): object {
  if (recorded.kind === 'observed') {
    const { observations, added, problems } = recorded.observed;
    return { kind: 'observed', observations: observations.length, added, problems: problems.length };
  }
  if (recorded.kind === 'unreadable') return { kind: 'unreadable', pass: recorded.appended?.number ?? null };
  const { appended, draft } = recorded;
  return {
    kind: appended.kind,
    pass: appended.number,
    controller: draft.controller,
    key: draft.key,
    nodes: draft.reports.map(({ node, outcome }) => ({ node, outcome })),
    problems: draft.problems.length,
  };
}

/** What is wrong, where in the document, and what would help. */
export function faultJson({ message, place, hint }: FaultWords): object {
  return {
    error: message,
    ...(place ? { line: place.line, column: place.column } : {}),
    ...(hint ? { hint } : {}),
  };
}
