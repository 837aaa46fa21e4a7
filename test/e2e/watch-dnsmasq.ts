import { spawn, spawnSync } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { freePort } from './watch-program.ts';

/** A real dnsmasq that answers from the hosts files of a directory. */
export interface Dnsmasq {
  /** The addresses of names, both families, in order; names that it does not know are left out. */
  addresses(names: readonly string[]): Promise<Record<string, string[]>>;
}

/** Why there is no dnsmasq here; null where there is one. */
export function findDnsmasqObstacle(): string | null {
  return spawnSync('dnsmasq', ['--version']).error ? 'there is no dnsmasq' : null;
}

/** Starts dnsmasq on a directory, on a port of its own, until the test ends. */
export async function startDnsmasq(hostsDirectory: string): Promise<Dnsmasq> {
  const port = await freePort();
  const child = spawn(
    'dnsmasq',
    // no daemon is no other user either
    ['--no-daemon', '--conf-file=/dev/null', '--no-resolv', '--no-hosts', '--bind-interfaces', '--pid-file='].concat([
      `--port=${port}`,
      '--listen-address=127.0.0.1',
      `--hostsdir=${hostsDirectory}`,
    ]),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await expect.poll(() => said, { timeout: 10_000, interval: 20 }).toContain('started');
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  resolver.setServers([`127.0.0.1:${port}`]);

  // what it does not know it refuses, for it has nobody to ask
  const orNone = (answer: Promise<string[]>) => answer.catch(() => []);
  async function ofOne(name: string): Promise<string[]> {
    const [four, six] = await Promise.all([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))]);
    return [...four, ...six].sort();
  }
  return {
    async addresses(names) {
      const found = await Promise.all(names.map(async (name) => [name, await ofOne(name)] as const));
      return Object.fromEntries(found.filter(([, addresses]) => addresses.length > 0));
    },
  };
}
