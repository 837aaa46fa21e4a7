import * as z from 'zod/mini';
import { isJsonObject, type Json, type JsonObject, type PassDraft, type Problem } from '../roster/index.ts';
import { type ReadService, readService } from './compose-service.ts';
import { localNode } from './docker-inspect.ts';
import { joinErrors } from './error-text.ts';
import { draftOf, type Format, failureOf } from './format.ts';
import { hostsReader } from './hosts-reader.ts';
import { expectFewRows } from './most-parts.ts';
import { expectShape, objectWith, text } from './shape.ts';
import { readableReport, type Shortfall } from './shortfall.ts';

const serviceMap = z.nullish(z.custom<JsonObject>(isJsonObject, { error: 'expected a map of services' }));
const composeFile = objectWith({ name: z.nullish(text), services: serviceMap, include: z.optional(z.unknown()) });
const keysRead = ['name', 'services'];

/**
 * A compose file as it is written, or as `docker compose config` or `docker stack config` prints it, in YAML or JSON. The id of
 * a container is that of its service's first container, as engines label it, where the file names its project.
 */
export const compose: Format = {
  name: 'compose',
  summary: 'a compose file, or what docker compose config or docker stack config prints',
  recognises: ({ value }) =>
    isJsonObject(value) &&
    (isJsonObject(value.services) || value.services === null || Array.isArray(value.include)) &&
    value.kind === undefined,
  read({ value, circumstances, named }): PassDraft {
    const file = expectShape(composeFile, value, 'the compose file');
    const node = circumstances.node ?? localNode;
    const problems: Problem[] = [];
    const reader = hostsReader(problems, node);
    const project = projectOf(file.name);
    const rows = Object.entries(file.services ?? {});
    expectFewRows(rows, 'services');
    const services = rows.map(([name, service]) => {
      return readService({ node, project, name, service }, reader, problems);
    });
    const shortfall = joined([
      failed(failureOf(circumstances)),
      ...services.map(({ shortfall }) => shortfall),
      includesOthers(file.include) ? { missing: 'containers', error: includeWords } : null,
      services.length === 0 && !named ? { missing: 'containers', error: emptyWords } : null,
    ]);
    const containers = services.flatMap(({ container }) => container ?? []);
    const declaration = { address: null, containers, roster: null, extra: extraOf(value as JsonObject, services) };
    return { ...draftOf(circumstances), reports: [readableReport(node, declaration, shortfall)], problems, lone: true };
  },
};

const includeWords = '"include" is not followed: what docker compose config prints has all services';
const emptyWords =
  'no services, which docker compose config prints too where no profile is active; --format compose says that none is meant';

/** Null where the file leaves it to its folder, or to a variable. */
function projectOf(name: string | null | undefined): string | null {
  return name && !name.includes('$') ? name : null;
}

function failed(failure: string | null): Shortfall | null {
  return failure === null ? null : { missing: 'names', error: failure };
}

function includesOthers(include: unknown): boolean {
  return include !== undefined && include !== null && !(Array.isArray(include) && include.length === 0);
}

/** All shortfalls as one: it may lack whatever one of them may. */
function joined(shortfalls: readonly (Shortfall | null)[]): Shortfall | null {
  const given = shortfalls.filter((shortfall) => shortfall !== null);
  if (given.length === 0) return null;
  const missing = given.some((one) => one.missing === 'names') ? 'names' : 'containers';
  return { missing, error: joinErrors([...new Set(given.map(({ error }) => error))]) };
}

/** What the file says besides, and what is no part of any container under `services`. */
function extraOf(file: JsonObject, services: readonly ReadService[]): JsonObject {
  const besides = Object.entries(file).filter(([key]) => !keysRead.includes(key));
  const settings = services.flatMap(({ name, settings }): [string, Json][] => {
    return Object.keys(settings).length === 0 ? [] : [[name, settings]];
  });
  const entries: [string, Json][] = settings.length === 0 ? [] : [['services', Object.fromEntries(settings)]];
  return Object.fromEntries([...besides, ...entries]);
}
