import {
  type History,
  openForReading,
  openPruner,
  type PlannedTarget,
  type RetentionLimits,
} from '../history/index.ts';
import { escapeControls, type PrunedWords, type PruneSummary, pruneJson, pruneLinesOf } from '../report/index.ts';
import type { ProgramOptions } from './program-options.ts';
import type { PruneOptions } from './prune-command.ts';
import { heldControllers } from './prune-held.ts';
import { areGiven, limitsInForce } from './prune-limits.ts';
import { runSteps } from './prune-steps.ts';
import { controllerOf } from './question.ts';
import { faultLines } from './report-fault.ts';
import { storePath } from './store-path.ts';
import type { Surroundings } from './surroundings.ts';
import { timeWriter } from './time-writer.ts';
import { UserError } from './user-error.ts';
import { writeJson } from './write-json.ts';

/** The largest store of an earlier version that is written anew without being asked: recording waits for that no longer than for a few passes. */
const rewrittenBytes = 64 * 2 ** 20;

/** Prunes, and says what went. Gives the exit code: 2 where it was interrupted. */
export async function pruneHistory(
  options: PruneOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const limits = await limitsInForce(options, surroundings);
  if (Object.values(limits).every((limit) => limit === null) && !options.vacuum) {
    const who = areGiven(options) ? 'the flags set' : 'the config sets';
    throw new UserError(`nothing is beyond a limit: ${who} none`, { hint: 'roster-history prune --keep-for 365d' });
  }
  const file = storePath(program.store, surroundings);
  const summary = options.dryRun
    ? dryRun(file, limits, program, surroundings)
    : await prune(file, limits, options, program, surroundings);
  const times = timeWriter(program.tz, surroundings);
  if (program.json) writeJson(pruneJson(summary, times), surroundings.write);
  else for (const line of pruneLinesOf(summary, times)) surroundings.write(`${escapeControls(line)}\n`);
  if (!summary.stopped) return 0;
  surroundings.writeError(faultLines('interrupted: what was removed is gone', 'the same command goes on from there'));
  return 2;
}

/** What limits are held against. */
function settingsOf(history: History, limits: RetentionLimits, program: ProgramOptions, now: number) {
  const { controller } = program;
  return { limits, now, ...(controller === undefined ? {} : { controller: controllerOf(history, controller) }) };
}

function dryRun(file: string, limits: RetentionLimits, program: ProgramOptions, { now }: Surroundings): PruneSummary {
  const history = openForReading(file);
  try {
    const settings = settingsOf(history, limits, program, now());
    const plan = history.planPruning(settings);
    const { used, free } = history.size();
    const firsts = new Map(plan.targets.map(({ controller, first }) => [controller, first]));
    const firstKept = (controller: string) => firsts.get(controller) ?? null;
    return {
      file,
      limits,
      wouldFree: plan.bytes,
      pruned: plan.targets.map((target) => plannedWords(target, now())),
      held: heldControllers(history, { ...settings, used: used - plan.bytes, firstKept }),
      observations: 0,
      gaps: 0,
      contents: 0,
      before: used,
      after: used,
      free,
      shrinks: true,
      stopped: false,
    };
  } finally {
    history.close();
  }
}

async function prune(
  file: string,
  limits: RetentionLimits,
  options: PruneOptions,
  program: ProgramOptions,
  { now, onSignal }: Surroundings,
): Promise<PruneSummary> {
  const reader = openForReading(file);
  const settings = settingsOf(reader, limits, program, now());
  reader.close();
  const pruner = openPruner(file);
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    onSignal(signal, () => {
      stopped = true;
    });
  }
  try {
    const rewriteUpTo = options.vacuum ? Number.POSITIVE_INFINITY : rewrittenBytes;
    const done = await runSteps(pruner.prune({ ...settings, rewriteUpTo }), () => stopped);
    const { passes, observations, gaps, contents, before, after, shrinks } = done ?? pruner.soFar();
    return {
      file,
      limits,
      wouldFree: null,
      pruned: passes.map(({ horizon, removed, from }) => ({ ...horizon, removed, fromPass: from })),
      held: done === null ? [] : heldNow(file, settings, after.used),
      observations,
      gaps,
      contents,
      before: before.used,
      after: after.used,
      free: after.free,
      shrinks,
      stopped: done === null,
    };
  } finally {
    pruner.close();
  }
}

/** The controllers of which passes are still beyond the limits. */
function heldNow(file: string, settings: ReturnType<typeof settingsOf>, used: number): string[] {
  const history = openForReading(file);
  try {
    return heldControllers(history, { ...settings, used, firstKept: () => null });
  } finally {
    history.close();
  }
}

function plannedWords(target: PlannedTarget, now: number): PrunedWords {
  const { controller, first, from, until, firstAt, passes, reason, bound } = target;
  return {
    controller,
    firstPass: first,
    firstAt,
    removed: passes,
    fromPass: from,
    untilPass: until,
    prunedAt: now,
    reason,
    bound,
  };
}
