import { describe, expect, it } from 'vitest';
import { readPass, type UnreadableInput } from '../../src/formats/index.ts';
import { type JsonObject, writtenTexts } from '../../src/roster/index.ts';
import { draftOf, engineId, inspected, inspectedContainers, onlyOne } from './builders.ts';

const podId = engineId('50840d');
const infraId = engineId('4f5776');
const hosts = ['git.mesh.example:192.0.2.1', 'v6.mesh.example:2001:db8::1'];

/** As podman prints the infra container of the pod `mesh`. */
function infra(keys: JsonObject = {}): JsonObject {
  return inspected({
    Id: infraId,
    Name: `${podId.slice(0, 12)}-infra`,
    Pod: podId,
    IsInfra: true,
    Config: { Hostname: 'mesh' },
    HostConfig: { ExtraHosts: hosts },
    ...keys,
  });
}

/** As podman prints a container of that pod. */
function member(name: string, keys: JsonObject = {}): JsonObject {
  const shared = `container:${infraId}`;
  return inspected({
    Id: engineId(name),
    Name: name,
    Pod: podId,
    IsInfra: false,
    Config: { Hostname: 'mesh', Annotations: { 'io.kubernetes.cri-o.SandboxID': infraId } },
    HostConfig: { ExtraHosts: [], NetworkMode: shared, IpcMode: shared, CgroupParent: `/libpod_parent/${podId}` },
    ...keys,
  });
}

/** As `podman pod inspect` prints it. */
const pod = { Id: podId, Name: 'mesh', InfraContainerID: infraId, InfraConfig: { HostAdd: hosts }, Containers: [] };

const written = (...elements: readonly JsonObject[]) =>
  inspectedContainers(...elements).map((container) => [container.id, writtenTexts(container.hosts.entries)]);

describe('the containers of a podman pod', () => {
  it('have the hosts that stand on its infra container', () => {
    expect(written(member('web'), infra(), member('api'), inspected({ Name: 'lone', Pod: '' }))).toEqual([
      ['api', hosts],
      ['lone', []],
      ['mesh-infra', hosts],
      ['web', hosts],
    ]);
  });

  it('have the hosts of the pod where that is shown instead', () => {
    expect(written(member('web'), pod)).toEqual([['web', hosts]]);
    expect(draftOf([member('web'), pod]).reports).toMatchObject([{ outcome: 'planned' }]);
  });

  it('may lack names where neither is shown', () => {
    const words = (who: string) =>
      `the host entries of ${who} stand on the infra container of the pod, which is not shown: podman inspect $(podman ps --all --quiet) shows it`;

    expect(draftOf([member('web')]).reports).toMatchObject([
      { outcome: 'partial', missing: 'names', error: words('"web"') },
    ]);
    expect(draftOf([member('web'), member('api'), inspected()], { exitStatus: 125 }).reports).toMatchObject([
      { outcome: 'partial', missing: 'names', error: `exit status 125; ${words('"api" and 1 more')}` },
    ]);
  });

  it('have their own hosts where they share no network', () => {
    const own = member('web', { HostConfig: { NetworkMode: 'bridge', ExtraHosts: ['a:192.0.2.9'] } });

    expect(written(own)).toEqual([['web', ['a:192.0.2.9']]]);
    expect(draftOf([own]).reports).toMatchObject([{ outcome: 'planned' }]);
  });

  it('have the same spec in a pod that was made anew, and whether its infra container is shown or not', () => {
    const anew = JSON.parse(
      JSON.stringify([member('web'), infra()])
        .replaceAll(podId, engineId('aa'))
        .replaceAll(infraId, engineId('bb')),
    ) as JsonObject[];
    const shown = [[member('web'), infra()], [member('web')], [member('web'), pod], anew];

    const specs = shown.map((elements) => inspectedContainers(...elements).find(({ id }) => id === 'web')?.spec.digest);

    expect(new Set(specs).size).toBe(1);
  });
});

describe('an infra container', () => {
  it('goes by the name of its pod, which stays when the pod is made anew', () => {
    expect(inspectedContainers(infra()).map(({ id }) => id)).toEqual(['mesh-infra']);
    expect(inspectedContainers(infra({ Name: 'own-name' })).map(({ id }) => id)).toEqual(['own-name']);
    expect(inspectedContainers(infra({ Config: { Hostname: '' } })).map(({ id }) => id)).toEqual([
      `${podId.slice(0, 12)}-infra`,
    ]);
  });
});

it('pods without their containers are refused with the command that prints them', () => {
  const fault = (): UnreadableInput => {
    try {
      readPass(JSON.stringify(pod));
    } catch (error) {
      return error as UnreadableInput;
    }
    throw new Error('it was read');
  };

  expect(fault()).toMatchObject({
    message: 'pods and no container in it: expected the containers of the pods too',
    hint: 'podman inspect $(podman ps --all --quiet)',
  });
});

it('several names may stand before one address', () => {
  const container = inspected({ HostConfig: { ExtraHosts: ['a.mesh.example;b.mesh.example:192.0.2.1'] } });

  expect(onlyOne(inspectedContainers(container)).hosts.entries.map(({ name, address }) => [name, address])).toEqual([
    ['a.mesh.example', '192.0.2.1'],
    ['b.mesh.example', '192.0.2.1'],
  ]);
});
