import { type Container, type PassDraft, type Problem, specOf } from '../roster/index.ts';
import { distinctContainers } from './distinct-containers.ts';
import { type EngineIds, engineIdsOf } from './engine-ids.ts';
import {
  containerIdOf,
  type EngineObject,
  engineIdOf,
  isEngineObject,
  isTemporary,
  nameOf,
  objectAt,
} from './engine-object.ts';
import { configDigestLabels, engineSpecOf } from './engine-spec.ts';
import { draftOf, type Format, failureOf } from './format.ts';
import { type HostsReader, hostsReader } from './hosts-reader.ts';
import { readableReport } from './shortfall.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** The node that a `docker inspect` is recorded under where none is named: the machine that the recorder runs on. */
export const localNode = 'local';

/** What `docker inspect` and `podman inspect` print of containers: an array of them, or one. */
export const dockerInspect: Format = {
  name: 'docker-inspect',
  summary: 'what docker inspect or podman inspect prints of containers',
  recognises: ({ json }) =>
    isEngineObject(json) || (Array.isArray(json) && (json.length === 0 || json.some(isEngineObject))),
  read({ json, circumstances, named }): PassDraft {
    const rows: readonly unknown[] = Array.isArray(json) ? json : [json];
    const objects = rows.filter(isEngineObject);
    if (objects.length === 0 && rows.length > 0) {
      throw new UnreadableInput(
        'no container in it: expected objects with "Id" and "HostConfig", as docker inspect prints them',
      );
    }
    const node = circumstances.node ?? localNode;
    const problems: Problem[] = [];
    const containers = readContainers(objects, node, problems);
    const error = failureOf(circumstances) ?? missingWords(rows.length, objects.length, named);
    const declaration = { address: null, containers, roster: null, extra: {} };
    const report = readableReport(node, declaration, error === null ? null : { missing: 'containers', error });
    return { ...draftOf(circumstances), reports: [report], problems, lone: true };
  },
};

/** An empty list is what a node without containers prints, and also what a failed query prints: only a named format settles it. */
function missingWords(rows: number, objects: number, named: boolean): string | null {
  if (objects < rows) return `${rows - objects} of ${rows} entries are no containers`;
  if (rows === 0 && !named)
    return 'an empty list, which a failed query prints too; --format docker-inspect says that it is meant';
  return null;
}

/** The containers by name, so that ids do not depend on the engine's order. Of two that are one, that with a temporary name is left out. */
function readContainers(objects: readonly EngineObject[], node: string, problems: Problem[]): Container[] {
  const reader = hostsReader(problems, node);
  const ids = engineIdsOf(objects.map((object) => [engineIdOf(object), containerIdOf(object)]));
  const byName = [...objects].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const settled = byName.filter((object) => !isTemporary(object));
  const shown = new Set(settled.map(containerIdOf));
  const alone = byName.filter(isTemporary).filter((object) => {
    const id = containerIdOf(object);
    problems.push({ code: 'temporary-name', node, container: id, text: nameOf(object) });
    const isAlone = !shown.has(id);
    shown.add(id);
    return isAlone;
  });
  const containers = [...settled, ...alone].map((object) => readContainer(object, reader, ids));
  return distinctContainers(containers, node, problems);
}

function readContainer(object: EngineObject, reader: HostsReader, ids: EngineIds): Container {
  const labels = objectAt(objectAt(object, 'Config'), 'Labels');
  const configDigest = configDigestLabels.map((label) => labels[label]).find((digest) => typeof digest === 'string');
  return {
    id: containerIdOf(object),
    hosts: reader.readHosts(objectAt(object, 'HostConfig').ExtraHosts),
    spec: specOf(engineSpecOf(object, ids)),
    engine: { id: engineIdOf(object), configDigest: configDigest ?? null },
  };
}
