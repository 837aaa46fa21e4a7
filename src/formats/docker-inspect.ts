import { type Container, type HostsList, type PassDraft, type Problem, specOf } from '../roster/index.ts';
import { distinctContainers } from './distinct-containers.ts';
import { type EngineIds, engineIdsOf } from './engine-ids.ts';
import { engineListingFault, isEngineListing } from './engine-listing.ts';
import {
  containerIdOf,
  type EngineObject,
  engineIdOf,
  isEngineObject,
  isTemporary,
  nameOf,
  objectAt,
} from './engine-object.ts';
import { type EnginePods, enginePodsOf, isEnginePod } from './engine-pods.ts';
import { configDigestLabels, engineSpecOf } from './engine-spec.ts';
import { joinErrors } from './error-text.ts';
import { draftOf, type Format, failureOf } from './format.ts';
import { type HostsReader, hostsReader } from './hosts-reader.ts';
import { expectFewRows } from './most-parts.ts';
import { readableReport, type Shortfall } from './shortfall.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** The node that a `docker inspect` is recorded under where none is named: the machine that the recorder runs on. */
export const localNode = 'local';

/** What `docker inspect` and `podman inspect` print of containers, pods among them or not: an array of them, or one. */
export const dockerInspect: Format = {
  name: 'docker-inspect',
  summary: 'what docker inspect or podman inspect prints of containers',
  recognises: ({ value }) =>
    isShown(value) || (Array.isArray(value) && (value.length === 0 || value.some(isShown))) || isEngineListing(value),
  read({ value, circumstances, named }): PassDraft {
    const rows: readonly unknown[] = Array.isArray(value) ? value : [value];
    expectFewRows(rows, 'containers');
    const objects = rows.filter(isEngineObject);
    const pods = rows.filter(isEnginePod);
    if (isEngineListing(value)) throw engineListingFault();
    if (objects.length === 0 && rows.length > 0) throw noContainer(pods.length);
    const node = circumstances.node ?? localNode;
    const read = readContainers(objects, enginePodsOf(objects, pods), node);
    const missing = failureOf(circumstances) ?? missingWords(rows.length, objects.length + pods.length, named);
    const shortfall = shortfallOf(missing, read.hidden);
    const declaration = { address: null, containers: read.containers, roster: null, extra: {} };
    const report = readableReport(node, declaration, shortfall);
    return { ...draftOf(circumstances), reports: [report], problems: read.problems, lone: true };
  },
};

function isShown(value: unknown): boolean {
  return isEngineObject(value) || isEnginePod(value);
}

function noContainer(pods: number): UnreadableInput {
  if (pods === 0)
    return new UnreadableInput(
      'no container in it: expected objects with "Id" and "HostConfig", as docker inspect prints them',
    );
  return new UnreadableInput('pods and no container in it: expected the containers of the pods too', {
    hint: 'podman inspect $(podman ps --all --quiet)',
  });
}

/** An empty list is what a node without containers prints, and also what a failed query prints: only a named format settles it. */
function missingWords(rows: number, known: number, named: boolean): string | null {
  if (known < rows) return `${rows - known} of ${rows} entries are no containers`;
  if (rows === 0 && !named)
    return 'an empty list, which a failed query prints too; --format docker-inspect says that it is meant';
  return null;
}

/** Names are missing where the hosts of a pod are not shown; else it may be containers. */
function shortfallOf(error: string | null, hidden: readonly string[]): Shortfall | null {
  if (hidden.length === 0) return error === null ? null : { missing: 'containers', error };
  const [first] = hidden;
  const who = hidden.length === 1 ? `"${first}"` : `"${first}" and ${hidden.length - 1} more`;
  const words = `the host entries of ${who} stand on the infra container of the pod, which is not shown: podman inspect $(podman ps --all --quiet) shows it`;
  return { missing: 'names', error: joinErrors([error, words]) };
}

interface ReadContainers {
  readonly containers: readonly Container[];
  readonly problems: readonly Problem[];
  /** The containers whose host entries are not shown. */
  readonly hidden: readonly string[];
}

/** The containers by name, so that ids do not depend on the engine's order. Of two that are one, that with a temporary name is left out. */
function readContainers(objects: readonly EngineObject[], pods: EnginePods, node: string): ReadContainers {
  const problems: Problem[] = [];
  const reader = hostsReader(problems, node);
  const own = objects.map((object): [string, string] => [engineIdOf(object), containerIdOf(object)]);
  const ids = engineIdsOf([...own, ...pods.ids]);
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
  const kept = [...settled, ...alone];
  const containers = kept.map((object) => readContainer(object, hostsOf(object, pods, reader), ids));
  return {
    containers: distinctContainers(containers, node, problems),
    problems,
    hidden: kept.filter((object) => pods.extraHostsOf(object) === null).map(containerIdOf),
  };
}

function hostsOf(object: EngineObject, pods: EnginePods, reader: HostsReader): HostsList {
  return reader.readHosts(pods.extraHostsOf(object)?.value);
}

function readContainer(object: EngineObject, hosts: HostsList, ids: EngineIds): Container {
  const labels = objectAt(objectAt(object, 'Config'), 'Labels');
  const configDigest = configDigestLabels.map((label) => labels[label]).find((digest) => typeof digest === 'string');
  return {
    id: containerIdOf(object),
    hosts,
    spec: specOf(engineSpecOf(object, ids)),
    engine: { id: engineIdOf(object), configDigest: configDigest ?? null },
  };
}
