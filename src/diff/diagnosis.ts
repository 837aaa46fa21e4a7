import type { Observation } from '../roster/index.ts';
import { type Absence, absencesOf, perMinute } from './downtime.ts';
import type { ExplainedPass } from './explained-pass.ts';
import { anyContainerMatcher } from './filter.ts';
import { flapsOf } from './flaps/flap-finder.ts';
import type { FlapRules } from './flaps/flap-rules.ts';
import type { Flaps } from './flaps/flaps.ts';
import { defaultTolerance, type ObservedPasses, observePasses, type Tally } from './observed.ts';
import { withObserved } from './observed-window.ts';
import type { PassSource } from './pass-source.ts';
import type { Finding } from './why/finding.ts';
import { findingsOf } from './why/findings.ts';
import { findLoop, type Loop } from './why/loop.ts';
import { matchObservations } from './why/match-observations.ts';
import { type ExplainedWindow, explainWindow } from './window.ts';

/** What a diagnosis is made with besides the passes. */
export interface DiagnosisOptions {
  readonly observations: readonly Observation[];
  /** The observations matched over a run that is wider than the window; else they are matched within it. */
  readonly observed?: ObservedPasses;
  /** Patterns of the containers that the control plane runs on. */
  readonly controlPlane: readonly string[];
  readonly rules?: FlapRules;
}

/** Everything that is known of a window: what moved, what was really replaced, what flaps, why, and whether it feeds itself. */
export interface Diagnosis {
  /** The window, its replacements with what hosts and engines told of them. */
  readonly window: ExplainedWindow;
  readonly tallies: readonly Tally[];
  readonly flaps: Flaps;
  readonly findings: readonly Finding[];
  readonly controlPlane: readonly string[];
  readonly loop: Loop | null;
  /** Replacements by minute: the observed ones where any were, else the predicted ones at the time of their pass. */
  readonly minutes: readonly { readonly minute: number; readonly count: number }[];
  readonly minutesAre: 'observed' | 'predicted';
  /** When control-plane containers were away. */
  readonly absences: readonly Absence[];
}

/** What a window cost by the clock: replacements by minute, and when control-plane containers were away. */
export type CostInTime = Pick<Diagnosis, 'minutes' | 'minutesAre' | 'absences'>;

/** What passes cost by the clock. */
export function costInTime(
  passes: readonly ExplainedPass[],
  observations: readonly Observation[],
  controlPlane: readonly string[],
): CostInTime {
  const { instants } = matchObservations(passes, observations, defaultTolerance);
  const predicted = passes.flatMap(({ pass, difference }) =>
    Array.from({ length: difference?.replacements.total ?? 0 }, () => pass.at),
  );
  return {
    minutes: perMinute(instants.length > 0 ? instants : predicted),
    minutesAre: instants.length > 0 ? 'observed' : 'predicted',
    absences: absencesOf(observations, anyContainerMatcher(controlPlane)),
  };
}

/** Diagnoses a window. */
export function diagnose(source: PassSource, options: DiagnosisOptions): Diagnosis {
  const { baseline, recordingGaps = [] } = source;
  const { observations, controlPlane } = options;
  const explained = explainWindow(source.passes(), baseline, {}, recordingGaps);
  const observed = options.observed ?? observePasses(explained.passes, observations);
  const window = withObserved(explained, observed);
  const numbers = new Set(window.passes.map(({ pass }) => pass.number));
  return {
    window,
    tallies: observed.tallies.filter(({ pass }) => numbers.has(pass)),
    flaps: flapsOf(source, options.rules),
    findings: findingsOf(window.passes),
    controlPlane,
    loop: findLoop(window.passes, controlPlane, recordingGaps),
    ...costInTime(explained.passes, observations, controlPlane),
  };
}
