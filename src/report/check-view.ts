import type { Settling, Unsettled } from '../diff/index.ts';
import { clockWords, expectationWords } from './check-times.ts';
import { setWords, unsettledWords } from './check-words.ts';
import { fullTime, type TimeWriter } from './times.ts';
import { type Block, type Line, line, span, type View } from './view.ts';
import { count, listed } from './words.ts';

/** So many reasons are told, the worst first. */
const shownReasons = 12;

/** What `check` answers: that a window has settled, or each reason why not and when it can be expected to. `lead` is what the verdict begins with where it is not settled. */
export function checkView(settling: Settling, asked: string, times: TimeWriter, lead = 'not settled'): View {
  const about = span(` · ${asked} · ${times.zone}`, 'muted');
  const { expectation, reasons } = settling;
  if (expectation === null) return [entry(line(span('settled', 'calm'), `: ${calmWords(settling, times)}`, about))];
  const shown = reasons.slice(0, shownReasons);
  const more = reasons.length - shown.length;
  return [
    entry(line(span(lead, 'alarm'), ` at ${fullTime(times, settling.now)}`, about)),
    ...shown.map((reason) => entry(line(span(reason.code, 'strong'), '  ', unsettledWords(reason, settling, times)))),
    ...(more > 0 ? [entry(line(span(`and ${count(more, 'more reason')}`, 'muted')))] : []),
    entry(line(span('expected', 'strong'), '  ', expectationWords(expectation, settling, times))),
  ];
}

/** What a check that waits says when the reasons have changed: the time, and each of them in a few words. */
export function checkProgressView(settling: Settling, times: TimeWriter): View {
  const { expectation } = settling;
  const expected = expectation?.kind === 'at' ? `; about ${clockWords(expectation.at, settling, times)}` : '';
  return [
    entry(line(span(times.clock(settling.now), 'muted'), ` not settled: ${checkBrief(settling, times)}${expected}`)),
  ];
}

/** The reasons in a few words each, without what changes by the clock alone: as long as it is the same, nothing has changed. */
export function checkBrief(settling: Settling, times: TimeWriter): string {
  return listed(settling.reasons.slice(0, shownReasons).map((reason) => briefWords(reason, settling, times)));
}

function entry(head: Line): Block {
  return { kind: 'entry', head, lines: [] };
}

function calmWords({ quiet, asked, now }: Settling, times: TimeWriter): string {
  const { passes, since, begins } = quiet;
  const from =
    since === null
      ? ''
      : ` since pass ${since.number} at ${clockWords(since.at, { now }, times)} (${times.duration(now - since.at)})`;
  const beginning = {
    unrest: '',
    gap: ', the first after a gap',
    window: ', as far back as was looked',
  }[begins];
  const stretch = 'passes' in asked ? `${asked.passes} passes` : times.duration(asked.ms);
  return `${count(passes, 'quiet pass', 'quiet passes')}${from}${beginning}; nothing flaps; no gap and no failure in the last ${stretch}`;
}

function briefWords(reason: Unsettled, settling: Settling, times: TimeWriter): string {
  const { ends } = reason;
  const missing =
    ends !== null && 'passes' in ends ? ` (${count(ends.passes, 'quiet pass', 'quiet passes')} missing)` : '';
  switch (reason.code) {
    case 'flapping':
      return `${setWords(reason)} ${reason.names.length === 1 ? 'flaps' : 'flap'}${missing}`;
    case 'lost':
      return `${setWords(reason)} not back since pass ${reason.pass.number}`;
    case 'not-planned':
      return `${listed(reason.nodes, 3)} ${reason.outcome} in pass ${reason.pass.number}${missing}`;
    case 'pass-not-planned':
      return `pass ${reason.pass.number} ${reason.pass.outcome}${missing}`;
    case 'gap':
      return reason.before === null
        ? `not everything is recorded since pass ${settling.last?.number ?? 0}`
        : `a gap before pass ${reason.before.number}${missing}`;
    case 'overdue':
      return `nothing recorded since ${clockWords(reason.since, settling, times)}`;
    case 'not-quiet':
      return `not quiet in pass ${reason.pass.number}${missing}`;
    case 'too-few-passes':
      return `too few passes${missing}`;
  }
}
