import type { TimeWriter } from './times.ts';
import { count } from './words.ts';

/** Where the history of a controller begins since its oldest passes were pruned, as it is told. Instants in milliseconds. */
export interface HorizonWords {
  readonly firstPass: number;
  readonly firstAt: number;
  readonly removed: number;
  readonly fromPass: number;
  readonly untilPass: number;
  readonly prunedAt: number;
}

/** `passes before 2026-03-01 14:00:05 (pass 1–811) were pruned on 2026-09-29; the history begins at pass 812`. */
export function prunedWords(horizon: HorizonWords, times: TimeWriter): string {
  return `passes before ${dayAndClock(horizon.firstAt, times)} (${removedWords(horizon)}) were pruned on ${times.day(horizon.prunedAt)}; the history begins at pass ${horizon.firstPass}`;
}

/** Which passes are gone: `pass 1–811`, or, where those of other controllers stand between them, `420 from 1 to 811`. */
export function removedWords({ removed, fromPass, untilPass }: HorizonWords): string {
  if (removed === 1) return `pass ${fromPass}`;
  if (untilPass - fromPass === removed - 1) return `pass ${fromPass}–${untilPass}`;
  return `${count(removed, 'pass', 'passes')} from ${fromPass} to ${untilPass}`;
}

/** Where the history begins: `pass 812, 2026-03-01 14:00:05`. */
export function beginsWords({ firstPass, firstAt }: HorizonWords, times: TimeWriter): string {
  return `pass ${firstPass}, ${dayAndClock(firstAt, times)}`;
}

function dayAndClock(at: number, times: TimeWriter): string {
  return `${times.day(at)} ${times.clock(at)}`;
}
