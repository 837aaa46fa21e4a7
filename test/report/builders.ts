import type { Diagnosis, DiagnosisOptions, ExplainedPass, ExplainedWindow, Filter } from '../../src/diff/index.ts';
import { diagnose, explainPasses, explainWindow } from '../../src/diff/index.ts';
import type { AskedDiff, Line, TimeWriter, View } from '../../src/report/index.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import type { Pass } from '../../src/roster/index.ts';
import { type PassParts, pass, type StateParts } from '../roster/builders.ts';

/** Writes times in UTC. */
export const utc: TimeWriter = {
  zone: 'UTC',
  instant: (at) => new Date(at).toISOString().replace('.000Z', 'Z'),
  clock: (at) => new Date(at).toISOString().slice(11, 19),
  day: (at) => new Date(at).toISOString().slice(0, 10),
  duration: (ms) => `${ms / 60_000} min`,
};

/** What was asked: all passes, the last of which is the last one recorded. */
export function asked(parts: Partial<AskedDiff> = {}): AskedDiff {
  return { words: 'all passes', latest: true, between: null, ...parts };
}

/** Passes numbered from 1, one for each of these, which are states or passes with a state. */
export function passesOf(...all: readonly (StateParts | PassParts)[]): Pass[] {
  return all.map((one, index) => pass({ number: index + 1, ...('state' in one ? one : { state: one as StateParts }) }));
}

/** A window of passes, the first of which is the pass before it. */
export function windowOf(passes: readonly Pass[], filter: Filter = {}): ExplainedWindow {
  const [baseline, ...rest] = passes as [Pass, ...Pass[]];
  return explainWindow(rest, baseline, filter);
}

/** The diagnosis of passes, the first of which is the pass before the window. */
export function diagnosisOf(passes: readonly Pass[], options: Partial<DiagnosisOptions> = {}): Diagnosis {
  const [baseline, ...rest] = passes as [Pass, ...Pass[]];
  return diagnose({ baseline, passes: () => rest }, { observations: [], controlPlane: [], ...options });
}

/** The last of some passes, explained. */
export function lastOf(passes: readonly Pass[], filter: Filter = {}): ExplainedPass {
  return [...explainPasses(passes, null, filter)].map(({ explained }) => explained).at(-1) as ExplainedPass;
}

/** Lines as their text. */
export function texts(lines: readonly Line[]): string[] {
  return lines.map((line) => line.map(({ text }) => text).join(''));
}

/** A view as plain text, as wide as it takes. */
export function plain(view: View): string {
  return renderTerminal(view, { width: null, colour: false });
}
