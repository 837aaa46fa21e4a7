import { isJsonObject } from '../../../roster/index.ts';

/** What happens to a container so that its state is to be looked at again. `died` and `remove` are podman's words for `die` and `destroy`. */
export const containerActions = ['create', 'start', 'die', 'died', 'destroy', 'remove', 'rename', 'update'] as const;

/** An event of an engine that is about a container and of interest. */
export interface EngineEvent {
  readonly action: (typeof containerActions)[number];
  /** The container's name without what an engine or a compose tool puts before it. */
  readonly name: string;
  /** Milliseconds since the epoch, by the engine's clock. */
  readonly at: number;
  /** The event as the engine wrote it. */
  readonly line: string;
}

/** Reads an event; null where it is none, and `other` where it is one of no interest. */
export function parseEngineEvent(line: string): EngineEvent | 'other' | null {
  const event = jsonObject(line);
  if (event === null) return null;
  const { Type: type, Action: verb, status, Actor: actor, time, timeNano } = event;
  const action = containerActions.find((one) => one === (verb ?? status));
  if (type !== 'container' || !action || !isJsonObject(actor)) return 'other';
  const attributes = isJsonObject(actor.Attributes) ? actor.Attributes : {};
  const name = String(attributes.name ?? actor.ID ?? '').replace(/^\/?(?:[0-9a-f]{12}_)?/, '');
  const at = typeof timeNano === 'number' ? Math.floor(timeNano / 1e6) : Number(time) * 1000;
  return Number.isFinite(at) ? { action, name, at, line } : null;
}

function jsonObject(line: string) {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
