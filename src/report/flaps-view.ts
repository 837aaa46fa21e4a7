import type { Flap, FlapBout, FlapGroup, Flaps, Gap, SeenBy } from '../diff/index.ts';
import { gapLines } from './doubt-lines.ts';
import { bounded, literals } from './finding-words.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Block, type Line, line, span, type Tone, type View } from './view.ts';
import { count, listed } from './words.ts';

const shownNames = 12;
const shownNodes = 4;

const tones: Record<FlapBout['state'], Tone> = { flapping: 'alarm', settled: 'calm', fleeting: 'moved' };

/** What `flaps` answers: each co-moving set once, what still flaps first. */
export function flapsView(flaps: Flaps, gaps: readonly Gap[], asked: string, times: TimeWriter): View {
  const title: Block = { kind: 'title', line: line(span(asked, 'strong'), span(` · ${times.zone}`, 'muted')) };
  return [title, ...flapBlocks(flaps, gaps, times)];
}

/** Each co-moving set that flaps, the worst first, and at the end what is not known. */
export function flapBlocks(
  { flaps, groups }: Flaps,
  gaps: readonly Gap[],
  times: TimeWriter,
  limit = Number.POSITIVE_INFINITY,
): Block[] {
  const sets = new Map<number, [Flap, ...Flap[]]>();
  for (const flap of flaps) {
    const set = sets.get(flap.group);
    if (set) set.push(flap);
    else sets.set(flap.group, [flap]);
  }
  const { shown, more } = bounded([...sets], limit);
  return [
    ...(sets.size === 0 ? [entry(line(span('nothing flaps', 'calm')))] : []),
    ...shown.map(([group, set]) => setBlock(set, groups.find((one) => one.group === group) as FlapGroup, times)),
    ...(more === 0 ? [] : [entry(line(span(`and ${count(more, 'more set')}`, 'muted')))]),
    ...(gaps.length === 0
      ? []
      : [
          entry(
            line(
              span(count(gaps.length, 'gap'), 'moved'),
              ' in what is recorded: no flap is told across one, so there may be more',
            ),
            gapLines(gaps, times),
          ),
        ]),
  ];
}

function entry(head: Line, lines: readonly Line[] = []): Block {
  return { kind: 'entry', head, lines };
}

function setBlock(
  flaps: readonly [Flap, ...Flap[]],
  { names, owner, times: moved, replacements }: FlapGroup,
  times: TimeWriter,
): Block {
  const [flap] = flaps;
  const bout = flap.bouts.at(-1) as FlapBout;
  const of = owner === null ? '' : ` of ${owner}`;
  const what = names.length === 1 ? `${names[0]}${of}` : `${count(names.length, 'name')}${of} together`;
  return {
    kind: 'entry',
    head: line(
      span(bout.state, tones[bout.state]),
      '  ',
      span(what, 'strong'),
      `  moved ${count(moved, 'time')}, `,
      span(count(replacements, 'replacement'), replacements > 0 ? 'alarm' : 'muted'),
    ),
    lines: [
      ...(names.length === 1 ? [] : [literals('', names, shownNames)]),
      ...stateLines(flap, bout, times),
      netLine(flaps),
      ...oscillationLines(bout, times),
      line(span(`seen in ${seenWords(flap.seenBy)}; damping score ${flap.score} (RFC 2439)`, 'muted')),
    ],
  };
}

/** Since when, and whether it is over. */
function stateLines(flap: Flap, bout: FlapBout, times: TimeWriter): Line[] {
  const { state, started, flagged, lastMoved, confirmed, quietMissing, transitions, reversions } = bout;
  const place = ({ number, at }: FlapBout['started']) => `pass ${number} (${fullTime(times, at)})`;
  const earlier = flap.bouts.length - 1;
  const before = earlier === 0 ? '' : `; ${count(earlier, 'earlier bout')} in this window`;
  const end = `last moved in ${place(lastMoved)}`;
  const missing = count(quietMissing, 'more quiet pass', 'more quiet passes');
  if (state === 'fleeting') {
    const sure = confirmed === null ? `; ${missing} before it counts as over` : ', quiet since';
    return [line(`one excursion: left in ${place(started)}, back in ${place(lastMoved)}${sure}${before}`)];
  }
  const since = line(
    `since ${place(started)}: ${count(transitions, 'move')}, ${reversions} of them back to an earlier value; ` +
      `counted as flapping from pass ${flagged.number} on${before}`,
  );
  if (confirmed === null)
    return [since, line(span('not over', 'alarm'), `: ${end}; ${missing} before it counts as settled`)];
  return [since, line(span('settled', 'calm'), `: ${end}, sure since pass ${confirmed.number}`)];
}

function oscillationLines({ oscillation, state }: FlapBout, times: TimeWriter): Line[] {
  if (state === 'fleeting') return [];
  if (oscillation === null) return [line('it has no rhythm: its values come back in no fixed order')];
  const { cycleLength, passes, seconds, dutyCycle } = oscillation;
  const spread = passes.least === passes.most ? '' : ` (${passes.least} to ${passes.most})`;
  const time = seconds.median > 0 ? `, about ${times.duration(seconds.median * 1000)}` : '';
  const how = cycleLength === 2 ? 'it alternates between 2 values' : `it goes round through ${cycleLength} values`;
  return [
    line(
      `${how}, a round every ${count(passes.median, 'pass', 'passes')}${spread}${time}; ` +
        `away from where it was in ${Math.round(dutyCycle * 100)} % of the passes`,
    ),
  ];
}

/** Where the names of a set are now against before their first bout. Names with addresses of their own are counted. */
function netLine(flaps: readonly Flap[]): Line {
  const pairs = new Map(flaps.map(({ bouts, now }) => [JSON.stringify([bouts[0]?.before, now]), { bouts, now }]));
  const away = flaps.filter(({ bouts, now }) => bouts[0]?.before.join() !== now.join());
  if (pairs.size > 1)
    return line(
      away.length === 0
        ? 'net: now each at an address of its own, as before'
        : `net: ${away.length} of ${flaps.length} not where they were before`,
    );
  const [{ bouts, now }] = flaps as [Flap];
  const words = (addresses: readonly string[]) => addresses.join(' ') || 'gone';
  return line(
    away.length === 0
      ? `net: now at ${words(now)}, as before`
      : `net: ${words(bouts[0]?.before ?? [])} before, ${words(now)} now`,
  );
}

function seenWords({ roster, nodes, containers }: SeenBy): string {
  return listed([
    ...(roster ? ['the roster'] : []),
    ...(nodes.length === 0 ? [] : [nodes.length <= shownNodes ? nodes.join(', ') : count(nodes.length, 'node')]),
    ...(containers > 0 ? [count(containers, 'container')] : []),
  ]);
}
