import type { Settling, Unsettled } from '../diff/index.ts';
import { unsettledWords } from './check-words.ts';
import type { AskedWindow } from './diff-json.ts';
import { gapsJson } from './gaps-json.ts';
import type { TimeWriter } from './times.ts';

/** What `check --json` prints. Figures that do not apply are null. */
export function checkJson(settling: Settling, asked: AskedWindow & { baseline: number | null }, times: TimeWriter) {
  const { reasons, quiet, rhythm, expectation, now, last } = settling;
  const instant = (at: number | null) => (at === null ? null : times.instant(at));
  return {
    format: 'roster-history/check@1',
    ...gapsJson(settling.gaps, times),
    settled: reasons.length === 0,
    checkedAt: times.instant(now),
    window: { since: instant(asked.since), until: instant(asked.until), baseline: asked.baseline },
    lastPass: last?.number ?? null,
    lastPassAt: instant(last?.at ?? null),
    quietPasses: quiet.passes,
    quietSince: instant(quiet.since?.at ?? null),
    quietSincePass: quiet.since?.number ?? null,
    quietPassesAsked: 'passes' in settling.asked ? settling.asked.passes : null,
    quietSecondsAsked: 'ms' in settling.asked ? settling.asked.ms / 1000 : null,
    secondsBetweenPasses: rhythm === null ? null : rhythm.medianMs / 1000,
    reasons: reasons.map((reason) => ({
      code: reason.code,
      text: unsettledWords(reason, settling, times),
      ...figuresOf(reason, times),
      quietPassesMissing: reason.ends !== null && 'passes' in reason.ends ? reason.ends.passes : null,
      overAt: reason.ends !== null && 'at' in reason.ends ? times.instant(reason.ends.at) : null,
    })),
    expectedAt: expectation?.kind === 'at' ? times.instant(expectation.at) : null,
  };
}

function figuresOf(reason: Unsettled, times: TimeWriter) {
  switch (reason.code) {
    case 'flapping': {
      const { started, lastMoved, transitions } = reason.bout;
      return {
        names: reason.names,
        owner: reason.owner,
        transitions,
        replacements: reason.replacements,
        sincePass: started.number,
        since: times.instant(started.at),
        ...passJson(lastMoved, times),
      };
    }
    case 'lost':
      return {
        names: reason.names,
        owner: reason.owner,
        evidence: reason.evidence,
        ...passJson(reason.pass, times),
      };
    case 'not-planned':
      return {
        nodes: reason.nodes,
        outcome: reason.outcome,
        error: reason.error,
        times: reason.times,
        plannedSince: reason.isOver,
        ...passJson(reason.pass, times),
      };
    case 'pass-not-planned':
      return {
        outcome: reason.pass.outcome,
        error: reason.pass.error,
        times: reason.times,
        ...passJson(reason.pass, times),
      };
    case 'gap': {
      const [gap] = gapsJson([reason.gap], times).gaps;
      return { kind: gap?.kind, from: gap?.from, until: gap?.until, ...passJson(reason.before, times) };
    }
    case 'overdue':
      return { since: times.instant(reason.since), ...passJson(reason.last, times) };
    case 'not-quiet':
      return { names: reason.names, replaced: reason.replaced, ...passJson(reason.pass, times) };
    case 'too-few-passes':
      return passJson(reason.first, times);
  }
}

function passJson(pass: { number: number; at: number } | null, times: TimeWriter) {
  return { pass: pass?.number ?? null, at: pass === null ? null : times.instant(pass.at) };
}
