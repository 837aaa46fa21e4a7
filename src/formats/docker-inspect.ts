import {
  type Container,
  isJsonObject,
  type JsonObject,
  type PassDraft,
  type Problem,
  type Report,
} from '../roster/index.ts';
import { type EngineObject, isTemporary, readContainer } from './engine-object.ts';
import { type Format, failureOf } from './format.ts';
import { hostsReader } from './hosts-reader.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** The node that a `docker inspect` is recorded under where none is named: the machine that the recorder runs on. */
export const localNode = 'local';

/** What `docker inspect` and `podman inspect` print of containers: an array of them, or one. */
export const dockerInspect: Format = {
  name: 'docker-inspect',
  summary: 'what docker inspect or podman inspect prints of containers',
  recognises: ({ json }) => {
    if (isEngineObject(json)) return true;
    return Array.isArray(json) && (json.length === 0 || json.some(isEngineObject));
  },
  read({ json, circumstances, named }) {
    const rows: readonly unknown[] = Array.isArray(json) ? json : [json];
    const node = circumstances.node ?? localNode;
    const problems: Problem[] = [];
    const objects = rows.filter(isEngineObject);
    if (objects.length < rows.length && objects.length === 0) {
      throw new UnreadableInput(
        'no container in it: expected objects with "Id" and "HostConfig", as docker inspect prints them',
      );
    }
    const containers = readContainers(objects, node, problems);
    const failure = failureOf(circumstances) ?? missingWords(rows.length, objects.length, named);
    const declaration = { address: null, containers, roster: null, extra: {} };
    const report: Report =
      failure === null
        ? { node, outcome: 'planned', declaration }
        : { node, outcome: 'partial', declaration, missing: 'containers', error: failure };
    return {
      controller: circumstances.controller ?? 'default',
      key: circumstances.key ?? null,
      at: circumstances.at ?? null,
      trigger: circumstances.trigger ?? null,
      roster: null,
      outcome: 'planned',
      missing: null,
      error: null,
      reports: [report],
      problems,
      extra: {},
      lone: true,
    } satisfies PassDraft;
  },
};

function isEngineObject(value: unknown): value is EngineObject {
  return (
    isJsonObject(value) &&
    ('Id' in value || 'ID' in value) &&
    (isJsonObject(value.HostConfig) || isJsonObject(value.Config))
  );
}

/** An empty list is what a node without containers prints, and also what a failed query prints: only a named format settles it. */
function missingWords(rows: number, objects: number, named: boolean): string | null {
  if (objects < rows) return `${rows - objects} of ${rows} entries are no containers`;
  if (rows === 0 && !named)
    return 'an empty list, which a failed query prints too; --format docker-inspect says that it is meant';
  return null;
}

function readContainers(objects: readonly EngineObject[], node: string, problems: Problem[]): Container[] {
  const reader = hostsReader(problems, node);
  const names = new Map(objects.map((object) => [String(object.Id ?? object.ID), String(object.Name ?? '')]));
  const containers = new Map<string, Container>();
  // a temporary name sorts last, so that the container that took its place is the one that is kept
  const settledFirst = [...objects].sort((a, b) => Number(isTemporary(a)) - Number(isTemporary(b)));
  for (const object of settledFirst) {
    const container = readContainer(object as JsonObject, reader, names);
    if (isTemporary(object)) {
      problems.push({ code: 'temporary-name', node, container: container.id, text: String(object.Name) });
      if (containers.has(container.id)) continue;
    }
    let id = container.id;
    for (let copy = 2; containers.has(id); copy += 1) id = `${container.id}#${copy}`;
    if (id !== container.id) problems.push({ code: 'repeated-container', node, container: container.id });
    containers.set(id, { ...container, id });
  }
  return [...containers.values()];
}
