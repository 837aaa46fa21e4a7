import type { WatchLoop } from '../../recorder/watch/index.ts';
import { UserError } from '../user-error.ts';
import type { HealthServer } from './health-server.ts';
import type { RunningSources, SourceChanges } from './running-sources.ts';
import type { WatchPlan } from './watch-plan.ts';

/** The plan by which a watch runs now. */
export interface PlanInForce {
  plan(): WatchPlan;
  /** Where metrics are served; null where they are not. */
  metricsAddress(): string | null;
  /** Goes over to a plan: the whole of it, or, where something of it cannot be done, nothing; it rejects with why. */
  follow(next: WatchPlan): Promise<SourceChanges>;
  /** Closes the metrics; the sources are the caller's. */
  close(): Promise<void>;
}

/** What a plan is carried out by. */
export interface PlanMeans {
  readonly loop: Pick<WatchLoop, 'show'>;
  readonly sources: Pick<RunningSources, 'follow'>;
  serve(address: string): Promise<HealthServer>;
}

/** Opens what follows plans. Nothing of the first one is done before it is followed. */
export function openPlanInForce(first: WatchPlan, means: () => PlanMeans): PlanInForce {
  let plan = first;
  let served: { readonly at: string; readonly server: HealthServer } | null = null;

  function take(next: WatchPlan): void {
    plan = next;
    means().loop.show(next.show);
  }

  async function serveAt(at: string | null): Promise<typeof served> {
    if (at === null) return null;
    return at === served?.at ? served : { at, server: await means().serve(at) };
  }

  return {
    plan: () => plan,
    metricsAddress: () => served?.server.address ?? null,
    async follow(next) {
      const before = plan;
      expectSameController(before, next);
      const serving = await serveAt(next.metrics);
      try {
        if (next !== before) take(next);
        const changes = await means().sources.follow(next.sources);
        if (serving !== served) await served?.server.close();
        served = serving;
        return changes;
      } catch (fault) {
        if (next !== before) take(before);
        if (serving !== served) await serving?.server.close();
        throw fault;
      }
    },
    async close() {
      await served?.server.close();
    },
  };
}

/** What is recorded of gaps is of one controller from the start to the end. */
function expectSameController(before: WatchPlan, next: WatchPlan): void {
  if (before.controller === next.controller) return;
  throw new UserError(
    `the controller cannot change while it runs: it is ${nameOf(before)}, and would be ${nameOf(next)}`,
    { hint: 'restart it, or leave "controller" as it was' },
  );
}

function nameOf({ controller }: WatchPlan): string {
  return controller === null ? 'left to the inputs' : `"${controller}"`;
}
