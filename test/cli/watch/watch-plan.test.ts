import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/cli/user-error.ts';
import { planWatch } from '../../../src/cli/watch/watch-plan.ts';
import type { WatchOptions } from '../../../src/cli/watch-command.ts';
import { temporaryFolder } from '../run.ts';

const none = {
  format: null,
  node: null,
  controller: null,
  everyMs: 30_000,
  timeLimitMs: 20_000,
  sizeLimitBytes: 67_108_864,
  settleMs: null,
  pollMs: null,
  token: null,
  headers: {},
};

function plan(sources: readonly string[], options: WatchOptions = {}, env: Record<string, string> = {}) {
  return planWatch(sources, options, { color: true }, { env });
}

/** Plans by a config of these lines. */
function planned(lines: readonly string[], options: WatchOptions = {}, env: Record<string, string> = {}) {
  const file = join(temporaryFolder(), 'config.yaml');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return plan([], { config: file, ...options }, env);
}

/** The message and hint of a plan that cannot be, the folder of the config left out. */
async function faultOf(planning: Promise<unknown>): Promise<string> {
  const fault = await planning.then(
    () => new Error('there is none'),
    (error: Error) => error,
  );
  if (!(fault instanceof UserError)) throw fault;
  return `${fault.message.replace(/"[^"]*\/(?=config\.yaml)/, '"')}${fault.hint === null ? '' : ` · ${fault.hint}`}`;
}

describe('a plan', () => {
  test('of sources alone has what is usual', async () => {
    expect(await plan(['/var/lib/mesh'])).toEqual({
      controller: null,
      mappings: new Map(),
      notify: { exec: null, webhook: null },
      metrics: null,
      retention: { keepForMs: 31_536_000_000, keepPasses: null, maxBytes: 1_073_741_824 },
      sources: [{ ...none, text: '/var/lib/mesh', address: { kind: 'path', path: '/var/lib/mesh' } }],
    });
  });

  test('records an engine beside other sources under its own name, and alone as it is told', async () => {
    const controllersOf = async (...sources: string[]) =>
      (await plan(sources)).sources.map(({ controller }) => controller);

    expect(await controllersOf('/var/lib/mesh', 'docker:', 'podman:')).toEqual([null, 'docker', 'podman']);
    expect(await controllersOf('docker:')).toEqual([null]);
  });

  test('takes flags over the config, and sources over its sources', async () => {
    const lines = ['controller: mesh', 'sources:', '  - { source: "exec:a", every: 1m, node: ace, format: hosts }'];
    const more = [
      'notify: { exec: a, webhook: "https://a.example" }',
      'metrics: :1',
      'secrets: { show: [TZ] }',
      'retention: false',
    ];
    const flags = {
      every: '5s',
      timeLimit: '2s',
      sizeLimit: '1KiB',
      settle: '3s',
      poll: '4s',
      notifyExec: 'b',
      webhook: 'https://b.example',
      metrics: ':2',
    };

    expect(await planned([...lines, ...more], flags)).toEqual({
      controller: 'mesh',
      mappings: new Map(),
      show: ['TZ'],
      notify: { exec: 'b', webhook: 'https://b.example' },
      metrics: ':2',
      retention: { keepForMs: null, keepPasses: null, maxBytes: null },
      sources: [
        {
          ...none,
          text: 'exec:a',
          address: { kind: 'command', command: 'a' },
          node: 'ace',
          format: 'hosts',
          everyMs: 5000,
          timeLimitMs: 2000,
          sizeLimitBytes: 1024,
          settleMs: 3000,
          pollMs: 4000,
        },
      ],
    });
    const file = join(temporaryFolder(), 'config.yaml');
    writeFileSync(file, 'sources: [/a]\n');
    const own = await planWatch(['/b'], { config: file }, { color: true, controller: 'c' }, { env: {} });
    expect(own.sources.map(({ text }) => text)).toEqual(['/b']);
    expect(own.controller).toBe('c');
    expect((await plan([], {}, { ROSTER_HISTORY_CONFIG: file })).sources.map(({ text }) => text)).toEqual(['/a']);
  });

  test('has a token for each port, and for a socket only where its entry names one', async () => {
    const token = join(temporaryFolder(), 'token');
    writeFileSync(token, ' lantern \n');
    const sources = ['unix:/a.sock', '127.0.0.1:0'];
    const tokens = async (options: WatchOptions, env: Record<string, string> = {}) =>
      (await plan(sources, options, env)).sources.map((source) => source.token);

    expect(await tokens({ tokenFile: token })).toEqual([null, 'lantern']);
    expect(await tokens({}, { ROSTER_HISTORY_TOKEN: 'harbour' })).toEqual([null, 'harbour']);
    const own = await planned([`sources: [{ source: "unix:/a.sock", tokenFile: ${token} }]`]);
    expect(own.sources[0]?.token).toBe('lantern');
  });
});

