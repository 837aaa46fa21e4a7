import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { formats, readPass, UnreadableInput } from '../../src/formats/index.ts';
import type { Json } from '../../src/roster/index.ts';
import { hostileText, json } from '../roster/arbitraries.ts';
import { composeLabels, inspected } from './builders.ts';

const passDocument = {
  controller: 'mesh',
  pass: 412,
  at: '2026-09-29T22:46:03+02:00',
  trigger: { verb: 'assign', module: 'searxng' },
  roster: [{ name: 'git.novox.example', address: '192.0.2.3', node: 'novox' }],
  nodes: [
    {
      node: 'novox',
      outcome: 'planned',
      containers: [{ name: 'web', module: 'mesh', hosts: ['g14.internal:192.0.2.2'], env: { KEY: 'väl"ue' } }],
    },
    { node: 'g14', outcome: 'failed', error: 'plan: store unreachable' },
  ],
};
const inspect = [inspected({ Config: { Labels: composeLabels('web') }, HostConfig: { ExtraHosts: ['a:192.0.2.1'] } })];
const composeFile = {
  name: 'mesh',
  include: [],
  services: { web: { image: 'web:1', extra_hosts: ['a:192.0.2.1', { b: '192.0.2.2' }], deploy: { replicas: 2 } } },
};
const hostsFile = '192.0.2.3 git.novox.example git\n2001:db8::5\tdb # why\n';

const passFormats = formats.map(({ name }) => name);
const known = 'mesh, roster-json, docker-inspect, swarm-service, kubernetes-pods, compose, hosts';

