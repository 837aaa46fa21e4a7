import {
  foldProblems,
  isJsonObject,
  type JsonObject,
  jsonText,
  type Observation,
  type ObservationKind,
  type Problem,
} from '../roster/index.ts';
import { localNode } from './docker-inspect.ts';
import { engineContainerId } from './engine-object.ts';
import type { Circumstances } from './format.ts';
import { expectFewLines } from './most-parts.ts';
import type { ObservationFormat, ReadObservations } from './observation-format.ts';
import { parseInstant, wholeInstant } from './parse-instant.ts';
import { textKind } from './text-kind.ts';

const kinds: ReadonlyMap<string, ObservationKind> = new Map([
  ['create', 'created'],
  ['start', 'started'],
  ['die', 'died'],
  ['died', 'died'],
  ['destroy', 'destroyed'],
  // podman, by docker's API
  ['remove', 'destroyed'],
]);

/** An event with all its labels is shorter; what is longer is not parsed only to look at it. */
const longestLine = 2 ** 20;

/** What an engine tells of its containers as it happens. */
export const dockerEvents: ObservationFormat = {
  name: 'docker-events',
  summary: 'what docker events --format json or podman events --format json prints',
  recognises: isDockerEvents,
  read: readDockerEvents,
};

/** Whether a text looks like what `docker events --format json` prints: an object of an event on its first line. */
function isDockerEvents(text: string): boolean {
  const first = text.trimStart().split('\n', 1)[0] as string;
  return eventOf(first) !== null;
}

/** Reads what `docker events --format json` or `podman events --format json` prints: an event a line. Only containers count. */
function readDockerEvents(text: string, circumstances: Circumstances): ReadObservations {
  const observations: Observation[] = [];
  const problems: Problem[] = [];
  const node = circumstances.node ?? localNode;
  expectFewLines(text);
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const event = eventOf(line);
    if (event === null) {
      problems.push({ code: 'malformed-entry', node, text: textKind(line) });
      continue;
    }
    const kind = kinds.get(event.action);
    if (kind === undefined || event.type !== 'container') continue;
    const at = wholeInstant(event.ms);
    if (at === null) problems.push({ code: 'invalid-time', node, container: event.container, text: `${event.ms} ms` });
    else observations.push({ node, container: event.container, kind, at });
  }
  return { observations, problems: foldProblems(problems) };
}

interface EngineEvent {
  readonly type: string;
  readonly action: string;
  readonly container: string;
  /** Milliseconds since the epoch, be there such an instant or not. */
  readonly ms: number;
}

function eventOf(line: string): EngineEvent | null {
  if (line.length > longestLine) return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  try {
    return isJsonObject(value) ? (dockerEvent(value) ?? podmanEvent(value)) : null;
  } catch (error) {
    // an id that is nested deeper than it can be written
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function dockerEvent({
  Type: type,
  Action: action,
  status,
  Actor: actor,
  time,
  timeNano,
}: JsonObject): EngineEvent | null {
  const verb = typeof action === 'string' ? action : status;
  if (typeof type !== 'string' || typeof verb !== 'string' || !isJsonObject(actor)) return null;
  const attributes = isJsonObject(actor.Attributes) ? actor.Attributes : {};
  const ms = typeof timeNano === 'number' ? timeNano / 1e6 : typeof time === 'number' ? time * 1000 : null;
  if (ms === null) return null;
  const name = typeof attributes.name === 'string' ? attributes.name : jsonText(actor.ID ?? '');
  return { type, action: verb, container: engineContainerId(name, attributes), ms };
}

/** `podman events --format json` has its own shape, with the time as RFC 3339. */
function podmanEvent({
  Type: type,
  Status: status,
  Name: name,
  Time: time,
  Attributes: given,
}: JsonObject): EngineEvent | null {
  if (typeof type !== 'string' || typeof status !== 'string' || typeof name !== 'string' || typeof time !== 'string') {
    return null;
  }
  const ms = parseInstant(time, []);
  const attributes = isJsonObject(given) ? given : {};
  return ms === null ? null : { type, action: status, container: engineContainerId(name, attributes), ms };
}