describe('a plan that cannot be carried out is refused', () => {
  test.each<[string, readonly string[], WatchOptions, string]>([
    [
      'without a source',
      [],
      {},
      'nothing to watch: expected sources, or a config that names some · roster-history watch /var/lib/mesh/declarations',
    ],
    [
      'with a source that is none',
      ['exec:'],
      {},
      '"exec:" names nothing: expected more behind the colon · exec:"meshctl roster --json"',
    ],
    ['with a source twice', ['/a', '/a'], {}, 'the source 2 is there twice: expected each once'],
    [
      'with a port that anybody may post to',
      ['127.0.0.1:1'],
      {},
      '"127.0.0.1:1" would take passes from anybody: a TCP port needs a token · --token-file FILE, tokenFile in the config, or $ROSTER_HISTORY_TOKEN',
    ],
    [
      'with a token file that is not there',
      ['127.0.0.1:1'],
      { tokenFile: '/nowhere' },
      `the token file "/nowhere" cannot be read: no such file or directory, open '/nowhere' · umask 077; head -c 24 /dev/urandom | base64 > FILE`,
    ],
    [
      'with an empty token file',
      ['127.0.0.1:1'],
      { tokenFile: '/dev/null' },
      'the token file "/dev/null" is empty · umask 077; head -c 24 /dev/urandom | base64 > FILE',
    ],
    ['with an empty node', ['/a'], { node: '' }, '--node is empty: expected the name of a node · --node novox'],
    [
      'with a length that is none',
      ['/a'],
      { every: 'often' },
      '--every "often" is no length of time: expected one such as 30s · --every 30s',
    ],
    [
      'with an unknown format',
      ['/a'],
      { format: 'host' },
      expect.stringMatching(/^no format "host": expected mesh, .* · --format hosts$/),
    ],
    [
      'with a webhook that is none',
      ['/a'],
      { webhook: 'hooks' },
      '--webhook is no URL: expected https://HOST/PATH · https://hooks.example/mesh',
    ],
    [
      'with a webhook elsewhere',
      ['/a'],
      { webhook: 'ftp://a' },
      '--webhook begins with "ftp:": expected http: or https: · https://hooks.example/mesh',
    ],
    [
      'with metrics nowhere',
      ['/a'],
      { metrics: '9912' },
      '--metrics "9912" is no address: expected HOST:PORT · 127.0.0.1:9912',
    ],
    [
      'with metrics at a port too high',
      ['/a'],
      { metrics: '[::1]:99999' },
      '--metrics "[::1]:99999" is no address: expected HOST:PORT · 127.0.0.1:9912',
    ],
  ])('%s', async (_what, sources, options, words) => {
    expect(await faultOf(plan(sources, options))).toEqual(words);
  });

  test.each<[string, readonly string[], unknown]>([
    [
      'a source',
      ['sources:', '  - /a', '  - "unix:"'],
      '"config.yaml": line 3: "unix:" names nothing: expected more behind the colon · unix:/run/roster-history.sock',
    ],
    [
      'a format',
      ['sources:', '  - source: /a', '    format: mapped:b', 'mappings: { a: "{}" }'],
      expect.stringMatching(
        /^"config.yaml": line 2: no format "mapped:b": expected mesh, .*, mapped:a · --format mapped:a$/,
      ),
    ],
    [
      'a mapping',
      ['sources: [/a]', 'mappings:', '  a: "$sum("'],
      expect.stringMatching(/^"config.yaml": line 3: mapping "a": .*cannot be read: .* · https:\/\/docs.jsonata.org$/),
    ],
    [
      'a webhook',
      ['sources: [/a]', 'notify:', '  webhook: ftp://a.example'],
      '"config.yaml": line 3: notify.webhook begins with "ftp:": expected http: or https: · https://hooks.example/mesh',
    ],
    [
      'an address of metrics',
      ['sources: [/a]', 'metrics: here'],
      '"config.yaml": line 2: metrics "here" is no address: expected HOST:PORT · 127.0.0.1:9912',
    ],
    [
      'a source that is there twice',
      ['sources:', '  - /a', '  - /b', '  - /a'],
      '"config.yaml": line 4: the source 3 is there twice: expected each once',
    ],
  ])('with the line of the config: %s', async (_what, lines, words) => {
    expect(await faultOf(planned(lines))).toEqual(words);
  });

  test('without a line of the config where a flag is at fault', async () => {
    expect(await faultOf(planned(['sources: [/a]'], { poll: '0' }))).toMatch(/^--poll "0" is no length of time/);
  });
});
