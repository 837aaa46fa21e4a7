import { describe, expect, it } from 'vitest';
import { readPass } from '../../src/formats/index.ts';
import type { Container, JsonObject } from '../../src/roster/index.ts';
import { list, partial, passDraft } from '../roster/builders.ts';
import {
  composeLabels,
  declarationOf,
  draftOf,
  engineId,
  inspected,
  inspectedContainers,
  onlyOne,
} from './builders.ts';

const service = (name: string, labels: Record<string, string>, keys: JsonObject = {}) =>
  inspected({ Name: name, Config: { Labels: labels }, ...keys });

const briefly = (containers: readonly Container[]) => containers.map(({ id, engine }) => [id, engine?.id]);

describe('a docker inspect', () => {
  it('is a lone declaration of the node that was named, else of the local one', () => {
    const circumstances = { controller: 'mesh', key: '412', at: 17, trigger: 'cron' };
    const { reports, ...draft } = draftOf([inspected()], circumstances);

    expect(draft).toEqual({ ...omitReports(passDraft(circumstances)), lone: true });
    expect(reports).toMatchObject([{ node: 'local', outcome: 'planned' }]);
    expect(draftOf([inspected()], { node: 'novox' }).reports).toMatchObject([{ node: 'novox', outcome: 'planned' }]);
  });

  it('gives containers with their hosts lists and what the engine says of them', () => {
    const labels = { ...composeLabels('api'), 'com.docker.compose.config-hash': 'c9411c98' };
    const element = service('/mesh-api-1', labels, {
      Id: engineId('3f2a'),
      HostConfig: { ExtraHosts: ['db.mesh.example:192.0.2.5', 'host.docker.internal:host-gateway'] },
    });

    expect(inspectedContainers(element)).toEqual([
      {
        id: 'mesh/api/1',
        hosts: list('db.mesh.example:192.0.2.5', 'host.docker.internal:host-gateway'),
        spec: expect.objectContaining({ digest: expect.any(String) }),
        engine: { id: engineId('3f2a'), configDigest: 'c9411c98' },
      },
    ]);
  });

  it('the digest that podman-compose keeps is known too', () => {
    const [container] = inspectedContainers(
      inspected({ Config: { Labels: { 'io.podman.compose.config-hash': 'a1' } } }),
    );

    expect(container?.engine?.configDigest).toBe('a1');
  });

  it.each([null, [], {}, undefined])('host entries given as %j are none', (extraHosts) => {
    const [container] = inspectedContainers(
      inspected({ HostConfig: { ...(extraHosts === undefined ? {} : { ExtraHosts: extraHosts }) } }),
    );

    expect(container?.hosts).toEqual(list());
  });

  it('the same container in the dialects of docker and podman is the same', () => {
    const { Id = '', State = {}, ...docker } = inspected({ HostConfig: { ExtraHosts: ['a:192.0.2.1'] } });
    const dialects = [
      [{ Id, State, ...docker }],
      { Id, State, ...docker },
      [{ ID: Id, State, ...docker }],
      [{ Id: null, ID: Id, State, ...docker, Name: 'web' }],
      [{ Id, ...docker, Config: { ...(docker.Config as JsonObject), Labels: null, CreateCommand: ['podman'] } }],
    ];

    const containers = dialects.map((dialect) =>
      onlyOne(declarationOf(onlyOne(draftOf(dialect).reports)).containers ?? []),
    );

    expect(containers.map(({ id, hosts, spec, engine }) => [id, hosts.digest, spec.digest, engine])).toEqual(
      Array(5).fill(['web', list('a:192.0.2.1').digest, containers[0]?.spec.digest, { id: Id, configDigest: null }]),
    );
  });

  it('of a failed command may lack containers', () => {
    const circumstances = { exitStatus: 1, standardError: 'Error: No such object: mesh-web-1\n' };
    const error = 'exit status 1: Error: No such object: mesh-web-1';

    expect(draftOf([inspected()], circumstances).reports).toMatchObject([
      { outcome: 'partial', missing: 'containers', error },
    ]);
    expect(draftOf([], circumstances).reports).toEqual([partial('local', 'containers', { containers: [] }, error)]);
  });

  it('an empty list may lack containers, unless its format was named', () => {
    const error = 'an empty list, which a failed query prints too; --format docker-inspect says that it is meant';

    expect(draftOf([], { node: 'novox' }).reports).toEqual([partial('novox', 'containers', { containers: [] }, error)]);
    expect(draftOf([], {}, 'docker-inspect').reports).toMatchObject([
      { outcome: 'planned', declaration: { containers: [] } },
    ]);
  });

  it('with entries that are no containers may lack some', () => {
    expect(draftOf([null, inspected(), { Id: 'x' }]).reports).toMatchObject([
      { outcome: 'partial', missing: 'containers', error: '2 of 3 entries are no containers' },
    ]);
  });

  it('with a name without an address lacks that address', () => {
    expect(draftOf([inspected({ HostConfig: { ExtraHosts: ['a:'] } })])).toMatchObject({
      reports: [{ outcome: 'partial', missing: 'addresses', error: 'names without an address' }],
      problems: [{ code: 'no-address', node: 'local', name: 'a', text: 'a:' }],
    });
  });
});

