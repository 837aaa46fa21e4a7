import type { Impact, Replaced } from '../diff/index.ts';
import { passJson } from './diff-json.ts';
import { gapsJson } from './gaps-json.ts';
import type { AskedImpact } from './impact-view.ts';
import type { TimeWriter } from './times.ts';
import { policyJson } from './what-if-json.ts';

/** The version of the contract of `impact --json`. Minor additions keep the number. */
export const impactFormat = 'roster-history/impact@1';

/** What `impact --json` prints: moves and replacements as `diff` has those of a pass, then the same under each policy. */
export function impactJson({ change, policies, sizes }: Impact, asked: AskedImpact, times: TimeWriter) {
  const { moves, replacements } = passJson(change, times);
  return {
    format: impactFormat,
    ...gapsJson(asked.gaps, times),
    after: { pass: asked.latest.number, at: times.instant(asked.latest.at) },
    change: asked.words,
    moves,
    replacements,
    containers: Object.fromEntries(sizes),
    policies: policies.map(({ policy, now, anyway, later, laterPasses }) => ({
      ...policyJson(policy),
      now: { ...replacedJson(now), anyway },
      later: { ...replacedJson(later), passes: laterPasses },
    })),
  };
}

function replacedJson(replaced: readonly Replaced[]) {
  return {
    total: replaced.length,
    controlPlane: replaced.filter(({ controlPlane }) => controlPlane).length,
    containers: replaced,
  };
}
