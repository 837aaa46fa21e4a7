/** The container engines whose HTTP API is spoken. */
export type EngineName = 'docker' | 'podman';

/**
 * The path of an engine's socket: the one that was given, else the one that the engine's own client would use, where that
 * is a socket of this machine, else the one that its packages make.
 */
export function engineSocket(
  engine: EngineName,
  given: string | null,
  env: Readonly<Record<string, string | undefined>>,
  isRoot: boolean,
): string {
  if (given) return given.replace(/^unix:\/\//, '');
  const host = engine === 'docker' ? env.DOCKER_HOST : env.CONTAINER_HOST;
  if (host?.startsWith('unix://')) return host.slice('unix://'.length);
  if (engine === 'docker') return '/var/run/docker.sock';
  const ownFolder = env.XDG_RUNTIME_DIR;
  return isRoot || !ownFolder ? '/run/podman/podman.sock' : `${ownFolder}/podman/podman.sock`;
}
