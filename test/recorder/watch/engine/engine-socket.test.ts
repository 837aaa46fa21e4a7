import { expect, test } from 'vitest';
import { engineSocket } from '../../../../src/recorder/watch/engine/engine.ts';

test('a socket that was given is the one', () => {
  const env = { DOCKER_HOST: 'unix:///run/other.sock' };

  expect(engineSocket('docker', '/srv/docker.sock', env, false)).toBe('/srv/docker.sock');
  expect(engineSocket('podman', 'unix:///srv/podman.sock', env, true)).toBe('/srv/podman.sock');
});

test("docker's socket is the one that its client would use", () => {
  expect(engineSocket('docker', null, { DOCKER_HOST: 'unix:///run/user/1000/docker.sock' }, false)).toBe(
    '/run/user/1000/docker.sock',
  );
  expect(engineSocket('docker', null, {}, false)).toBe('/var/run/docker.sock');
  expect(engineSocket('docker', '', {}, false)).toBe('/var/run/docker.sock');
});

test('an engine on another machine is not asked', () => {
  expect(engineSocket('docker', null, { DOCKER_HOST: 'ssh://vm2' }, true)).toBe('/var/run/docker.sock');
  expect(engineSocket('podman', null, { CONTAINER_HOST: 'tcp://192.0.2.2:8080' }, true)).toBe(
    '/run/podman/podman.sock',
  );
});

test("podman's socket is root's own or the user's own", () => {
  const env = { XDG_RUNTIME_DIR: '/run/user/1000', DOCKER_HOST: 'unix:///run/docker.sock' };

  expect(engineSocket('podman', null, { ...env, CONTAINER_HOST: 'unix:///srv/p.sock' }, true)).toBe('/srv/p.sock');
  expect(engineSocket('podman', null, env, true)).toBe('/run/podman/podman.sock');
  expect(engineSocket('podman', null, env, false)).toBe('/run/user/1000/podman/podman.sock');
  expect(engineSocket('podman', null, {}, false)).toBe('/run/podman/podman.sock');
});