it('a container whose every value is something else is still read', () => {
  const odd = { toString: '', valueOf: 5 };
  const element = {
    Id: engineId('1'),
    Name: odd,
    State: odd,
    Config: { Hostname: odd, Env: [odd], Labels: odd },
    HostConfig: { ExtraHosts: [odd], Binds: [odd], NetworkMode: odd },
    Mounts: [{ Type: 'volume', Name: odd, Destination: odd }],
  };

  expect(briefly(inspectedContainers(element))).toEqual([[engineId('1'), engineId('1')]]);
});

describe('what is no container', () => {
  it.each([
    ['an image', { Id: 'sha256:3f', RepoTags: ['web:1'], Config: { Env: null } }],
    ['a network', { Id: engineId('5'), Name: 'mesh_default', Containers: {} }],
    ['a volume', { Name: 'data', Mountpoint: '/data' }],
    ['an id that is no text', { Id: 5, HostConfig: {} }],
    ['no id', { Name: '/web', HostConfig: {} }],
  ])('%s', (_, element) => {
    expect(() => readPass(JSON.stringify([element]))).toThrow('no known format: found a JSON list');
  });
});

describe('a container that is being replaced', () => {
  const old = service('/mesh-web-1', composeLabels('web'), { Id: engineId('aaa') });
  const next = service('/aaa000000000_mesh-web-1', composeLabels('web', { replace: 'mesh-web-1' }), {
    Id: engineId('bbb'),
  });

  it('is the one that has its name, in whatever order they come', () => {
    const problems = [
      { code: 'temporary-name', node: 'local', container: 'mesh/web/1', text: '/aaa000000000_mesh-web-1' },
    ];

    expect([inspectedContainers(old, next), inspectedContainers(next, old)].map(briefly)).toEqual(
      Array(2).fill([['mesh/web/1', engineId('aaa')]]),
    );
    expect(draftOf([next, old]).problems).toEqual(problems);
  });

  it('is the one with the temporary name where that is the only one', () => {
    expect(briefly(inspectedContainers(next))).toEqual([['mesh/web/1', engineId('bbb')]]);
  });

  it('is one of two with temporary names', () => {
    const later = service('/bbb000000000_mesh-web-1', composeLabels('web'), { Id: engineId('ccc') });

    expect([inspectedContainers(next, later), inspectedContainers(later, next)].map(briefly)).toEqual(
      Array(2).fill([['mesh/web/1', engineId('bbb')]]),
    );
  });

  it('goes by its name without what makes it temporary where it has no labels', () => {
    const unlabelled = inspected({ Name: '/3f2a9c1b7d04_mesh-web-1' });

    expect(briefly(inspectedContainers(unlabelled))).toEqual([['mesh-web-1', engineId('1')]]);
  });
});

it('two containers with one id keep theirs, in whatever order the engine lists them', () => {
  const one = service('/web-a', composeLabels('web'), { Id: engineId('bbb') });
  const other = service('/web-b', composeLabels('web'), { Id: engineId('aaa') });
  const expected = [
    ['mesh/web/1', engineId('bbb')],
    ['mesh/web/1#2', engineId('aaa')],
  ];

  expect([inspectedContainers(one, other), inspectedContainers(other, one)].map(briefly)).toEqual([expected, expected]);
  expect(draftOf([one, other]).problems).toEqual([
    { code: 'repeated-container', node: 'local', container: 'mesh/web/1' },
  ]);
});

function omitReports<T extends { reports: unknown }>({ reports: _, ...rest }: T): Omit<T, 'reports'> {
  return rest;
}
