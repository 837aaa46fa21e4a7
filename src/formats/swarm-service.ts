import {
  type Container,
  type HostsList,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
  type PassDraft,
  type Problem,
  specOf,
} from '../roster/index.ts';
import { distinctContainers } from './distinct-containers.ts';
import { localNode } from './docker-inspect.ts';
import { objectAt, stackServiceId } from './engine-object.ts';
import { draftOf, type Format, failureOf } from './format.ts';
import { hostsOfLines } from './hosts-of-lines.ts';
import { expectFewRows } from './most-parts.ts';
import { readableReport } from './shortfall.ts';
import { serviceSettingsOf, serviceSpecOf } from './swarm-service-spec.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** What `docker service inspect` prints: an array of services, or one. Its hosts have the address first, as a hosts file does. */
export const swarmService: Format = {
  name: 'swarm-service',
  summary: 'what docker service inspect prints of services',
  recognises: ({ value }) => isService(value) || (Array.isArray(value) && value.some(isService)),
  read({ value, circumstances }): PassDraft {
    const rows: readonly unknown[] = Array.isArray(value) ? value : [value];
    expectFewRows(rows, 'services');
    const services = rows.filter(isService);
    if (services.length === 0 && rows.length > 0) {
      throw new UnreadableInput(
        'no service in it: expected objects with "ID" and "Spec.TaskTemplate", as docker service inspect prints them',
        { hint: 'docker service inspect $(docker service ls --quiet)' },
      );
    }
    const node = circumstances.node ?? localNode;
    const problems: Problem[] = [];
    const containers = distinctContainers(
      services.map((service) => readService(service, node, problems)),
      node,
      problems,
    );
    const missed = rows.length - services.length;
    const error =
      failureOf(circumstances) ?? (missed > 0 ? `${missed} of ${rows.length} entries are no services` : null);
    const declaration = { address: null, containers, roster: null, extra: settingsOf(services) };
    const report = readableReport(node, declaration, error === null ? null : { missing: 'containers', error });
    return { ...draftOf(circumstances), reports: [report], problems, lone: true };
  },
};

function isService(value: unknown): value is JsonObject {
  return (
    isJsonObject(value) &&
    typeof value.ID === 'string' &&
    isJsonObject(value.Spec) &&
    isJsonObject(value.Spec.TaskTemplate)
  );
}

/** The engine's id of a service stays when its tasks are replaced, and so is no evidence. */
function readService(service: JsonObject, node: string, problems: Problem[]): Container {
  const spec = objectAt(service, 'Spec');
  const id = serviceIdOf(service);
  return {
    id,
    hosts: readHosts(
      objectAt(objectAt(spec, 'TaskTemplate'), 'ContainerSpec').Hosts,
      { node, container: id },
      problems,
    ),
    spec: specOf(serviceSpecOf(spec)),
    engine: null,
  };
}

function serviceIdOf(service: JsonObject): string {
  const spec = objectAt(service, 'Spec');
  const name = typeof spec.Name === 'string' && spec.Name !== '' ? spec.Name : String(service.ID);
  return stackServiceId(name, objectAt(spec, 'Labels'));
}

/** A line in a container's form (`name:address`) has no name behind its address, and reaches no task. */
function readHosts(value: Json | undefined, at: { node: string; container: string }, problems: Problem[]): HostsList {
  const rows: readonly Json[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  const read = hostsOfLines(
    rows.map((row) => {
      const text = jsonText(row);
      const [address = '', ...names] = typeof row === 'string' ? row.trim().split(/\s+/) : [];
      return { text, address, names };
    }),
  );
  for (const problem of read.problems) problems.push({ ...problem, ...at });
  return read.hosts;
}

/** What was asked of the services and replaces no task, by container id. */
function settingsOf(services: readonly JsonObject[]): JsonObject {
  if (services.length === 0) return {};
  const settings = services.map((service) => [serviceIdOf(service), serviceSettingsOf(objectAt(service, 'Spec'))]);
  return { services: Object.fromEntries(settings) };
}
