import type { ExplainedPass, Gap } from '../diff/index.ts';
import type { PassRecord } from '../roster/index.ts';
import { moveJson } from './diff-json.ts';
import { gapLines } from './doubt-lines.ts';
import { gapsJson } from './gaps-json.ts';
import { moveLines } from './move-lines.ts';
import { passBlocks } from './pass-blocks.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Line, line, span, type View } from './view.ts';
import { count, listed } from './words.ts';

/** Where a name is held now: in the roster or in a node's. */
export interface HeldName {
  readonly name: string;
  readonly view: string;
  readonly addresses: readonly string[];
}

const shownHeld = 12;

/** What `name` answers: where it is now, then each pass in which it moved. */
export function nameView(
  asked: string,
  window: string,
  passes: readonly ExplainedPass[],
  held: readonly HeldName[],
  times: TimeWriter,
  gaps: readonly Gap[] = [],
): View {
  const moves = passes.reduce((sum, { difference }) => sum + (difference?.moves.length ?? 0), 0);
  const replaced = passes.reduce((sum, { difference }) => sum + (difference?.replacements.total ?? 0), 0);
  return [
    { kind: 'title', line: line(span(asked, 'strong'), span(` · ${window} · ${times.zone}`, 'muted')) },
    {
      kind: 'facts',
      rows: [
        { label: 'NOW', lines: heldLines(held) },
        {
          label: 'MOVED',
          lines: [line(moves === 0 ? 'never' : `${count(moves, 'time')} in ${count(passes.length, 'pass', 'passes')}`)],
        },
        { label: 'COST', lines: [line(`${count(replaced, 'replacement')} that it is to blame for`)] },
        ...(gaps.length === 0 ? [] : [{ label: 'GAPS', lines: gapLines(gaps, times) }]),
      ],
    },
    ...passBlocks(passes, times, {
      linesOf: linesOnce(),
      repeats: 'whole',
    }),
  ];
}

/** The lines of passes that share what they did are made once. */
function linesOnce(): (one: ExplainedPass) => readonly Line[] {
  const known = new WeakMap<object, { readonly sizes: ReadonlyMap<string, number>; readonly lines: readonly Line[] }>();
  return ({ difference, sizes }) => {
    if (difference === null) return [];
    const same = known.get(difference);
    if (same?.sizes === sizes) return same.lines;
    const lines = moveLines(difference.moves, sizes);
    known.set(difference, { sizes, lines });
    return lines;
  };
}

/** What `name` answers where the window that was asked for has no pass: when the name was last seen. */
export function unseenNameView(
  asked: string,
  window: string,
  seen: Pick<PassRecord, 'number' | 'at'>,
  times: TimeWriter,
  gaps: readonly Gap[] = [],
): View {
  return [
    { kind: 'title', line: line(span(asked, 'strong'), span(` · ${window} · no pass · ${times.zone}`, 'muted')) },
    {
      kind: 'facts',
      rows: [
        { label: 'SEEN', lines: [line(`last in ${seenWords(seen, times)}`)] },
        ...(gaps.length === 0 ? [] : [{ label: 'GAPS', lines: gapLines(gaps, times) }]),
      ],
    },
  ];
}

/** A pass in which a name was seen: `pass 9, 2026-09-29 23:11:02 +02:00`. */
export function seenWords({ number, at }: Pick<PassRecord, 'number' | 'at'>, times: TimeWriter): string {
  return `pass ${number}, ${fullTime(times, at)}`;
}

function heldLines(held: readonly HeldName[]): Line[] {
  if (held.length === 0) return [line(span('in no roster', 'removed'))];
  const byValue = new Map<string, { name: string; addresses: string; views: string[] }>();
  for (const { name, view, addresses } of held) {
    const key = JSON.stringify([name, addresses]);
    const same = byValue.get(key) ?? { name, addresses: addresses.join(' ') || 'no address', views: [] };
    same.views.push(view === 'roster' ? 'the roster' : view);
    byValue.set(key, same);
  }
  const lines = [...byValue.values()].map(({ name, addresses, views }) =>
    line(span(name, 'strong'), ` ${addresses}`, span(` in ${listed(views)}`, 'muted')),
  );
  return lines.length <= shownHeld
    ? lines
    : [...lines.slice(0, shownHeld), line(span(`and ${lines.length - shownHeld} more`, 'muted'))];
}

/** What `name --json` prints. */
export function nameJson(
  asked: string,
  passes: readonly ExplainedPass[],
  held: readonly HeldName[],
  gaps: readonly Gap[],
  times: TimeWriter,
) {
  return {
    format: 'roster-history/name@1',
    ...gapsJson(gaps, times),
    name: asked,
    now: held,
    moves: passes.flatMap(({ pass, difference }) =>
      (difference?.moves ?? []).map((move) => ({
        pass: pass.number,
        key: pass.key,
        at: times.instant(pass.at),
        trigger: pass.trigger,
        ...moveJson(move),
      })),
    ),
    replacements: passes.reduce((sum, { difference }) => sum + (difference?.replacements.total ?? 0), 0),
  };
}
