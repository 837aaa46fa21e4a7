import type { Flap, FlapBout, FlapGroup, Flaps, Gap, SeenBy } from '../diff/index.ts';
import type { AskedWindow } from './diff-json.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Block, type Line, line, span, type Tone, type View } from './view.ts';
import { count, shortened } from './words.ts';

const shownNames = 12;

const tones: Record<FlapBout['state'], Tone> = { flapping: 'alarm', settled: 'calm', fleeting: 'moved' };

/** What `flaps` answers: each co-moving set once, what still flaps first. */
export function flapsView({ flaps, groups }: Flaps, gaps: readonly Gap[], asked: string, times: TimeWriter): View {
  const title: Block = { kind: 'title', line: line(span(asked, 'strong'), span(` · ${times.zone}`, 'muted')) };
  const gapLine: Block[] =
    gaps.length === 0
      ? []
      : [
          {
            kind: 'entry',
            head: line(
              span(
                `${count(gaps.length, 'gap')}: what lies in them is not known, and no flap is told across them`,
                'moved',
              ),
            ),
            lines: [],
          },
        ];
  if (flaps.length === 0)
    return [title, { kind: 'entry', head: line(span('nothing flaps', 'calm')), lines: [] }, ...gapLine];
  const seen = new Set<number>();
  const entries = flaps.flatMap((flap): Block[] => {
    if (seen.has(flap.group)) return [];
    seen.add(flap.group);
    const group = groups.find((one) => one.group === flap.group) as FlapGroup;
    return [setBlock(flap, group, times)];
  });
  return [title, ...entries, ...gapLine];
}

function setBlock(flap: Flap, group: FlapGroup, times: TimeWriter): Block {
  const { names, owner, replacements } = group;
  const bout = flap.bouts.at(-1) as FlapBout;
  const of = owner === null ? '' : ` of ${owner}`;
  const what = names.length === 1 ? `${names[0]}${of}` : `${count(names.length, 'name')}${of} together`;
  return {
    kind: 'entry',
    head: line(
      span(bout.state, tones[bout.state]),
      '  ',
      span(what, 'strong'),
      `  moved ${count(group.times, 'time')}, `,
      span(count(replacements, 'replacement'), replacements > 0 ? 'alarm' : 'muted'),
    ),
    lines: [
      ...(names.length === 1 ? [] : [line(span(shortened(names, shownNames), 'muted'))]),
      sinceLine(bout, flap.bouts, times),
      ...oscillationLines(bout, times),
      endLine(bout, times),
      netLine(flap),
      line(span(`seen in ${seenWords(flap.seenBy)} · RFC 2439 score ${flap.score}`, 'muted')),
    ],
  };
}

function sinceLine(bout: FlapBout, bouts: readonly FlapBout[], times: TimeWriter): Line {
  const since = `since pass ${bout.started.number} (${fullTime(times, bout.started.at)})`;
  const flagged =
    bout.state === 'fleeting'
      ? 'one excursion and back'
      : `flagged in pass ${bout.flagged.number}, ${count(bout.transitions, 'transition')} of which ${count(bout.reversions, 'reversion')}`;
  const earlier = bouts.length === 1 ? '' : `; ${count(bouts.length - 1, 'earlier bout')}`;
  return line(`${since}, ${flagged}${earlier}`);
}

function oscillationLines({ oscillation, state }: FlapBout, times: TimeWriter): Line[] {
  if (state === 'fleeting') return [];
  if (oscillation === null) return [line('aperiodic flapping: its values come back in no order')];
  const { cycleLength, passes, seconds, dutyCycle } = oscillation;
  const spread = passes.least === passes.most ? '' : ` (${passes.least}–${passes.most})`;
  const span_ = seconds.median > 0 ? `, ${times.duration(seconds.median * 1000)}` : '';
  return [
    line(
      `oscillation: ${cycleLength} values a cycle, ${count(passes.median, 'pass', 'passes')}${spread} a cycle${span_}; away for ${Math.round(dutyCycle * 100)} % of the passes`,
    ),
  ];
}

function endLine({ state, lastMoved, confirmed, quietMissing, persistent }: FlapBout, times: TimeWriter): Line {
  const last = `pass ${lastMoved.number} (${fullTime(times, lastMoved.at)})`;
  if (persistent)
    return line(
      span('not over', 'alarm'),
      `: last moved in ${last}; ${count(quietMissing, 'more quiet pass', 'more quiet passes')} before it counts as settled`,
    );
  if (confirmed !== null)
    return line(
      `${state === 'settled' ? 'settled' : 'over'}: last moved in ${last}, confirmed by pass ${confirmed.number} (${fullTime(times, confirmed.at)})`,
    );
  return line(
    `last moved in ${last}; ${count(quietMissing, 'more quiet pass', 'more quiet passes')} before that is sure`,
  );
}

function netLine({ bouts, now }: Flap): Line {
  const before = bouts[0]?.before ?? [];
  const words = (addresses: readonly string[]) => addresses.join(' ') || 'absent';
  if (before.join() === now.join()) return line(`net: back at ${words(now)}, where it was before`);
  return line(`net: ${words(before)} before, ${words(now)} now`);
}

function seenWords({ roster, nodes, containers }: SeenBy): string {
  const parts = [
    ...(roster ? ['the roster'] : []),
    ...(nodes.length > 0 ? [nodes.length <= 4 ? nodes.join(', ') : count(nodes.length, 'node')] : []),
    ...(containers > 0 ? [count(containers, 'container')] : []),
  ];
  return parts.join(', ');
}

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
    complete: gaps.length === 0,
    gaps,
    window: { since: instant(asked.since), until: instant(asked.until), baseline: asked.baseline },
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
