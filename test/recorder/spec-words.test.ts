import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { specWordsOf } from '../../src/recorder/spec-words.ts';
import type { Json, JsonObject } from '../../src/roster/index.ts';

const name = 'db.internal';
const finds = (spec: JsonObject) => specWordsOf(spec, false).lines.includes(`\n${name}\n`);
const untold = (spec: JsonObject, compose = false) => specWordsOf(spec, compose).untold;

describe('the words of a spec', () => {
  test.each<[string, JsonObject]>([
    ['a map of an environment', { env: { DB: `postgres://me:secret@${name}/app` } }],
    ['a list of an environment', { environment: [`DB=${name}`] }],
    ['pairs of an environment', { env: [{ name: 'DB', value: name }] }],
    ['the name of a variable', { env: { [name]: 'x' } }],
    ['arguments', { args: ['--db', name] }],
    ['a command line', { command: `serve --db ${name}` }],
    ['the command of an image', { Cmd: [name] }],
    ['an entrypoint', { entrypoint: ['sh', '-c', `wait ${name}`] }],
    ['a health check', { healthcheck: { test: ['CMD', 'curl', `http://${name}/`] } }],
    ['a label', { labels: { rule: `Host(\`${name}\`)` } }],
    ['the key of a label', { labels: { [name]: '' } }],
    ['a list of labels', { labels: [`a=${name}`] }],
    ['a mount', { mounts: { '/data': { source: `${name}:/export` } } }],
    ['a volume', { volumes: [`/srv/${name}:/data`] }],
    ['the binds of an engine', { hostConfig: { Binds: [`/srv/${name}:/data`] } }],
    ['a volume of a pod', { args: [], pod: { volumes: [{ nfs: { server: name } }] } }],
    ['an init container', { pod: { initContainers: [{ name: 'wait', command: ['nc', name] }] } }],
    ['a container of a service', { container: { Args: [name] } }],
  ])('a name is found in %s', (_where, spec) => {
    expect(finds(spec)).toBe(true);
  });

  test.each<[string, JsonObject]>([
    ['the image, which the engine fetches', { image: `${name}/app:1`, env: {} }],
    ['the host name of the container', { hostname: name, env: {} }],
    ['a part of a longer name', { env: { A: `sub.${name}`, B: `x${name}`, C: `${name}_old` } }],
  ])('a name is not found in %s', (_where, spec) => {
    expect(finds(spec)).toBe(false);
  });

  test.each<[string, JsonObject, boolean]>([
    ['an environment that shows all', { env: { A: 'b' } }, false],
    ['an empty environment', { env: {} }, false],
    ['a shell that fills in its own variables', { command: ['sh', '-c', 'exec x $HOME'], env: {} }, false],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable
    ['a variable that stands beside it', { env: { A: '${B}', B: 'b' } }, false],
    ['a dollar of compose', { labels: { users: 'admin:$$apr1$$x' } }, true],
    ['a dollar in a password', { env: { A: 'pa$word' } }, false],
    ['a file of no environment', { env: {}, env_file: [] }, false],
    ['a fact about the pod', { env: { IP: { fieldRef: { fieldPath: 'status.podIP' } } } }, false],
    ['a variable named after one of our keys', { env: { ENV_FILE: '/x' } }, false],
  ])('%s is told', (_what, spec, compose) => {
    expect(untold(spec, compose)).toBeNull();
  });

  test.each<[string, JsonObject, boolean]>([
    ['a file', { env: {}, env_file: '.env' }, false],
    ['a map of configuration', { envFrom: [{ configMapRef: { name: 'x' } }], args: [] }, false],
    ['a value from a secret', { env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'x' } } }] }, false],
    ['the same as our reader of pods writes it', { env: { A: { secretKeyRef: { name: 'x' } } } }, false],
    ['a variable of compose', { command: 'serve $DB' }, true],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable
    ['a variable of compose in braces', { environment: { A: '${A}', B: 'c' } }, true],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable
    ['a variable that nothing fills in', { env: { A: '${DB}' } }, false],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable
    ['a variable that stands for itself', { env: { DB: '${DB}' } }, false],
    ['a variable without a value', { environment: { A: null } }, true],
    ['the same in a list', { environment: ['A'] }, true],
    ['a value that is hidden', { env: { A: '***' } }, false],
    ['a value that is hidden in a list', { env: ['A=<redacted>'] }, false],
    ['a digest', { env: { A: `hmac:${'0'.repeat(32)}` } }, false],
  ])('%s refers elsewhere', (_what, spec, compose) => {
    expect(untold(spec, compose)).toBe('refers-elsewhere');
  });

  test('a spec that shows no such part tells nothing', () => {
    expect(untold({ image: 'app:1', env: null })).toBe('nothing-shown');
  });

  test('of a spec with too many words the first are kept', () => {
    const words = Array.from({ length: 11_000 }, (_, index) => `n${index}.internal`);

    const found = specWordsOf({ args: words }, false);

    expect(found.untold).toBe('too-much');
    expect(found.lines.split('\n')).toContain('n9999.internal');
    expect(found.lines.split('\n').length).toBeLessThan(10_010);
  });

  test('five million dollars take seconds at most', () => {
    const began = performance.now();

    expect(untold({ env: { A: '$'.repeat(5_000_001) } }, true)).toBeNull();

    expect(performance.now() - began).toBeLessThan(5000);
  });

  test('a planted name is found wherever it stands in a part that is searched, and only as a whole', () => {
    const nested = fc.letrec<{ value: (planted: string) => Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<(planted: string) => Json>(
          (planted) => planted,
          (planted) => `https://me:x@${planted}:8080/`,
          (planted) => `a b=${planted},c`,
        ),
        tie('value').map((inner) => (planted: string) => ['x', inner(planted)]),
        fc.tuple(fc.string(), tie('value')).map(([key, inner]) => (planted: string) => ({
          [key]: inner(planted),
          y: 1,
        })),
        tie('value').map((inner) => (planted: string) => ({ [`a=${planted}`]: 'key', z: inner('other') })),
      ),
    })).value;
    const key = fc.constantFrom(
      'env',
      'environment',
      'args',
      'Entrypoint',
      'labels',
      'annotations',
      'mounts',
      'volumes',
    );
    fc.assert(
      fc.property(key, nested, fc.constantFrom('', 'x', 'sub.'), (part, value, before) => {
        expect(finds({ image: 'app', deep: [{ [part]: value(`${before}${name}`) }] })).toBe(before === '');
      }),
    );
  });
});
