import { meshView } from '../diff/index.ts';
import { type ControllerStats, type History, openForReading } from '../history/index.ts';
import { renderTerminal, type StatsFacts, statsJson, statsView } from '../report/index.ts';
import type { Pass } from '../roster/index.ts';
import type { ProgramOptions } from './program-options.ts';
import { limitsInForce } from './prune-limits.ts';
import { controllerOf } from './question.ts';
import type { StatsOptions } from './stats-command.ts';
import { storePath } from './store-path.ts';
import type { Surroundings } from './surroundings.ts';
import { timeWriter } from './time-writer.ts';
import { writeJson } from './write-json.ts';

/** Answers `stats`. Gives the exit code. */
export async function showStats(
  options: StatsOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const limits = await limitsInForce(options, surroundings);
  const times = timeWriter(program.tz, surroundings);
  const history = openForReading(storePath(program.store, surroundings));
  try {
    const named = program.controller === undefined ? null : controllerOf(history, program.controller);
    const now = surroundings.now();
    const { controllers, ...stats } = history.stats(now);
    const plan = history.planPruning({ limits, now });
    const facts: StatsFacts = {
      ...stats,
      file: history.file,
      controllers: controllers
        .filter(({ controller }) => named === null || controller === named)
        .map((one) => ({ ...one, ...meshSizes(one, history) })),
      limits,
      beyond: { passes: plan.targets.reduce((sum, { passes }) => sum + passes, 0), bytes: plan.bytes },
    };
    if (program.json) writeJson(statsJson(facts, times), surroundings.write);
    else {
      const settings = { width: surroundings.width, colour: surroundings.colour && program.color };
      surroundings.write(renderTerminal(statsView(facts, times), settings));
    }
    return 0;
  } finally {
    history.close();
  }
}

/** The names and the containers after the last pass. */
function meshSizes({ controller, last }: ControllerStats, history: History): { names: number; containers: number } {
  const { state } = history.passes(controller, last.pass, last.pass).next().value as Pass;
  const containers = [...state.nodes.values()].reduce((sum, node) => sum + node.containers.size, 0);
  return { names: meshView(state).names.size, containers };
}
