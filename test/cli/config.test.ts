import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/cli/config.ts';
import { UserError } from '../../src/cli/user-error.ts';
import { temporaryFolder } from './run.ts';

describe('the config file', () => {
  test('an empty one says nothing', () => {
    expect(config('')).toEqual({
      controller: null,
      controlPlane: [],
      binds: new Map(),
      sources: [],
      mappings: new Map(),
      show: [],
      notify: { exec: null, webhook: null },
      metrics: null,
    });
  });

  test('a source is a text, or an object with lengths and sizes as people write them', () => {
    const { sources } = config(
      'sources:\n  - /var/lib/mesh\n  - source: exec:meshctl\n    every: 1m 30s\n    sizeLimit: 16MiB\n',
    );

    expect(sources).toEqual([
      { source: '/var/lib/mesh' },
      { source: 'exec:meshctl', every: 90_000, sizeLimit: 16_777_216 },
    ]);
  });

  test('names that containers bind besides are given by patterns of both', () => {
    const { binds } = config(
      'binds:\n  "mesh-edge/*": ["*.novox.example"]\n  postgres.server: [db.internal, git.internal]\n',
    );

    expect([...binds]).toEqual([
      ['mesh-edge/*', ['*.novox.example']],
      ['postgres.server', ['db.internal', 'git.internal']],
    ]);
  });

  test.each([
    ['{}', { keepForMs: 31_536_000_000, keepPasses: null, maxBytes: 1_073_741_824 }],
    [
      '{ keepFor: 90d, keepPasses: 10000, maxSize: 64MiB }',
      { keepForMs: 7_776_000_000, keepPasses: 10_000, maxBytes: 67_108_864 },
    ],
    ['{ keepFor: forever, maxSize: unlimited }', { keepForMs: null, keepPasses: null, maxBytes: null }],
    ['false', { keepForMs: null, keepPasses: null, maxBytes: null }],
  ])('how much is kept: %s', (retention, limits) => {
    expect(config(`retention: ${retention}\n`).retention).toEqual(limits);
  });

  test('the example is one', () => {
    const example = readConfig('examples/watch/config.yaml');

    expect(example.sources.map(({ source }) => source)).toEqual([
      '/var/lib/mesh/declarations',
      'exec:meshctl declaration novox --json',
      'https://controller.example/roster.json',
      'unix:/run/roster-history/passes.sock',
    ]);
    expect([...example.mappings.keys()]).toEqual(['catalogue']);
    expect(example.show).toEqual(['LOG_LEVEL', 'TZ']);
  });

  test.each([
    [
      'a key that is unknown',
      'controller: mesh\ncontroler: x\n',
      'line 2: unknown key "controler": expected controller, controlPlane, binds, sources, mappings, secrets, notify, retention, metrics',
      'did you mean "controller"?',
    ],
    [
      'an unknown key of a source',
      'sources:\n  - source: exec:a\n    evry: 30s\n',
      'line 3: unknown key "sources[0].evry": expected source, format, node, every, timeLimit, sizeLimit, settle, poll, tokenFile, headers',
      'did you mean "every"?',
    ],
    [
      'a length without a unit',
      'sources:\n  - /a\n  - source: exec:a\n    every: 30\n',
      'line 4: "sources[1].every": expected a length of time, such as 30s or 5m',
      'README.md shows a whole config',
    ],
    [
      'a list that is none',
      'controlPlane: postgres\n',
      'line 1: "controlPlane": expected a list of texts',
      'README.md shows a whole config',
    ],
    [
      'a name that is bound in no list',
      'binds:\n  web: db.internal\n',
      'line 2: "binds.web": expected a list of texts',
      'README.md shows a whole config',
    ],
    [
      'a list of names without containers',
      'binds: [db.internal]\n',
      'line 1: "binds": expected lists of names by containers',
      'README.md shows a whole config',
    ],
    [
      'a file that is a list',
      '- /var/lib/mesh\n',
      'expected keys and their values, such as sources: [/var/lib/mesh]',
      'README.md shows a whole config',
    ],
    [
      'a header that is no text',
      'sources:\n  - source: https://c.example/r\n    headers: { X-Version: 1 }\n',
      'line 3: "sources[0].headers.X-Version": expected a text',
      'README.md shows a whole config',
    ],
    [
      'a key that stands twice',
      'metrics: a:1\nmetrics: b:2\n',
      'line 2: Map keys must be unique',
      'README.md shows a whole config',
    ],
  ])('%s is refused with its line', (_what, text, words, hint) => {
    const error = faultOf(text);

    expect(error.message.replace(/^"[^"]*": /, '')).toBe(words);
    expect(error.hint).toBe(hint);
  });

  test('a file that is not there is named', () => {
    expect(() => readConfig('/nowhere/config.yaml')).toThrow(
      'the config "/nowhere/config.yaml" cannot be read: no such file or directory',
    );
  });
});

function config(text: string) {
  const file = join(temporaryFolder(), 'config.yaml');
  writeFileSync(file, text);
  return readConfig(file);
}

function faultOf(text: string): UserError {
  try {
    config(text);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('expected a fault');
}
