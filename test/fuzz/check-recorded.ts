import { isDeepStrictEqual } from 'node:util';
import { type History, openForReading } from '../../src/history/index.ts';
import { wellFormed } from '../../src/history/well-formed.ts';
import {
  canonicalJson,
  type Declaration,
  declarationInForce,
  type Json,
  type NodeState,
  type Pass,
  type PassDraft,
  type Report,
  type Roster,
  rosterInForce,
} from '../../src/roster/index.ts';
import { wholeState } from '../support/plain-state.ts';

const startMs = Date.UTC(2026, 8, 29, 20);

/**
 * Records drafts one after the other as passes of a controller of their own, reads them back, and throws where a state or a
 * fact of a pass is not what was given. Gives the passes.
 */
export function recordAndLoad(history: History, controller: string, drafts: readonly PassDraft[]): Pass[] {
  const arrivals = drafts.map((draft, index) => ({
    draft: { ...draft, controller, key: draft.key === null ? null : `${index} ${draft.key}` },
    recordedAt: startMs + index * 60_000,
    source: draft.controller,
    quietGapMs: 2000,
  }));
  for (const arrival of arrivals) history.append(arrival);
  const reader = openForReading(history.file);
  try {
    const passes = [...reader.passes(controller, 1, Number.MAX_SAFE_INTEGER)];
    if (passes.length === arrivals.length)
      expectStates(
        passes,
        arrivals.map((arrival) => wellFormed(arrival).draft),
      );
    return passes;
  } finally {
    reader.close();
  }
}

function expectStates(passes: readonly Pass[], drafts: readonly PassDraft[]): void {
  let roster: Roster | null = null;
  const nodes = new Map<string, Declaration>();
  for (const [index, pass] of passes.entries()) {
    const draft = drafts[index] as PassDraft;
    if (draft.roster !== null) roster = rosterInForce(roster, draft.roster, draft.missing);
    for (const report of draft.reports) {
      const after = declarationAfter(nodes.get(report.node) ?? null, report);
      if (after !== null) nodes.set(report.node, after);
    }
    const states = [...nodes].map(([node, declaration]): [string, NodeState] => [node, nodeStateOf(node, declaration)]);
    expectEqual('state', wholeState(pass.state), wholeState({ roster, nodes: new Map(states) }));
    expectEqual('pass', factsOf(pass), factsOf(draft));
  }
}

/** As canonical JSON, for an object that was read has a prototype of its own and members in another order. */
function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  const [one, other] = [found, expected].map((value) => canonicalJson(JSON.parse(JSON.stringify(value)) as Json));
  if (one !== other) throw new Error(`the ${what} that was read is not the one recorded: ${one} instead of ${other}`);
}

function factsOf({ key, trigger, outcome, error, extra }: Pass | PassDraft): unknown {
  return { key, trigger, outcome, error, extra };
}

function declarationAfter(before: Declaration | null, report: Report): Declaration | null {
  if (report.outcome === 'planned') return declarationInForce(before, report.declaration, null);
  if (report.outcome === 'partial') return declarationInForce(before, report.declaration, report.missing);
  if (report.address === null || (before !== null && before.address !== null)) return before;
  return { containers: null, roster: null, extra: {}, ...before, address: report.address };
}

function nodeStateOf(node: string, { address, containers, roster, extra }: Declaration): NodeState {
  const byId = new Map((containers ?? []).map((container) => [container.id, container]));
  return { node, address, containers: byId, roster, extra, digest: '' as NodeState['digest'] };
}
