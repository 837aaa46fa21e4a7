import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/roster/index.ts';
import { composeLabels, engineId, inspected, inspectedContainers } from './builders.ts';

const specOf = (keys: JsonObject = {}): JsonObject => inspectedContainers(inspected(keys))[0]?.spec.value ?? {};
const config = (Config: JsonObject) => specOf({ Config });
const hostConfig = (HostConfig: JsonObject) => specOf({ HostConfig });

describe('the spec of an inspected container', () => {
  it('is what was asked for', () => {
    const keys = {
      Image: 'sha256:3f64',
      Path: '/entrypoint.sh',
      Args: ['-v'],
      RestartCount: 3,
      Created: '2026-03-01T10:00:00Z',
      Config: {
        Hostname: 'web.internal',
        Env: ['A=1', 'B=x=y', 'C', 'A=2'],
        Labels: { tier: 'edge' },
        Cmd: ['run'],
        Tty: false,
      },
      HostConfig: { Memory: 0, ExtraHosts: ['a:192.0.2.1'], RestartPolicy: { Name: 'always' } },
      NetworkSettings: { IPAddress: '172.17.0.2' },
    };

    expect(specOf(keys)).toEqual({
      image: 'web:1',
      imageId: 'sha256:3f64',
      command: ['/entrypoint.sh', ['-v']],
      env: { A: '2', B: 'x=y', C: null },
      labels: { tier: 'edge' },
      mounts: {},
      config: { Cmd: ['run'], Tty: false },
      hostConfig: { Memory: 0, NetworkMode: 'bridge', RestartPolicy: { Name: 'always' } },
      hostname: 'web.internal',
    });
  });

  it('is the same when the same is asked for again', () => {
    const run = (id: string, volume: string, created: string) =>
      specOf({
        Id: engineId(id),
        Created: created,
        State: { StartedAt: created },
        Config: {
          Env: ['PATH=/bin', `HOSTNAME=${engineId(id).slice(0, 12)}`],
          Annotations: { 'io.kubernetes.cri-o.Created': created, 'io.container.manager': 'libpod' },
          Labels: {
            ...composeLabels('web'),
            'com.docker.compose.config-hash': id,
            'com.docker.swarm.task.name': `web.1.${id}`,
            'com.docker.swarm.task.id': id,
          },
        },
        HostConfig: {
          Binds: [`${engineId(volume)}:/data:rw,rprivate`, '/etc/web:/etc/web:ro'],
          ContainerIDFile: `/run/${id}.cid`,
          LogConfig: { Path: `/var/lib/containers/${engineId(id)}/ctr.log` },
          ConsoleSize: [24, id === 'a' ? 80 : 132],
        },
        Mounts: [
          {
            Type: 'volume',
            Name: engineId(volume),
            Source: `/volumes/${engineId(volume)}`,
            Destination: '/data',
            RW: true,
          },
        ],
        NetworkSettings: { IPAddress: `172.17.0.${id.length}` },
      });

    expect(run('a', '11', '2026-03-01T10:00:00Z')).toEqual(run('b', '22', '2026-03-01T11:00:00Z'));
  });

  it('has a key for what is neither null nor empty, since engines write that in several ways', () => {
    const blank = { Binds: null, Dns: [], Devices: null, Tmpfs: {}, CgroupParent: '' };

    expect(hostConfig(blank)).toEqual(hostConfig({}));
    expect(config({ Entrypoint: null, Env: null, User: '', Volumes: null, Annotations: {} })).toEqual(config({}));
  });

  it.each<[string, JsonObject]>([
    ['zero', { Memory: 0 }],
    ['false', { Privileged: false }],
    ['a key without a value', { Tmpfs: { '/run': '' } }],
    ['a list', { Dns: ['192.0.2.53'] }],
    ['a bind', { Binds: ['data:/data'] }],
  ])('tells %s', (_, keys) => {
    expect(hostConfig(keys)).toEqual({ ...hostConfig({}), hostConfig: { NetworkMode: 'bridge', ...keys } });
  });

  it.each<[string, JsonObject]>([
    ['label', { Config: { Labels: { 'com.docker.compose.version': '2.40.0' } } }],
    ['label of compose', { Config: { Labels: { 'com.docker.compose.image': 'sha256:2d' } } }],
    ['variable', { Config: { Env: ['LOG_LEVEL=debug'] } }],
    ['variable HOSTNAME of its own', { Config: { Env: ['HOSTNAME=web'] } }],
    ['image', { Config: { Image: 'web:2' } }],
    ['image of the same name', { Image: 'sha256:4a' }],
    ['command', { Args: ['-x'] }],
    ['network', { HostConfig: { NetworkMode: 'host' } }],
    ['annotation', { Config: { Annotations: { note: 'x' } } }],
    ['mount', { Mounts: [{ Type: 'bind', Source: '/a', Destination: '/b', RW: false }] }],
  ])('differs with another %s', (_, keys) => {
    expect(specOf(keys)).not.toEqual(specOf());
  });

  it('has the image that podman names elsewhere', () => {
    expect(specOf({ ImageName: 'web:2', Config: { Image: null } })).toMatchObject({ image: 'web:2' });
  });

  it('lists mounts by destination, and an anonymous volume without its name', () => {
    const mounts: Json[] = [
      { Type: 'volume', Name: engineId('5'), Source: '/v', Destination: '/data', RW: true },
      { Type: 'volume', Name: 'certs', Source: '/v/certs', Destination: '/certs', RW: false },
      { Type: 'bind', Source: '/etc/web', Destination: '/etc/web', RW: true },
      { Type: 'tmpfs', Destination: '/run' },
      'nonsense',
    ];
    const spec = specOf({ Mounts: mounts });

    expect(spec.mounts).toEqual({
      '/certs': { type: 'volume', source: 'certs', writable: false },
      '/data': { type: 'volume', source: 'anonymous', writable: true },
      '/etc/web': { type: 'bind', source: '/etc/web', writable: true },
      '/run': { type: 'tmpfs', source: null, writable: null },
    });
    expect(spec).toEqual(specOf({ Mounts: [...mounts].reverse() }));
  });

  it('keeps keys that objects know by heart as keys', () => {
    const labels = JSON.parse('{"__proto__":"x","constructor":"y"}') as JsonObject;

    const spec = config({ Labels: labels, Env: ['__proto__=x'] });

    expect(JSON.stringify([spec.labels, spec.env])).toBe('[{"__proto__":"x","constructor":"y"},{"__proto__":"x"}]');
    expect(({} as { x?: string }).x).toBeUndefined();
  });
});

describe('a container that shares the network of another', () => {
  const specWith = (other: string) => {
    const target = inspected({ Id: engineId(other), Name: '/mesh-vpn-1', Config: { Labels: composeLabels('vpn') } });
    const sharing = inspected({
      Id: engineId('9'),
      Name: '/web',
      Config: { Hostname: engineId(other).slice(0, 12) },
      HostConfig: { NetworkMode: `container:${engineId(other)}`, PidMode: `container:${engineId('e')}` },
    });
    return inspectedContainers(target, sharing).find(({ id }) => id === 'web')?.spec.value;
  };

  it('is the same when that one is replaced', () => {
    expect(specWith('a')).toEqual(specWith('b'));
  });

  it('names it by its id, and one that was not inspected by its engine id', () => {
    expect(specWith('a')?.hostConfig).toEqual({
      NetworkMode: 'container:mesh/vpn/1',
      PidMode: `container:${engineId('e')}`,
    });
    expect(specWith('a')).not.toHaveProperty('hostname');
  });
});