describe('readPass', () => {
  it('knows a format by its content', () => {
    const texts = [JSON.stringify(passDocument), JSON.stringify(inspect), JSON.stringify(inspect[0]), hostsFile, '[]'];

    expect(texts.map((text) => readPass(text).format)).toEqual([
      'mesh',
      'docker-inspect',
      'docker-inspect',
      'hosts',
      'roster-json',
    ]);
  });

  it.each([
    ['a pass document', { nodes: [] }],
    ['a roster', { roster: {} }],
    ['a lone declaration', { node: 'novox', containers: [] }],
    ['a lone declaration whose node is not named', { containers: [] }],
    ['a failed one', { node: 'novox', outcome: 'failed' }],
    ['one with an error', { node: 'novox', error: 'store unreachable' }],
    ['one with errors', { node: 'novox', errors: [{ source: 'registry-b', error: 'timed out' }] }],
  ])('%s is a mesh document', (_, value) => {
    expect(readPass(JSON.stringify(value), { node: 'novox' }).format).toBe('mesh');
  });

  it.each([
    ['{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', 'a JSON object with the keys "a", "b", "c", "d", "e"'],
    ['{"roster":"later","node":5}', 'a JSON object with the keys "roster", "node"'],
    ['{}', 'an empty JSON object'],
    ['[1, 2]', 'a JSON list'],
    ['a: 1\nb:\n  - 2\n', 'a YAML object with the keys "a", "b"'],
    ['- 1\n- 2\n', 'a YAML list'],
    ['null', 'one line of 4 characters without a blank'],
    ['# only a comment\n', 'one line of 16 characters'],
    ['upstream is down\n192.0.2.1 answered late\nat noon', '3 lines'],
    [`${'x'.repeat(70)}\n`, 'one line of 70 characters without a blank'],
    ['\u001b[31mred', 'one line of 8 characters without a blank'],
  ])('%j is of no known format', (text, found) => {
    expect(faultOf(text)).toMatchObject({
      message: `no known format: found ${found}, expected one of ${known}`,
      hint: 'name it with --format if you know better',
    });
  });

  it.each(['', ' \n\t', '\ufeff', '\ufeff\n'])('the empty text %j is unreadable, whatever the format', (text) => {
    const message = 'the input is empty: a source that failed or a file that is half written, not an empty mesh';

    expect([undefined, ...passFormats].map((format) => faultOf(text, {}, format).message)).toEqual(
      Array(passFormats.length + 1).fill(message),
    );
  });

  it('an empty text of a failed command is told by its failure', () => {
    expect(faultOf('', { exitStatus: 1, standardError: 'no such object' }).message).toBe(
      'exit status 1: no such object',
    );
  });

  it.each([
    ['mesh', 'hello\nworld', 'no mesh: expected JSON or YAML, found 2 lines'],
    ['docker-inspect', '192.0.2.1 a', 'no docker-inspect: expected JSON or YAML, found one line of 11 characters'],
    ['hosts', '{}', 'no hosts file: expected an address and its names on each line, found JSON'],
    [
      'docker-inspect',
      '{"Id": "x"}',
      'no container in it: expected objects with "Id" and "HostConfig", as docker inspect prints them',
    ],
    ['mesh', '[]', 'the pass document: expected an object, found a list'],
    ['swarm', '{}', `no format "swarm": expected one of ${known}`],
  ])('as %s, %j cannot be read', (format, text, message) => {
    expect(faultOf(text, {}, format).message).toBe(message);
  });

  it.each([
    ['{"result":null,"error":"invalid token"}', 'invalid token'],
    ['{"errors":[{"source":"registry-b","error":"timed out"}],"data":null}', 'registry-b: timed out'],
    ['message: no route to the registry\n', 'no route to the registry'],
  ])('%j is an error answer', (text, words) => {
    expect(faultOf(text).message).toBe(`an error answer, and nothing that was planned: ${words}`);
  });

  it('what is written in YAML reads as the same in JSON', () => {
    const yaml = stringify(passDocument);

    expect(readable(yaml)).toEqual(readable(JSON.stringify(passDocument)));
  });

  it('a pass id past 2^53 keeps its digits in YAML', () => {
    const keys = ['1790000000123456789', '0x20000000000001', '1e300'].map(
      (pass) => readPass(`pass: ${pass}\nnodes: []\n`).draft.key,
    );

    expect(keys).toEqual(['1790000000123456789', '0x20000000000001', '1e300']);
  });

  it('a hosts file is one, whatever its comments look like', () => {
    const text = '# services:\n192.0.2.3 git.novox.example # key: value\n';

    expect([text, `--- \n${text}192.0.2.4 db\n`].map((one) => readPass(one).format)).toEqual(['hosts', 'hosts']);
  });

  it('a key that stands twice in JSON is a problem with its place, of the node where there is one', () => {
    const hosts = '{\n  "a": "192.0.2.1",\n  "a": "192.0.2.2"}';

    const lone = readPass(`{"node": "novox", "containers": [{"name": "web", "hosts": ${hosts}}]}`).draft;

    expect(lone.problems).toEqual([{ code: 'repeated-key', node: 'novox', text: '"a" at line 3, column 3' }]);
    expect(readPass(`{"nodes": [], "nodes": []}`).draft.problems).toEqual([
      { code: 'repeated-key', text: '"nodes" at line 1, column 15' },
    ]);
  });

  it('a format that is named is not asked whether it knows the content', () => {
    expect(readPass('# nothing left\n', {}, 'hosts').draft.roster?.list.entries).toEqual([]);
  });

  it.each([JSON.stringify(passDocument), JSON.stringify(inspect), hostsFile])(
    'a byte-order mark before %j changes nothing',
    (text) => {
      expect(readable(`\ufeff${text}`)).toEqual(readable(text));
    },
  );

  it('whatever the text, it is read or said to be unreadable', () => {
    const anyText = fc.oneof(
      hostileText,
      fc.array(hostileText).map((texts) => texts.join('\n')),
    );

    fc.assert(
      fc.property(anyText, fc.option(fc.constantFrom(...passFormats), { nil: undefined }), (text, format) => {
        expect(['read', 'unreadable']).toContain(readOrNot(text, format));
      }),
      { numRuns: 1000 },
    );
  });

  it('whatever the JSON, it is read or said to be unreadable', () => {
    fc.assert(
      fc.property(
        json,
        fc.option(fc.constantFrom(...passFormats.filter((name) => name !== 'hosts')), { nil: undefined }),
        (value, format) => {
          expect(['read', 'unreadable']).toContain(readOrNot(JSON.stringify(value), format));
        },
      ),
    );
  });

  it('whatever stands in the place of one value of a document, it is read or said to be unreadable', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Json>(passDocument, inspect, passDocument.nodes[0] ?? null, composeFile),
        json,
        fc.nat(),
        (document, value, at) => {
          const mutated = JSON.stringify(replaceAt(document, at, value));
          expect(['read', 'unreadable']).toContain(readOrNot(mutated));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a pass document', JSON.stringify(passDocument)],
    ['a docker inspect', JSON.stringify(inspect)],
  ])('%s that is cut off at any byte is unreadable', (_, text) => {
    const bytes = Buffer.from(text);
    const cuts = Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length).toString('utf8'));

    expect(cuts.filter((cut) => readOrNot(cut) !== 'unreadable')).toEqual([]);
  });

  it('a hosts file that is cut off at any byte is read or said to be unreadable', () => {
    const bytes = Buffer.from(hostsFile);
    const cuts = Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length).toString('utf8'));

    expect(new Set(cuts.map((cut) => readOrNot(cut)))).toEqual(new Set(['read', 'unreadable']));
  });
});

describe('formats', () => {
  it('each has a name, and a summary without a full stop', () => {
    expect(formats.map(({ name }) => name).join(', ')).toBe(known);
    expect(formats.filter(({ summary }) => !/^[a-z].*[^.]$/.test(summary))).toEqual([]);
  });
});

function faultOf(text: string, circumstances = {}, format?: string): UnreadableInput {
  try {
    readPass(text, circumstances, format);
  } catch (fault) {
    if (fault instanceof UnreadableInput) return fault;
    throw fault;
  }
  throw new Error('it was read');
}

function readOrNot(text: string, format?: string): 'read' | 'unreadable' {
  try {
    readPass(text, { node: 'novox' }, format);
    return 'read';
  } catch (fault) {
    if (fault instanceof UnreadableInput) return 'unreadable';
    throw fault;
  }
}

/** A draft as plain values, digests computed. */
function readable(text: string): unknown {
  return JSON.parse(JSON.stringify(readPass(text)));
}

/** A copy with the value at a place, counted depth first and from the start again, replaced. */
function replaceAt(document: Json, at: number, replacement: Json): Json {
  const total = placesIn(document);
  let left = at % total;
  const replace = (value: Json): Json => {
    if (left === 0) {
      left = -1;
      return replacement;
    }
    if (left > 0) left -= 1;
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replace(member)]));
  };
  return replace(document);
}

function placesIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + placesIn(member as Json), 1);
}
