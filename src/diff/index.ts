/**
 * Nouns in, explanation out: which name moved in each pass, who owns it, why, and which containers it replaced. Total
 * (it has no errors), pure and incremental: equal digests end a comparison, and two hosts lists are compared once. It
 * must never know of a store, a clock, a process or an output format.
 */
export * from './coincidences.ts';
export * from './diagnosis.ts';
export * from './disagreements.ts';
export * from './downtime.ts';
export * from './explained-pass.ts';
export * from './filter.ts';
export * from './flaps/bouts.ts';
export * from './flaps/flap-bout.ts';
export * from './flaps/flap-events.ts';
export * from './flaps/flap-finder.ts';
export * from './flaps/flap-rules.ts';
export * from './flaps/flap-watcher.ts';
export * from './flaps/flaps.ts';
export * from './flaps/view-histories.ts';
export * from './gaps.ts';
export * from './groups.ts';
export * from './list-difference.ts';
export * from './name-moves.ts';
export type { GroupStep } from './name-steps.ts';
export * from './observed.ts';
export * from './observed-window.ts';
export * from './owners.ts';
export * from './pass-source.ts';
export type { GivenBindings } from './policies/baked.ts';
export * from './policies/best-policies.ts';
export * from './policies/impact.ts';
export * from './policies/next-pass.ts';
export * from './policies/policy.ts';
export * from './policies/replay.ts';
export * from './policies/replay-cost.ts';
export * from './policies/replay-steps.ts';
export * from './policies/what-if.ts';
export * from './reasons.ts';
export * from './replacements.ts';
export * from './settling/expectation.ts';
export { rhythmOf } from './settling/rhythm.ts';
export * from './settling/settling.ts';
export * from './settling/unsettled.ts';
export type { SeenBy, SeenMove } from './sightings.ts';
export * from './spec-paths.ts';
export * from './stale.ts';
export * from './stale-containers.ts';
export * from './stale-node.ts';
export * from './stale-since.ts';
export * from './state-difference.ts';
export * from './stretch-gaps.ts';
export * from './views.ts';
export * from './why/finding.ts';
export * from './why/findings.ts';
export * from './why/loop.ts';
export * from './window.ts';
export * from './window-gaps.ts';
export * from './without-state.ts';
