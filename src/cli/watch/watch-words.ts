import type { TimeWriter } from '../../report/index.ts';
import type { RecordingGap } from '../../roster/index.ts';
import type { SourceChanges } from './running-sources.ts';

const shownSources = 3;

/** What is watched, where it is recorded, and how that stands. */
export function watchedWords(
  labels: readonly string[],
  { store, metrics, flapping }: { store: string; metrics: string | null; flapping: number },
): string {
  const served = metrics === null ? '' : `, metrics at ${metrics}/metrics`;
  const flaps = flapping === 0 ? '' : `; ${flapping === 1 ? '1 name flaps' : `${flapping} names flap`} now`;
  return `watching ${listed(labels)} into ${store}${served}${flaps}`;
}

/** What a config that was read again changed about the sources. */
export function changedWords({ unchanged, started, stopped }: SourceChanges): string {
  const parts = [
    unchanged > 0 ? `${unchanged === 1 ? '1 source goes' : `${unchanged} sources go`} on` : '',
    stopped.length > 0 ? `stopped ${listed(stopped)}` : '',
    started.length > 0 ? `started ${listed(started)}` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** That nothing was recorded until now, for how long, since when and why. */
export function missedWords({ from, until, reason }: RecordingGap, now: number, times: TimeWriter): string {
  const length = times.duration((until ?? now) - from);
  const since = `since ${times.day(from)} ${times.clock(from)}`;
  return `nothing was recorded for ${length}, ${since}: the recorder was not running (${reason})`;
}

function listed(labels: readonly string[]): string {
  if (labels.length <= shownSources + 1) return labels.join(', ');
  return `${labels.slice(0, shownSources).join(', ')} and ${labels.length - shownSources} more`;
}
