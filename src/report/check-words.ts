import type { NotPlanned, NotQuiet, NotRecorded, Settling, StillLost, TooFewPasses, Unsettled } from '../diff/index.ts';
import { clockWords, neededWords, passWords } from './check-times.ts';
import { stretchWords } from './stretch-words.ts';
import type { TimeWriter } from './times.ts';
import { abridged, count, listed } from './words.ts';

const shownNames = 3;
const shownNodes = 4;
const longestError = 160;

/** One reason why a window has not settled, in a sentence: what, since when, and what is missing. */
export function unsettledWords(reason: Unsettled, settling: Settling, times: TimeWriter): string {
  const place = (pass: { number: number; at: number }) => passWords(pass, settling, times);
  const needed = neededWords(reason.ends, settling, times, reason.code.endsWith('not-planned') ? 'good' : 'quiet');
  switch (reason.code) {
    case 'flapping': {
      const { started, lastMoved, transitions } = reason.bout;
      const many = reason.names.length > 1;
      const which = many ? ` (${listed(reason.names, shownNames)})` : '';
      const cost = count(reason.replacements, 'replacement');
      const did = `${count(transitions, 'move')} and ${cost} since ${place(started)}, the last in ${place(lastMoved)}`;
      return `${setWords(reason)} ${many ? 'flap' : 'flaps'}${which}: ${did}${needed}`;
    }
    case 'lost':
      return lostWords(reason, place);
    case 'not-planned':
      return `${notPlannedWords(reason, place)}${needed}`;
    case 'pass-not-planned': {
      const { pass, times: often } = reason;
      const error = pass.error === null ? '' : `: ${abridged(pass.error, longestError)}`;
      const before = often === 1 ? '' : `, and ${count(often - 1, 'pass', 'passes')} before it`;
      return `${place(pass)} was ${pass.outcome} as a whole${before}${error}${needed}`;
    }
    case 'gap':
      return `${gapWords(reason, settling, times, place)}${needed}`;
    case 'overdue': {
      const { since } = reason;
      const every = settling.rhythm === null ? '' : `; passes came every ${times.duration(settling.rhythm.medianMs)}`;
      const ago = times.duration(settling.now - since);
      return `nothing was recorded since ${clockWords(since, settling, times)}, ${ago} ago${every}`;
    }
    case 'not-quiet':
      return notQuietWords(reason, settling, times, place);
    case 'too-few-passes':
      return tooFewWords(reason, settling, times, place);
  }
}

type PlaceWords = (pass: { number: number; at: number }) => string;

/** A set of names that are told together: `git.g14.example of g14`, `6 names of g14`. */
export function setWords({ names, owner }: { names: readonly string[]; owner: string | null }): string {
  const of = owner === null ? '' : ` of ${owner}`;
  return `${names.length === 1 ? names[0] : count(names.length, 'name')}${of}`;
}

function lostWords({ names, owner, evidence, pass, next }: StillLost, place: PlaceWords): string {
  const many = names.length > 1;
  const why = evidence === 'recorded' ? 'as a plan failed' : 'as if a plan had failed';
  const which = many ? `: ${listed(names, shownNames)}` : '';
  const meant = next === null ? '' : `; if ${many ? 'they were' : 'it was'} meant to go: --since ${next.number}`;
  return `${setWords({ names, owner })} went in ${place(pass)} ${why}, and ${many ? 'are' : 'is'} not back${which}${meant}`;
}

function notPlannedWords(reason: NotPlanned, place: PlaceWords): string {
  const { nodes, outcome, pass, times, isOver, ends } = reason;
  const did = outcome === 'failed' ? 'failed' : nodes.length === 1 ? `was ${outcome}` : `were ${outcome}`;
  const often = times > 1 ? `in ${times} of the passes that must be good, the last ` : 'in ';
  const error = reason.error === null ? '' : `: ${abridged(reason.error, longestError)}`;
  const since = ends === null ? '; not reported since' : isOver ? '; planned since' : '';
  return `${listed(nodes, shownNodes)} ${did} ${often}${place(pass)}${error}${since}`;
}

function gapWords(
  { gap, before, ends }: NotRecorded,
  settling: Settling,
  times: TimeWriter,
  place: PlaceWords,
): string {
  if (!('breaks' in gap)) return `${before === null ? `pass ${gap.pass}` : place(before)}: ${gap.text}`;
  const goesOn = ends === null ? '; nothing counts until it records again' : '';
  return `${stretchWords(gap, times, times.day(settling.now))}${goesOn}`;
}

function notQuietWords(reason: NotQuiet, settling: Settling, times: TimeWriter, place: PlaceWords): string {
  const { pass, names, replaced, ends } = reason;
  const did = [
    ...(names.length > 0 ? [`moved ${names.length === 1 ? names[0] : count(names.length, 'name')}`] : []),
    ...(replaced > 0 ? [`replaced ${count(replaced, 'container')}`] : []),
  ];
  const deed = did.length === 0 ? 'wrote the roster in another order or spelling' : listed(did);
  return `${place(pass)} ${deed}; ${quietWords(pass, ends, settling, times)}`;
}

function tooFewWords(reason: TooFewPasses, settling: Settling, times: TimeWriter, place: PlaceWords): string {
  const { first, isCut, ends } = reason;
  if (first === null) return 'no pass is recorded in the window';
  const begins = `the ${isCut ? 'window' : 'history'} begins at ${place(first)}`;
  return `${begins}; ${quietWords(first, ends, settling, times)}`;
}

/** How long it has been quiet since a pass, against what is asked for. */
function quietWords(
  { at }: { at: number },
  ends: Unsettled['ends'],
  { asked, quiet, now }: Settling,
  times: TimeWriter,
): string {
  if ('passes' in asked) {
    const missing = ends !== null && 'passes' in ends ? ends.passes : asked.passes;
    const since = `${count(asked.passes - missing, 'quiet pass', 'quiet passes')} since`;
    return `${since}, ${missing} more needed`;
  }
  if (quiet.passes === 0) return 'no quiet pass since';
  return `quiet for ${times.duration(now - at)} since, ${times.duration(asked.ms)} asked for`;
}
