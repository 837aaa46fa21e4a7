import type { Name } from '../../roster/index.ts';
import type { ExplainedPass } from '../explained-pass.ts';
import type { Move } from '../state-difference.ts';
import type { Finding } from './finding.ts';
import { groundsOf, type Taken, takeMoves, type Untold } from './untold.ts';

/**
 * Owners whose plan failed, or looks as if it did: names of them were lost, and came back or did not. Asked twice, since
 * other findings come between what was recorded and what is inferred. What came back is told with its latest loss.
 */
export function planFindings(untold: readonly Untold[]) {
  return {
    recorded: () => findingsFor(untold, ({ evidence }) => evidence === 'recorded'),
    inferred: () => findingsFor(untold, () => true),
  };
}

function findingsFor(untold: readonly Untold[], isMeant: (move: Move) => boolean): Finding[] {
  const isLost = ({ kind, reason, owner }: Move) => kind === 'removed' && reason === 'lost' && owner !== null;
  const lastLoss = new Map<Name, string | null>();
  const owners = takeMoves(untold, (move) => {
    if (isLost(move) && isMeant(move)) {
      lastLoss.set(move.name, move.owner);
      return move.owner;
    }
    if (move.kind === 'removed') lastLoss.set(move.name, null);
    return move.kind === 'added' && move.reason === 'returned' ? (lastLoss.get(move.name) ?? null) : null;
  });
  return [...owners].map(([owner, taken]) => planFinding(owner, taken, isLost));
}

function planFinding(owner: string, taken: readonly Taken[], isLost: (move: Move) => boolean): Finding {
  const { passes: _, ...grounds } = groundsOf(taken);
  const lost = taken.filter(({ moves }) => moves.some(isLost));
  const returned = taken.filter(({ moves }) => !moves.every(isLost)).map(({ pass }) => pass.pass.number);
  const isRecorded = lost.every(({ moves }) => moves.every((move) => !isLost(move) || move.evidence === 'recorded'));
  return {
    kind: 'plan-failed',
    confidence: isRecorded ? 'certain' : returned.length > 0 ? 'likely' : 'possible',
    owner,
    ...grounds,
    passes: lost.map(({ pass }) => pass.pass.number),
    returned,
    errors: [...new Set(lost.flatMap(({ pass }) => errorOf(pass, owner) ?? []))],
  };
}

function errorOf({ pass }: ExplainedPass, node: string): string | null {
  return pass.outcomes.find((one) => one.node === node)?.error ?? null;
}
