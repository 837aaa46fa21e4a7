import type { Circumstances, UnreadableInput } from '../formats/index.ts';
import type { History } from '../history/index.ts';
import type { PassDraft } from '../roster/index.ts';

/**
 * A pass that says that we could not read it: of the node that was named, else of every node that is known. Null where
 * nothing is. An input that came of a failed command is `failed`, with what that command said.
 */
export function unreadablePass(history: History, known: Circumstances, fault: UnreadableInput): PassDraft | null {
  const controller = known.controller ?? likelyController(history);
  const nodes = known.node === undefined ? history.nodes(controller) : [known.node];
  if (nodes.length === 0 && history.findLatest(controller) === null) return null;
  const failure = failureText(known);
  const outcome = failure === null ? 'unreadable' : 'failed';
  const text = faultText(fault);
  const error = failure === null || text.includes(failure) ? text : `${failure}; ${text}`;
  const whole = known.node === undefined;
  return {
    controller,
    key: known.key ?? null,
    at: known.at ?? null,
    trigger: known.trigger ?? null,
    roster: null,
    outcome: whole ? outcome : 'planned',
    missing: null,
    error: whole ? error : null,
    reports: nodes.map((node) => ({ node, outcome, error, address: null })),
    problems: [{ code: 'unreadable-input', text: error }],
    extra: {},
    lone: !whole,
  };
}

/** What is wrong with an input and where, as one text. */
export function faultText({ message, place }: UnreadableInput): string {
  return place ? `line ${place.line}, column ${place.column}: ${message}` : message;
}

/** What cannot be read does not say whose it is: where only one controller is known, it is that one's. */
function likelyController(history: History): string {
  const known = history.controllers();
  return known.length === 1 ? (known[0] as string) : 'default';
}

function failureText({ exitStatus, standardError }: Circumstances): string | null {
  if (exitStatus === undefined || exitStatus === 0) return null;
  const said = standardError?.trim();
  return said ? `exit status ${exitStatus}: ${said}` : `exit status ${exitStatus}`;
}
