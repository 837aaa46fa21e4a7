import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const startLimitMs = 60_000;
const stopLimitMs = 20_000;
const pollMs = 50;

/** The image that `importBusybox` makes. */
export const busyboxImage = 'busybox:e2e';

/** A container engine of our own, with nothing in it and nothing shared with one that the machine may run. */
interface Engine {
  /** Makes `busybox:e2e` out of the machine's own static busybox, so that no registry is needed. */
  importBusybox(): Promise<void>;
  /** Ends everything that was started and removes the directory. */
  stop(): Promise<void>;
}

/** A real dockerd. */
export interface DockerEngine extends Engine {
  /** The path of the socket that it listens at. */
  readonly socket: string;
  /** Runs the client and gives what it printed. Throws with the client's words when it fails. */
  docker(args: readonly string[]): Promise<string>;
  /** Ends dockerd with SIGTERM, and keeps all that it wrote. */
  halt(): Promise<void>;
  /** Starts dockerd again, and waits until it answers. */
  resume(): Promise<void>;
}

/** A real podman, which has no daemon. */
export interface PodmanEngine extends Engine {
  /** Runs podman and gives what it printed. Throws with its words when it fails. */
  podman(args: readonly string[]): Promise<string>;
  /** Serves podman's API until it is stopped, and gives the path of its socket. */
  serve(): Promise<string>;
}

/** Why no Docker engine can be had on this machine, or null where one can. */
export function findEngineObstacle(): string | null {
  const obstacle = findMachineObstacle();
  if (obstacle !== null) return obstacle;
  for (const program of ['dockerd', 'docker']) {
    if (programsNamed(program).length === 0) return `no ${program} on PATH (apt-get install docker.io)`;
  }
  return null;
}

/** Why no podman can be had on this machine, or null where one can. */
export function findPodmanObstacle(): string | null {
  const obstacle = findMachineObstacle();
  if (obstacle !== null) return obstacle;
  return programsNamed('podman').length === 0 ? 'no podman on PATH (apt-get install podman)' : null;
}

/**
 * Starts a dockerd that needs neither a bridge nor iptables, with all it writes under `dir`, and waits until it answers.
 * `dir` must exist and be short: a socket's path holds no more than 107 bytes. On failure nothing is left behind.
 */
export async function startEngine(dir: string): Promise<DockerEngine> {
  const socket = `${dir}/d.sock`;
  const host = `unix://${socket}`;
  const logPath = join(dir, 'log');
  const flags = ['--iptables=false', '--ip-masq=false', '--bridge=none', '--storage-driver=vfs', '-H', host];
  const places = ['--data-root', `${dir}/data`, '--exec-root', `${dir}/exec`, '--pidfile', `${dir}/pid`];
  let spawnError: Error | null = null;
  const spawnDaemon = () => {
    const log = openSync(logPath, 'a');
    const child = spawn('dockerd', [...flags, ...places], { stdio: ['ignore', log, log] });
    closeSync(log);
    child.on('error', (error) => {
      spawnError = error;
    });
    return child;
  };
  let daemon = spawnDaemon();
  const killDaemon = () => daemon.kill('SIGTERM');
  process.once('exit', killDaemon);
  // Neither the user's contexts nor the proxies of his config.json, which the client would put into every container's env.
  const env = { PATH: process.env.PATH, HOME: dir, DOCKER_CONFIG: join(dir, 'client') };

  const end = async () => {
    process.removeListener('exit', killDaemon);
    await endProcess(daemon);
    await removeTree(dir);
  };

  // A machine may have several clients, and not each of them speaks with each dockerd: the first one that is answered.
  const findAnswered = async (): Promise<string | null> => {
    for (const client of programsNamed('docker')) if (await isAnswered(client)) return client;
    return null;
  };
  let refusal = '';
  const isAnswered = async (client: string) => {
    try {
      await execute(client, ['-H', host, 'version'], env);
      return true;
    } catch (error) {
      refusal = String(error);
      return false;
    }
  };
  const waitForClient = async (): Promise<string> => {
    const deadline = Date.now() + startLimitMs;
    for (;;) {
      if (spawnError !== null) throw spawnError;
      if (hasEnded(daemon)) throw new Error(`dockerd ended with ${daemon.exitCode ?? daemon.signalCode}`);
      // Asked once more when one was answered, since dockerd may have come up between the first client and the next.
      if ((await findAnswered()) !== null) return (await findAnswered()) ?? 'docker';
      if (Date.now() > deadline) throw new Error(`dockerd did not answer within ${startLimitMs} ms: ${refusal}`);
      await delay(pollMs);
    }
  };

  let client: string;
  try {
    client = await waitForClient();
  } catch (error) {
    const lastLines = readFileSync(logPath, 'utf8').trimEnd().split('\n').slice(-40).join('\n');
    await end();
    throw new Error(`no engine in "${dir}"; the end of its log:\n${lastLines}`, { cause: error });
  }

  const docker = (args: readonly string[], input?: Buffer) => execute(client, ['-H', host, ...args], env, input);
  return {
    socket,
    docker,
    halt: () => endProcess(daemon),
    resume: async () => {
      daemon = spawnDaemon();
      await waitForClient();
    },
    importBusybox: async () => {
      await docker(['import', '-', busyboxImage], await busyboxTar(dir));
    },
    stop: async () => {
      try {
        const ids = (await docker(['ps', '-aq'])).split('\n').filter((id) => id !== '');
        if (ids.length > 0) await docker(['rm', '-f', ...ids]);
      } finally {
        await end();
      }
    },
  };
}

