import type { ExplainedPass, Gap, StateDifference, Tally } from '../diff/index.ts';
import { type Digest, digestOf } from '../roster/index.ts';
import { type Break, breaksAmong } from './breaks.ts';
import { isQuiet, passLines } from './pass-lines.ts';
import { tallyOf } from './tally-words.ts';
import type { TimeWriter } from './times.ts';
import type { Line } from './view.ts';
import { listed } from './words.ts';

/** From how many quiet passes in a row on they are folded into one line. */
const foldedQuiet = 4;
/** So many quiet passes in a row are no part of a cycle, and end a run of repeated passes. */
const pauseQuiet = 10;
/** From how many passes in a row that repeat earlier ones on, the quiet ones among them counted, they are folded. */
const foldedRepeats = 8;
const shownModels = 4;

/** A pass with what there is to tell of it: news, what an earlier pass did too, or nothing. */
export type Told = { readonly one: ExplainedPass; readonly lines: readonly Line[] } & (
  | { readonly kind: 'news' | 'quiet' }
  | { readonly kind: 'repeat'; readonly model: number }
);

/** A long run of passes with no news, and how to say it: with the figures of its first and last pass, or without. */
export interface Run {
  readonly kind: 'run';
  readonly first: ExplainedPass;
  readonly last: ExplainedPass;
  readonly what: string;
  words(times: TimeWriter): string;
}

/** Something between passes that is not recorded: no run goes on across it. */
export interface Broken {
  readonly kind: 'break';
  readonly gap: Break;
}

/** With which lines passes are told, what was observed of them, and the gaps between them. */
export interface Folding {
  readonly linesOf: (one: ExplainedPass) => readonly Line[];
  readonly tallies: readonly Tally[];
  readonly gaps: readonly Gap[];
}

/** The passes of a window, long runs of passes with no news as one, and what is not recorded between them. */
export function foldPasses(passes: readonly ExplainedPass[], folding: Partial<Folding> = {}): (Told | Run | Broken)[] {
  const { linesOf = passLines, tallies = [], gaps = [] } = folding;
  const breaks = breaksAmong(
    gaps,
    passes.map(({ pass }) => pass.number),
  );
  const broken = (number: number | null) => (breaks.get(number) ?? []).map((gap): Broken => ({ kind: 'break', gap }));
  const unbroken: Told[][] = [];
  for (const told of toldPasses(passes, { linesOf, tallies })) {
    const last = unbroken.at(-1);
    if (last && !breaks.has(told.one.pass.number)) last.push(told);
    else unbroken.push([told]);
  }
  return [...unbroken.flatMap((told) => [...broken(told[0]?.one.pass.number ?? null), ...fold(told)]), ...broken(null)];
}

function fold(told: readonly Told[]): (Told | Run)[] {
  return runsOf(told).flatMap((run): (Told | Run)[] => {
    const folded = foldedRun(run);
    return folded === null ? run : [folded];
  });
}

function toldPasses(passes: readonly ExplainedPass[], { linesOf, tallies }: Omit<Folding, 'gaps'>): Told[] {
  const models = new Map<string, number>();
  return passes.map((one): Told => {
    if (isQuiet(one)) return { kind: 'quiet', one, lines: [] };
    const lines = linesOf(one);
    const { pass: _, ...tally } = tallyOf(tallies, one.pass.number) ?? { pass: 0 };
    const key = `${JSON.stringify(tally)} ${samenessOf(one, lines)}`;
    const model = models.get(key);
    if (model !== undefined) return { kind: 'repeat', one, lines, model };
    models.set(key, one.pass.number);
    return { kind: 'news', one, lines };
  });
}

/** Passes did the same where they read the same, and what is folded away in the reading is the same too. */
function samenessOf({ difference }: ExplainedPass, lines: readonly Line[]): string {
  const text = textOf(lines);
  return difference === null ? text : `${foldedAway(difference)} ${text}`;
}

const texts = new WeakMap<readonly Line[], string>();

/** Of lines that passes share it is made once. */
function textOf(lines: readonly Line[]): string {
  let text = texts.get(lines);
  if (text === undefined) {
    text = lines.flatMap((one) => one.map((part) => part.text)).join('\n');
    texts.set(lines, text);
  }
  return text;
}

const digests = new WeakMap<StateDifference, Digest>();

function foldedAway(difference: StateDifference): Digest {
  let digest = digests.get(difference);
  if (digest === undefined) {
    const { moves, replacements, firstSeen } = difference;
    const { containers, created, removed } = replacements;
    const places = [containers, created, removed].map((some) => some.map(({ node, container }) => [node, container]));
    digest = digestOf(JSON.stringify([moves, places, firstSeen]));
    digests.set(difference, digest);
  }
  return digest;
}

/** Runs of passes that are folded as one or told one by one: news and long pauses break a run. */
function runsOf(told: readonly Told[]): Told[][] {
  const runs: Told[][] = [];
  let run: Told[] = [];
  const flush = () => {
    runs.push(...(run.length >= foldedRepeats ? [run] : stretchesOf(run)));
    run = [];
  };
  for (const stretch of stretchesOf(told)) {
    const isPause = isAllQuiet(stretch) && stretch.length >= pauseQuiet;
    if (stretch[0]?.kind !== 'news' && !isPause) {
      for (const one of stretch) run.push(one);
      continue;
    }
    flush();
    runs.push(stretch);
  }
  flush();
  return runs;
}

function stretchesOf(told: readonly Told[]): Told[][] {
  const stretches: Told[][] = [];
  for (const one of told) {
    const last = stretches.at(-1);
    if (last?.[0]?.kind === one.kind) last.push(one);
    else stretches.push([one]);
  }
  return stretches;
}

function isAllQuiet(run: readonly Told[]): boolean {
  return run.every(({ kind }) => kind === 'quiet');
}

/** What a run is folded into; null where its passes are told one by one. */
function foldedRun(run: readonly Told[]): Run | null {
  const quiet = run.filter(({ kind }) => kind === 'quiet').length;
  const models = [...new Set(run.flatMap((one) => (one.kind === 'repeat' ? [one.model] : [])))].sort((a, b) => a - b);
  if (quiet === run.length ? quiet < foldedQuiet : models.length === 0 || run.length < foldedRepeats) return null;
  const [first, last] = [run[0], run.at(-1)] as [Told, Told];
  const [from, to] = [first.one.pass, last.one.pass];
  const same = `as in pass ${listed(models.map(String), shownModels, 'or')}`;
  const what =
    models.length === 0
      ? `${run.length} quiet passes`
      : quiet === 0
        ? `${run.length} passes, each ${same}`
        : `${run.length} passes: ${quiet} quiet, the others ${same}`;
  return {
    kind: 'run',
    first: first.one,
    last: last.one,
    what,
    words(times) {
      const end = `${times.day(from.at) === times.day(to.at) ? '' : `${times.day(to.at)} `}${times.clock(to.at)}`;
      return `passes ${from.number}–${to.number}  ${times.clock(from.at)} to ${end}  ${what}`;
    },
  };
}
