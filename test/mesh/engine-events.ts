import type { Away } from './control-store.ts';
import { type Deed, endedBeforeMs } from './host-agent.ts';
import type { Random } from './seeded-random.ts';
import { storeId } from './world.ts';

/** One line of `docker events --format json`. */
export interface EngineEvent {
  readonly status: EngineAction;
  readonly id: string;
  readonly from: string;
  readonly Type: 'container';
  readonly Action: EngineAction;
  readonly Actor: { readonly ID: string; readonly Attributes: Readonly<Record<string, string>> };
  readonly scope: 'local';
  /** Seconds. */
  readonly time: number;
  readonly timeNano: number;
}

type EngineAction = 'create' | 'start' | 'die' | 'destroy';

interface Told {
  readonly action: EngineAction;
  readonly at: number;
  readonly engineId: string;
}

/** How long after it was created a container starts, in milliseconds; the store starts when it answers again. */
const startAfterMs = 300;

/**
 * What the engine of one node tells of its agent's deeds, in the order of time. A store that is replaced before it came
 * back has never started, and so does not die.
 */
export function engineEvents(deeds: readonly Deed[], storeTimes: readonly Away[], random: Random): EngineEvent[] {
  const engineIds = new Map<string, string>();
  const events = deeds.flatMap((deed) => {
    const before = engineIds.get(deed.container) ?? random.engineId();
    const after = random.engineId();
    engineIds.set(deed.container, after);
    return toldOf(deed, before, after, storeTimes).map((told) => eventOf(deed, told));
  });
  return events.sort((a, b) => a.timeNano - b.timeNano);
}

function toldOf({ kind, container, at }: Deed, before: string, after: string, storeTimes: readonly Away[]): Told[] {
  const ended = at - endedBeforeMs;
  const place = container === storeId ? storeTimes.findIndex(({ from }) => from === ended) : -1;
  const [last, away] = [storeTimes[place - 1], storeTimes[place]];
  const dies = kind !== 'created' && !(away && last?.cutShort && last.until === ended);
  const starts = kind !== 'removed' && !away?.cutShort;
  return [
    ...(dies ? [{ action: 'die' as const, at: ended, engineId: before }] : []),
    ...(kind === 'created' ? [] : [{ action: 'destroy' as const, at: ended + 100, engineId: before }]),
    ...(kind === 'removed' ? [] : [{ action: 'create' as const, at, engineId: after }]),
    ...(starts ? [{ action: 'start' as const, at: away?.until ?? at + startAfterMs, engineId: after }] : []),
  ];
}

function eventOf({ container, image }: Deed, { action, at, engineId }: Told): EngineEvent {
  const [module, name] = container.split('/') as [string, string];
  return {
    status: action,
    id: engineId,
    from: image,
    Type: 'container',
    Action: action,
    Actor: {
      ID: engineId,
      Attributes: {
        'com.docker.compose.container-number': '1',
        'com.docker.compose.project': module,
        'com.docker.compose.service': name,
        image,
        name: `${module}-${name}-1`,
      },
    },
    scope: 'local',
    time: Math.floor(at / 1000),
    timeNano: at * 1_000_000,
  };
}