/** Opens a podman whose containers and images stand under `dir`, which must exist. */
export function openPodman(dir: string): PodmanEngine {
  const places = ['--root', `${dir}/root`, '--runroot', `${dir}/run`, '--tmpdir', `${dir}/tmp`];
  const flags = ['--storage-driver', 'vfs', '--cgroup-manager', 'cgroupfs', '--events-backend', 'file'];
  const env = { PATH: process.env.PATH, HOME: dir };
  const program = programsNamed('podman')[0] ?? 'podman';
  let service: ChildProcess | null = null;
  const podman = (args: readonly string[], input?: Buffer) =>
    execute(program, [...places, ...flags, ...args], env, input);
  return {
    podman,
    serve: async () => {
      const socket = `${dir}/p.sock`;
      const logPath = join(dir, 'service-log');
      const log = openSync(logPath, 'a');
      const args = [...places, ...flags, 'system', 'service', '--time', '0', `unix://${socket}`];
      const child = spawn(program, args, { env, stdio: ['ignore', log, log] });
      service = child;
      closeSync(log);
      const deadline = Date.now() + startLimitMs;
      while (!existsSync(socket)) {
        const said = readFileSync(logPath, 'utf8').trim();
        if (hasEnded(child) || Date.now() > deadline) throw new Error(`podman serves no API in "${dir}": ${said}`);
        await delay(pollMs);
      }
      return socket;
    },
    importBusybox: async () => {
      await podman(['import', '-', busyboxImage], await busyboxTar(dir));
    },
    stop: async () => {
      try {
        if (service !== null) await endProcess(service);
        await podman(['rm', '--all', '--force']);
      } finally {
        await removeTree(dir);
      }
    },
  };
}

function findMachineObstacle(): string | null {
  if (process.platform !== 'linux') return `an engine needs linux, and this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'an engine needs root';
  if (!hasSysAdmin()) return 'an engine needs CAP_SYS_ADMIN, which an unprivileged container lacks';
  const busybox = programsNamed('busybox')[0];
  if (busybox === undefined) return 'no busybox on PATH (apt-get install busybox-static)';
  if (!isStatic(busybox)) return `"${busybox}" is not linked statically (apt-get install busybox-static)`;
  return null;
}

function hasSysAdmin(): boolean {
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return ((BigInt(`0x${effective}`) >> 21n) & 1n) === 1n;
}

function isStatic(program: string): boolean {
  const ldd = spawnSync('ldd', [program], { encoding: 'utf8' });
  return ldd.status !== 0 || ldd.stdout.includes('statically linked');
}

function programsNamed(name: string): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).filter(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function busyboxTar(dir: string): Promise<Buffer> {
  const busybox = programsNamed('busybox')[0];
  if (busybox === undefined) throw new Error('no busybox on PATH');
  const root = join(dir, 'image');
  for (const folder of ['bin', 'etc', 'dev', 'proc', 'sys', 'tmp']) mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(busybox, join(root, 'bin/busybox'));
  for (const applet of ['sh', 'sleep', 'cat']) symlinkSync('busybox', join(root, 'bin', applet));
  const tar = join(dir, 'image.tar');
  await execute('tar', ['-C', root, '-cf', tar, '.'], process.env);
  return readFileSync(tar);
}

function execute(program: string, args: readonly string[], env: NodeJS.ProcessEnv, input?: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { env, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${program} ${args.join(' ')}: ${stderr.trim() || error.message}`, { cause: error }));
    });
    // A child that ends before it has read everything tells why on stderr; the broken pipe is no news.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function endProcess(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (hasEnded(child)) return;
    child.kill(signal);
    const deadline = Date.now() + stopLimitMs;
    while (!hasEnded(child) && Date.now() < deadline) await delay(pollMs);
  }
}

/** Removes a directory in which an engine that was killed may have left mounts behind. */
async function removeTree(dir: string): Promise<void> {
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${dir}/`));
  for (const mount of mounts.reverse()) spawnSync('umount', ['-l', mount]);
  await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
