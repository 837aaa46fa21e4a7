import type { FlapBout, Flaps, Gap } from '../diff/index.ts';
import type { AskedWindow } from './diff-json.ts';
import { gapsJson } from './gaps-json.ts';
import type { TimeWriter } from './times.ts';

/** What `flaps --json` prints. A name is said once for the views that went through the same. */
export function flapsJson(
  { flaps, groups }: Flaps,
  gaps: readonly Gap[],
  asked: AskedWindow & { baseline: number | null },
  times: TimeWriter,
) {
  const instant = (at: number | null) => (at === null ? null : times.instant(at));
  return {
    format: 'roster-history/flaps@1',
    ...gapsJson(gaps, times),
    window: { since: instant(asked.since), until: instant(asked.until), baseline: asked.baseline },
    ...flapsSetsJson({ flaps, groups }, times),
  };
}

/** The names that flap and their co-moving sets, as the contracts of `flaps` and `report` have them. */
export function flapsSetsJson({ flaps, groups }: Flaps, times: TimeWriter) {
  return {
    names: flaps.map((flap) => {
      const bout = flap.bouts.at(-1) as FlapBout;
      const facts = boutJson(bout, times);
      return {
        name: flap.name,
        owner: flap.owner,
        ...facts,
        now: flap.now,
        score: flap.score,
        replacements: flap.replacements,
        group: flap.group,
        seenBy: flap.seenBy,
        bouts: flap.bouts.map((one) => boutJson(one, times)),
      };
    }),
    groups: groups.map(({ group, names, owner, times: moved, replacements }) => ({
      group,
      names,
      owner,
      times: moved,
      replacements,
    })),
  };
}

function boutJson(bout: FlapBout, times: TimeWriter) {
  const { oscillation, confirmed } = bout;
  const over = bout.state !== 'flapping';
  return {
    state: bout.state,
    persistent: bout.persistent,
    transitions: bout.transitions,
    reversions: bout.reversions,
    startedAt: times.instant(bout.started.at),
    startedPass: bout.started.number,
    flaggedAt: times.instant(bout.flagged.at),
    flaggedPass: bout.flagged.number,
    settledAt: over ? times.instant(bout.lastMoved.at) : null,
    settledPass: over ? bout.lastMoved.number : null,
    confirmedAt: confirmed === null ? null : times.instant(confirmed.at),
    confirmedPass: confirmed === null ? null : confirmed.number,
    quietPassesMissing: bout.quietMissing,
    before: bout.before,
    cycleLength: oscillation?.cycleLength ?? null,
    periodPasses: oscillation?.passes.median ?? null,
    periodPassesRange: oscillation ? [oscillation.passes.least, oscillation.passes.most] : null,
    periodSeconds: oscillation?.seconds.median ?? null,
    periodSecondsRange: oscillation ? [oscillation.seconds.least, oscillation.seconds.most] : null,
    dutyCycle: oscillation?.dutyCycle ?? null,
  };
}
