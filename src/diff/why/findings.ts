import type { ExplainedPass } from '../explained-pass.ts';
import { isOwnName } from '../owners.ts';
import type { Move } from '../state-difference.ts';
import { causeFindings } from './cause-findings.ts';
import type { Finding } from './finding.ts';
import { moduleFindings } from './module-findings.ts';
import { planFindings } from './plan-findings.ts';
import { groundsOf, takeMoves, type Untold, untoldMoves } from './untold.ts';

/**
 * Why names moved and containers were replaced in a window, those first that account for the most replacements. Each move
 * is told by exactly one finding: what was recorded comes before what the time suggests, and that before what the shape
 * of a move suggests. A container with several causes counts under each of them.
 */
export function findingsOf(passes: readonly ExplainedPass[]): Finding[] {
  const untold = untoldMoves(passes);
  const plans = planFindings(untold);
  const findings: Finding[] = [
    ...plans.recorded(),
    ...moduleFindings(untold),
    ...addressFindings(untold),
    ...plans.inferred(),
    ...withdrawalFindings(untold),
    ...plainFindings(untold),
    ...causeFindings(passes),
  ];
  return findings.sort((a, b) => b.replacements - a.replacements || b.passes.length - a.passes.length);
}

function withdrawalFindings(untold: readonly Untold[]): Finding[] {
  const owners = takeMoves(untold, ({ kind, reason, owner }) =>
    kind === 'removed' && reason === 'withdrawn' ? owner : null,
  );
  return [...owners].map(
    ([owner, taken]): Finding => ({ kind: 'withdrawn', confidence: 'certain', owner, ...groundsOf(taken) }),
  );
}

/** A node moved: its own name and all that went with it changed from one address to one other. */
function addressFindings(untold: readonly Untold[]): Finding[] {
  const keyOf = ({ owner, before, after }: Move) => JSON.stringify([owner, before[0], after[0]]);
  const isPlain = ({ kind, before, after }: Move) => kind === 'moved' && before.length === 1 && after.length === 1;
  const own = new Map(
    untold.map(({ pass, moves }) => [
      pass,
      new Set(
        [...moves]
          .filter((move) => isPlain(move) && move.owner !== null && isOwnName(move.name, move.owner))
          .map(keyOf),
      ),
    ]),
  );
  const nodes = takeMoves(untold, (move, pass) =>
    isPlain(move) && own.get(pass)?.has(keyOf(move)) ? keyOf(move) : null,
  );
  return [...nodes].map(([key, taken]): Finding => {
    const [node, before, after] = JSON.parse(key) as [string, string, string];
    const grounds = groundsOf(taken);
    return {
      kind: 'address-changed',
      confidence: grounds.names.length > 1 ? 'certain' : 'likely',
      node,
      before,
      after,
      ...grounds,
    };
  });
}

/** Names that moved for no reason that is known better: told with their owner. */
function plainFindings(untold: readonly Untold[]): Finding[] {
  const owners = takeMoves(untold, ({ owner }) => JSON.stringify(owner));
  return [...owners].map(
    ([owner, taken]): Finding => ({
      kind: 'names-moved',
      confidence: 'certain',
      owner: JSON.parse(owner) as string | null,
      ...groundsOf(taken),
    }),
  );
}
