import { type ExplainedPass, type FlapEvent, movedNames, type StateDifference } from '../diff/index.ts';
import { type Pass, triggerText } from '../roster/index.ts';
import { addressWords, foldMoves, signOf } from './move-lines.ts';
import { keyWords } from './pass-lines.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Line, line, type Span, span, type Tone, type View } from './view.ts';
import { abridged, count, listed, oneLine, shortened } from './words.ts';

const [shownNames, shownFolds, shownNodes] = [3, 3, 3];
/** How long what is said of a source may be: the end of a command's standard error may be long. */
const [longestSource, longestWords] = [60, 400];

/** What is said of a pass besides what it did. */
export interface WatchedPassWords {
  /** Whether it says whose pass it is: there are those of others. */
  readonly withController?: boolean;
  /** What to do about an input that could not be read. */
  readonly hint?: string | null;
}

/** The line of a pass as it happens: what moved and why, what was replaced, which node did not plan. */
export function watchedPassView(
  one: ExplainedPass,
  times: TimeWriter,
  { withController = false, hint = null }: WatchedPassWords = {},
): View {
  const { pass } = one;
  const trigger = abridged(triggerText(pass.trigger), 60);
  const told = [...(one.difference === null ? [firstSpan(one)] : doneParts(one.difference)), ...oddParts(pass)];
  const parts = told.length === 0 ? [span('quiet', 'muted')] : told;
  const head = line(
    span(times.clock(pass.recordedAt), 'muted'),
    ' ',
    span(`pass ${pass.number}`, 'strong'),
    keyWords(pass),
    withController ? span(` of ${pass.controller}`, 'muted') : '',
    trigger === '' ? '' : span(` ${trigger}`, 'muted'),
    ...parts.flatMap((part) => [span(' · ', 'muted'), ...(Array.isArray(part) ? part : [part])]),
    hint === null ? '' : span(` · ${oneLine(hint)}`, 'muted'),
  );
  return [{ kind: 'entry', head, lines: [] }];
}

function firstSpan({ sizes }: ExplainedPass): Span {
  const containers = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const of = sizes.size === 0 ? '' : `: ${count(sizes.size, 'node')}, ${count(containers, 'container')}`;
  return span(`the first pass${of}`, 'muted');
}

function doneParts({ moves: allMoves, replacements, rosterText }: StateDifference): (Span | Line)[] {
  const folds = foldMoves(allMoves);
  const moves = folds.slice(0, shownFolds).map(({ first, names }): Line => {
    const of = first.owner === null ? '' : ` of ${first.owner}`;
    const [what, tail] =
      names.length === 1
        ? [`${names[0]}${of}`, ` ${addressWords(first)}`]
        : [`${count(names.length, 'name')}${of}`, ` ${shortened(names, shownNames)}`];
    // that nothing is known is not worth a word here
    const reason = first.reason === null || first.reason === 'unknown' ? '' : ` ${first.reason}`;
    return line(signOf(first.kind), ' ', span(what, 'strong'), `${reason}:`, span(tail, 'muted'));
  });
  const more = folds.slice(shownFolds).reduce((sum, { names }) => sum + names.length, 0);
  const { total, byCause, created, removed } = replacements;
  const isOther = folds.length === 0 && total === 0 && (rosterText.order || rosterText.spelling);
  return [
    ...moves,
    ...(more > 0 ? [span(`${count(more, 'more name')} moved`)] : []),
    ...(total > 0 ? [span(`${total} replaced${causeWords(byCause)}`, 'alarm')] : []),
    ...(created.length > 0 ? [span(`${created.length} came`)] : []),
    ...(removed.length > 0 ? [span(`${removed.length} went`)] : []),
    ...(isOther ? [span('no name moved, though the text of the roster changed', 'moved')] : []),
  ];
}

/** What replaced containers, where it was not the names that moved alone: ` (spec)`, ` (40 roster, 3 spec)`. */
function causeWords(byCause: StateDifference['replacements']['byCause']): string {
  const causes = Object.entries(byCause).filter(([, number]) => number > 0);
  const [only] = causes;
  if (causes.length > 1) return ` (${causes.map(([cause, number]) => `${number} ${cause}`).join(', ')})`;
  return only === undefined || only[0] === 'roster' ? '' : ` (${only[0]})`;
}

function oddParts(pass: ExplainedPass['pass']): Span[] {
  const odd = pass.outcomes.filter(({ outcome }) => outcome !== 'planned' && outcome !== 'unreported');
  // the words of such a problem are the error's
  const problems = pass.problems.filter(({ code }) => code !== 'unreadable-input').length;
  const how = pass.outcome === 'failed' ? 'failed' : `was ${pass.outcome}`;
  const whose = pass.source === null ? '' : ` (${abridged(pass.source, longestSource)})`;
  const ofPass = pass.outcome === 'planned' ? [] : [span(`the pass ${how}${whose}${errorWords(pass)}`, 'alarm')];
  const shown = ofPass.length > 0 ? [] : odd.slice(0, shownNodes);
  return [
    ...ofPass,
    ...shown.map((one) => span(`${one.node} ${one.outcome}${errorWords(one)}`, 'alarm')),
    ...(shown.length < odd.length && ofPass.length === 0
      ? [span(`${odd.length - shown.length} more nodes not planned`, 'alarm')]
      : []),
    ...(problems > 0 ? [span(`${count(problems, 'problem')} (show ${pass.number})`, 'moved')] : []),
  ];
}

