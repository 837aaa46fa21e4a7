import { describe, expect, it } from 'vitest';
import { readPass, type UnreadableInput } from '../../src/formats/index.ts';
import { type Container, type JsonObject, namesOf, writtenTexts } from '../../src/roster/index.ts';
import { declarationOf, draftOf, onlyOne } from './builders.ts';

const image = 'registry.example/api:1.4.0';

/** One element of a service inspect: by default `mesh_api` of the stack `mesh`, without hosts. */
function service(container: JsonObject = {}, keys: JsonObject = {}, others: JsonObject = {}): JsonObject {
  const { TaskTemplate: task, ...spec } = keys;
  return {
    ID: '348c658682ae',
    Version: { Index: 50 },
    UpdatedAt: '2026-03-01T09:00:00.1Z',
    ...others,
    Spec: {
      Name: 'mesh_api',
      Labels: { 'com.docker.stack.namespace': 'mesh' },
      TaskTemplate: { ContainerSpec: { Image: image, ...container }, ForceUpdate: 0, ...(task as JsonObject) },
      Mode: { Replicated: { Replicas: 2 } },
      ...spec,
    },
  };
}

function servicesOf(...services: readonly JsonObject[]): readonly Container[] {
  return declarationOf(onlyOne(draftOf(services).reports)).containers ?? [];
}

const serviceOf = (...given: Parameters<typeof service>) => onlyOne(servicesOf(service(...given)));

describe('a docker service inspect', () => {
  it('is a lone declaration of the node that was named, else of the local one', () => {
    expect(draftOf([service()])).toMatchObject({ lone: true, reports: [{ node: 'local', outcome: 'planned' }] });
    expect(draftOf(service(), { node: 'swarm' }).reports).toMatchObject([{ node: 'swarm' }]);
    expect(readPass(JSON.stringify([service()])).format).toBe('swarm-service');
  });

  it('has its hosts with the address first, as a hosts file, and aliases behind the name', () => {
    const { hosts } = serviceOf({ Hosts: ['192.0.2.5 db.mesh.example db', '2001:db8::7\tcache.mesh.example'] });

    expect([...namesOf(hosts)]).toEqual([
      ['db.mesh.example', ['192.0.2.5']],
      ['db', ['192.0.2.5']],
      ['cache.mesh.example', ['2001:db8::7']],
    ]);
    expect(writtenTexts(hosts.entries)).toEqual(['192.0.2.5 db.mesh.example db', '2001:db8::7\tcache.mesh.example']);
  });

  it('a line in the form of a container has no name in it, and takes nothing else away', () => {
    const draft = draftOf([service({ Hosts: ['192.0.2.5 db.mesh.example', 'cache.mesh.example:2001:db8::7'] })]);

    expect(draft.problems).toEqual([
      { code: 'malformed-entry', node: 'local', container: 'mesh/api', text: 'cache.mesh.example:2001:db8::7' },
    ]);
    expect(draft.reports).toMatchObject([{ outcome: 'planned' }]);
    const { hosts } = onlyOne(declarationOf(draft.reports[0]).containers ?? []);
    expect([...namesOf(hosts).keys()]).toEqual(['db.mesh.example']);
  });

  it('what stands where the address should is kept as the invalid one that it is', () => {
    const draft = draftOf([service({ Hosts: ['db.mesh.example 192.0.2.5', '192.0.2.5 a', '192.0.2.5 a'] })]);

    expect(draft.problems.map(({ code, text }) => [code, text])).toEqual([
      ['invalid-address', 'db.mesh.example'],
      ['repeated-entry', '192.0.2.5 a'],
    ]);
  });

  it.each([null, [], undefined])('hosts given as %j are none', (hosts) => {
    expect(serviceOf(hosts === undefined ? {} : { Hosts: hosts }).hosts.entries).toEqual([]);
  });

  it.each([
    ['mesh/api', {}],
    ['mesh/other_api', { Name: 'other_api' }],
    ['lone', { Name: 'lone', Labels: {} }],
    ['348c658682ae', { Name: '', Labels: null }],
  ])('is called %s', (id, keys) => {
    expect(serviceOf({}, keys).id).toBe(id);
  });

  it('has no engine id: the service keeps its own when its tasks are replaced', () => {
    expect(serviceOf().engine).toBeNull();
  });
});

describe('the spec of a service', () => {
  const digest = serviceOf().spec.digest;

  it('holds its image, environment, labels, mounts and all that swarm replaces its tasks for', () => {
    const container = {
      Env: ['LOG_LEVEL=info'],
      Labels: { tier: 'web' },
      Mounts: [{ Type: 'volume', Source: 'data', Target: '/data' }],
      StopGracePeriod: 10,
      DNSConfig: {},
    };

    expect(serviceOf(container, { EndpointSpec: { Mode: 'vip' } }).spec.value).toEqual({
      image,
      env: { LOG_LEVEL: 'info' },
      labels: { tier: 'web' },
      mounts: { '/data': { Type: 'volume', Source: 'data' } },
      container: { StopGracePeriod: 10 },
      endpoint: { Mode: 'vip' },
    });
  });

  it('does not hold what changes by itself, the hosts, nor what no task is replaced for', () => {
    const others = { Version: { Index: 51 }, UpdatedAt: '2026-03-02T09:00:00Z', UpdateStatus: { State: 'completed' } };
    const settings = { Labels: { 'com.docker.stack.namespace': 'mesh', a: 'b' }, Mode: { Global: {} } };

    const specs = [serviceOf({}, {}, others), serviceOf({ Hosts: ['192.0.2.1 a'] }), serviceOf({}, settings)];

    expect(specs.map(({ spec }) => spec.digest)).toEqual([digest, digest, digest]);
  });

  it('holds a forced update, which replaces every task', () => {
    expect(serviceOf({}, { TaskTemplate: { ForceUpdate: 1 } }).spec.value).toEqual({ image, forceUpdate: 1 });
  });

  it('what was asked for besides is kept with the declaration', () => {
    const { extra } = declarationOf(onlyOne(draftOf([service({}, { UpdateConfig: { Parallelism: 1 } })]).reports));

    expect(extra).toEqual({
      services: {
        'mesh/api': {
          Labels: { 'com.docker.stack.namespace': 'mesh' },
          Mode: { Replicated: { Replicas: 2 } },
          UpdateConfig: { Parallelism: 1 },
        },
      },
    });
  });
});

describe('a service inspect that may lack services', () => {
  it('is one of a failed command, and one with other entries in it', () => {
    const failed = { exitStatus: 1, standardError: 'no such service: b' };

    expect(draftOf([service()], failed).reports).toMatchObject([
      { outcome: 'partial', missing: 'containers', error: 'exit status 1: no such service: b' },
    ]);
    expect(draftOf([service(), null]).reports).toMatchObject([
      { outcome: 'partial', missing: 'containers', error: '1 of 2 entries are no services' },
    ]);
  });

  it('is no empty list where the format was named', () => {
    expect(draftOf([], {}, 'swarm-service').reports).toMatchObject([
      { outcome: 'planned', declaration: { containers: [], extra: {} } },
    ]);
  });

  it('without any service is refused with the command that prints some', () => {
    let fault: UnreadableInput | null = null;
    try {
      readPass('[{"ID":"x","Spec":{}}]', {}, 'swarm-service');
    } catch (error) {
      fault = error as UnreadableInput;
    }

    expect(fault).toMatchObject({
      message:
        'no service in it: expected objects with "ID" and "Spec.TaskTemplate", as docker service inspect prints them',
      hint: 'docker service inspect $(docker service ls --quiet)',
    });
  });
});
