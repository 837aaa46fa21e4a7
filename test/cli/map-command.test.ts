import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from './run.ts';

const config = 'examples/mapped/config.yaml';
const catalogue = 'examples/mapped/catalogue.json';

function file(text: string, name = 'input.json'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

describe('map', () => {
  it('shows what the mapping of the example makes of its catalogue', async () => {
    const { out, err, exitCode } = await run(['map', '--config', config, catalogue], { width: 100 });

    expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
    expect(out).toBe(`\
catalogue.json is a pass document · by mapping "catalogue" · nothing is recorded

controller  catalogue
pass        412
at          2026-09-29 22:46:03 +02:00
trigger     assign ace searxng
roster      3 names: git.novox.example mail.novox.example photos.g14.example
secrets     kept as digests: environment.POSTGRES_USER in 1 container, environment.POSTGRES_PASSWORD
            in 1 container and environment.LOG_LEVEL in 1 container

novox  planned · 192.0.2.3
    postgres.server (mesh-store)  3 host entries · image, environment, volumes
    forgejo.server (git)  3 host entries · image, environment
    3 names: git.novox.example mail.novox.example photos.g14.example
ace  planned · 192.0.2.5
    searxng.server (searxng)  3 host entries · image
    3 names: git.novox.example mail.novox.example photos.g14.example
shanks  planned · 192.0.2.6
    no container
g14  failed: plan: store unreachable · 192.0.2.2
    what it declared last stands
`);
  });

  it('shows no secret', async () => {
    const { out } = await run(['map', '--config', config, catalogue]);

    expect(readFileSync(catalogue, 'utf8')).toContain('correct-horse-battery-staple');
    expect(out).not.toContain('correct-horse');
  });

  it('opens no store', async () => {
    const store = join(temporaryFolder(), 'history.db');

    await run(['map', '--store', store, '--config', config, catalogue]);

    expect(existsSync(store)).toBe(false);
  });

  it('prints the mapped input with --json, which records as what it was shown to be', async () => {
    const { out } = await run(['map', '--config', config, catalogue, '--json']);
    const store = join(temporaryFolder(), 'history.db');

    const recorded = await run(['record', '--store', store, '--format', 'mesh', file(out)]);

    expect(JSON.parse(out)).toMatchObject({ controller: 'catalogue', pass: '412', nodes: { length: 4 } });
    expect(out).toContain('\n  "nodes": [\n');
    expect(recorded).toMatchObject({ exitCode: 0, err: '', out: expect.stringContaining('4 nodes, 3 containers') });
  });

  it('prints every digit of a pass id', async () => {
    const path = file('{"id": 1790714400123456789}');

    const { out } = await run(['map', '--json', '--expression', '{"pass": id, "nodes": []}', path]);

    expect(out).toBe('{"pass":1790714400123456789,"nodes":[]}\n');
  });

  it('takes its config from the environment, and a mapping by its name', async () => {
    const env = {
      TZ: 'Europe/Berlin',
      ROSTER_HISTORY_CONFIG: file('controller: mesh\nmappings: {a: $, b: $}\n', 'config.yaml'),
    };
    const lone = file('{"node": "novox", "containers": []}');

    expect(await run(['map', '--mapping', 'b', lone], { env })).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining(
        'the declaration of one node · by mapping "b" · nothing is recorded\n\ncontroller  mesh\n',
      ),
    });
    expect(await run(['map', lone], { env })).toEqual({
      out: '',
      err: 'roster-history: the config has 2 mappings: "a", "b"\nhint: --mapping a\n',
      exitCode: 2,
    });
    expect(await run(['map', '--mapping', 'c', lone], { env })).toMatchObject({
      err: 'roster-history: no mapping "c": the config has "a", "b"\nhint: --mapping a\n',
    });
  });

  it('takes an expression from a file, and a node for a declaration that names none', async () => {
    const expression = file('{"containers": [s.{"name": $}]}', 'mapping.jsonata');
    const args = ['map', '--expression', `@${expression}`, file('{"s": ["web"]}')];

    expect(await run([...args, '--node', 'novox', '--controller', 'mesh'])).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('novox  planned\n    web  0 host entries · no spec\n'),
    });
    expect(await run(args)).toEqual({
      out: '',
      err: 'roster-history: --expression: the declaration names no node: expected a key "node"\nhint: add --node NAME\n',
      exitCode: 2,
    });
  });

  it('tells what recording would: how the command ended that wrote the file', async () => {
    const path = file('{"node": "novox", "containers": []}');
    writeFileSync(path.replace('.json', '.status'), '1');
    writeFileSync(path.replace('.json', '.stderr'), 'timeout');

    expect((await run(['map', '--expression', '$', path])).out).toContain('novox  partial: exit status 1: timeout\n');
  });

  it.each([
    [
      ['--expression', '{"nodes": [machines.{"node" host}]}', catalogue],
      '--expression: the expression, line 1, column 29: cannot be read: expected ":", got "host"\nhint: https://docs.jsonata.org shows the language',
    ],
    [
      ['--expression', '{"hosts": []}', catalogue],
      '--expression: the mapping gives a JSON object with the keys "hosts": "nodes" is missing, or "node" with "containers" for the declaration of one node\nhint: a path that finds nothing leaves its key out; "nodes": [machines.{…}] is a list all the same',
    ],
    [
      [catalogue],
      `no mapping: expected --expression, or a config with mappings\nhint: --expression '{"nodes": [machines.{"node": host, "containers": [services.{"name": title}]}]}'`,
    ],
    [['--expression', '$', 'examples'], '"examples" is a directory: expected a file, or - for standard input'],
    [
      ['--expression', '@nowhere.jsonata', catalogue],
      'the expression "nowhere.jsonata" cannot be read: no such file or directory, open \'nowhere.jsonata\'\nhint: --expression @FILE',
    ],
    [['--expression', '$', 'nowhere.json'], '"nowhere.json": no such file or directory, open \'nowhere.json\''],
  ])('%j is refused', async (args, message) => {
    expect(await run(['map', ...args])).toEqual({ out: '', err: `roster-history: ${message}\n`, exitCode: 2 });
  });

  it('names the place in a broken input', async () => {
    const folder = join(temporaryFolder(), 'a');
    mkdirSync(folder);
    writeFileSync(join(folder, 'b.json'), '{"nodes": [}');

    expect((await run(['map', '--expression', '$', join(folder, 'b.json')])).err).toBe(
      'roster-history: --expression: line 1, column 12: not valid JSON: value expected\n',
    );
  });
});