function errorWords({ error }: Pick<Pass, 'error'>): string {
  return error === null ? '' : `: ${abridged(error, 160)}`;
}

/**
 * The line of a set of names that began to flap, or that settled: since when and at what cost; and the command that shows it,
 * on a line of its own, so that it can be pasted.
 */
export function flapEventView({ kind, names, owner, bout, replacements }: FlapEvent, times: TimeWriter): View {
  const of = owner === null ? '' : ` of ${owner}`;
  const what = names.length === 1 ? `${names[0]}${of}` : `${count(names.length, 'name')}${of}`;
  const since = `since pass ${bout.started.number} (${fullTime(times, bout.started.at)})`;
  const lasted = times.duration(bout.lastMoved.at - bout.started.at);
  const told = kind === 'started' ? bout.flagged : (bout.confirmed ?? bout.lastMoved);
  const head = line(
    span(times.clock(told.recordedAt), 'muted'),
    ' ',
    kind === 'started' ? span('FLAPPING', 'alarm') : span('SETTLED', 'calm'),
    ' ',
    span(what, 'strong'),
    kind === 'started'
      ? ` ${since}: ${count(bout.transitions, 'move')}, ${count(replacements, 'replacement')} so far`
      : ` after ${lasted}: ${count(bout.transitions, 'move')} ${since}, ${count(replacements, 'replacement')}; ` +
          `last moved in pass ${bout.lastMoved.number}`,
    names.length === 1 ? '' : span(` · ${shortened(names, shownNames)}`, 'muted'),
  );
  return [{ kind: 'entry', head, lines: [] }];
}

/** Something about a source, the store or the watch itself. */
export interface Notice {
  readonly at: number;
  /** What it is in a word or two, in capitals, where it is more than a remark. */
  readonly keyword: string | null;
  readonly source: string | null;
  readonly words: string;
  /** What to do next. */
  readonly hint: string | null;
  readonly tone: Tone;
}

/** The line of a notice, such as that a source is away. */
export function noticeView({ at, keyword, source, words, hint, tone }: Notice, times: TimeWriter): View {
  const head = line(
    span(times.clock(at), 'muted'),
    ' ',
    keyword === null ? '' : span(keyword, tone),
    keyword === null ? '' : ' ',
    source === null ? '' : span(abridged(source, longestSource), 'strong'),
    source === null ? '' : ': ',
    span(abridged(words, longestWords), keyword === null ? tone : 'plain'),
    hint === null ? '' : span(` · ${oneLine(hint)}`, 'muted'),
  );
  return [{ kind: 'entry', head, lines: [] }];
}

/** The line that says which day it is, for those below it tell the time alone. */
export function dayView(at: number, times: TimeWriter): View {
  return [{ kind: 'entry', head: line(span(`${times.day(at)} ${times.zone}`, 'muted')), lines: [] }];
}

/** A pass as one line of JSON. */
export function watchedPassJson({ pass, difference }: ExplainedPass, times: TimeWriter) {
  return {
    event: 'pass',
    pass: pass.number,
    key: pass.key,
    controller: pass.controller,
    at: times.instant(pass.at),
    trigger: pass.trigger,
    source: pass.source,
    outcome: pass.outcome,
    error: pass.error,
    moved: movedNames(difference).size,
    moves: (difference?.moves ?? []).map(({ name, kind, before, after, owner, reason, evidence }) => ({
      name,
      kind,
      before,
      after,
      owner,
      reason,
      evidence,
    })),
    replaced: difference?.replacements.total ?? 0,
    notPlanned: pass.outcomes
      .filter(({ outcome }) => outcome !== 'planned' && outcome !== 'unreported')
      .map(({ node, outcome, error }) => ({ node, outcome, error })),
    problems: pass.problems.length,
  };
}

/** What a notification says of a set that began to flap or settled; also a line of `watch --json`. */
export function flapEventJson(
  { kind, names, owner, bout, replacements }: FlapEvent,
  command: string,
  times: TimeWriter,
) {
  const { started, flagged, lastMoved, confirmed, transitions } = bout;
  const many = names.length === 1 ? names[0] : `${names.length} names (${listed(names, shownNames)})`;
  const of = owner === null ? '' : ` of ${owner}`;
  return {
    event: kind === 'started' ? 'flap-started' : 'flap-settled',
    summary:
      kind === 'started'
        ? `${many}${of} flapping since ${fullTime(times, started.at)}: ${count(replacements, 'replacement')} so far`
        : `${many}${of} settled after ${times.duration(lastMoved.at - started.at)}: ${count(replacements, 'replacement')}`,
    names,
    owner,
    controller: started.controller,
    pass: {
      started: started.number,
      flagged: flagged.number,
      lastMoved: lastMoved.number,
      confirmed: confirmed?.number ?? null,
    },
    since: times.instant(started.at),
    lastMovedAt: times.instant(lastMoved.at),
    settledAt: kind === 'settled' ? times.instant(lastMoved.at) : null,
    seconds: Math.round((lastMoved.at - started.at) / 1000),
    transitions,
    replacements,
    command,
  };
}
