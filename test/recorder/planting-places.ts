import { stringify } from 'yaml';
import { meshPlaces } from './planting-mesh.ts';
import type { Place } from './planting-place.ts';
import { openSpecs, secretSpecs } from './planting-specs.ts';

const inspected = (index: number, rest: { Config?: object; HostConfig?: object; Args?: readonly string[] }) => ({
  Id: String(index).padStart(64, '0'),
  Name: `/web-${index}`,
  Path: 'serve',
  Args: [],
  State: {},
  ...rest,
  Config: { Image: 'web:1', ...rest.Config },
  HostConfig: { ExtraHosts: ['a.internal:192.0.2.1'], ...rest.HostConfig },
});

function inspectPlaces(format: string): Place[] {
  const one = (
    place: string,
    spec: (text: string) => Parameters<typeof inspected>[1],
    rest: Partial<Place> = {},
  ): Place => ({
    format,
    place,
    changesSpec: true,
    input: (texts) => texts.map((text, index) => inspected(index, spec(text))),
    ...rest,
  });
  return [
    one('Env', (text) => ({ Config: { Env: [`DSN=${text}`] } }), { secretByItself: true }),
    one('Args behind a flag', (text) => ({ Args: ['--admin-token', text] }), { secretByItself: true }),
    one('Args', (text) => ({ Args: [text] })),
    one('Cmd', (text) => ({ Config: { Cmd: ['sh', '-c', text] } })),
    one('Labels', (text) => ({ Config: { Labels: { 'com.example.note': text } } })),
    one('a health check', (text) => ({ Config: { Healthcheck: { Test: ['CMD-SHELL', text] } } })),
    one('the options of a log', (text) => ({ HostConfig: { LogConfig: { Config: { note: text } } } })),
    {
      format,
      place: 'the hosts',
      input: (texts) =>
        texts.map((text, index) => inspected(index, { HostConfig: { ExtraHosts: [`db.internal:${text}`] } })),
    },
    {
      format,
      place: 'the standard error of its command',
      input: () => [],
      single: true,
      standardError: ([text = '']) => text,
    },
  ];
}

type Task = (text: string) => object;

const swarmPlaces = [
  ...Object.entries<Task>({
    Env: (text) => ({ Env: [`DSN=${text}`] }),
    'Args behind a flag': (text) => ({ Args: ['--admin-token', text] }),
  }).map(([place, task]) => ({ place, task, secretByItself: true as const })),
  ...Object.entries<Task>({
    Args: (text) => ({ Args: [text] }),
    Command: (text) => ({ Command: ['sh', '-c', text] }),
    'a label of the container': (text) => ({ Labels: { 'com.example.note': text } }),
    'a health check': (text) => ({ Healthcheck: { Test: ['CMD-SHELL', text] } }),
    'the hosts': (text) => ({ Hosts: [`${text} db.internal`] }),
  }).map(([place, task]) => ({ place, task })),
].map(
  ({ task, ...rest }): Place => ({
    format: 'swarm-service',
    ...(rest.place === 'the hosts' ? {} : { changesSpec: true as const }),
    input: (texts) =>
      texts.map((text, index) => ({
        ID: `s${index}`,
        Spec: {
          Name: `web-${index}`,
          TaskTemplate: { ContainerSpec: { Image: 'web:1', ...task(text) } },
        },
      })),
    ...rest,
  }),
);

const podPlaces = [
  ...Object.entries<Task>({
    env: (text) => ({ env: [{ name: 'DSN', value: text }] }),
    'args behind a flag': (text) => ({ args: ['--admin-token', text] }),
  }).map(([place, container]) => ({ place, container, secretByItself: true as const })),
  ...Object.entries<Task>({
    args: (text) => ({ args: [text] }),
    command: (text) => ({ command: ['sh', '-c', text] }),
    'a probe': (text) => ({ livenessProbe: { httpGet: { httpHeaders: [{ name: 'X', value: text }] } } }),
  }).map(([place, container]) => ({ place, container })),
].map(
  ({ container, ...rest }): Place => ({
    format: 'kubernetes-pods',
    changesSpec: true,
    input: (texts) => ({
      kind: 'List',
      items: texts.map((text, index) => ({
        kind: 'Pod',
        metadata: { name: `web-${index}`, labels: { note: 'x' } },
        spec: { nodeName: 'g14', containers: [{ name: 'web', image: 'web:1', ...container(text) }] },
      })),
    }),
    ...rest,
  }),
);

/** A compose file holds what a container's declaration does, under keys of its own. */
const composePlaces = [
  ...Object.entries({ ...secretSpecs }).map(([place, spec]) => ({ place, spec, secretByItself: true as const })),
  ...Object.entries({ ...openSpecs }).map(([place, spec]) => ({ place, spec })),
].map(
  ({ spec, ...rest }): Place => ({
    format: 'compose',
    changesSpec: true,
    input: (texts) => ({
      services: Object.fromEntries(
        // what begins with a dollar sign is a variable of compose
        texts.map((text, index) => [`web-${index}`, { image: 'web:1', ...spec(text.replaceAll('$', '$$$$')) }]),
      ),
    }),
    ...rest,
  }),
);

const composeText: Place = {
  format: 'compose',
  place: 'the environment in YAML',
  secretByItself: true,
  changesSpec: true,
  input: (texts) =>
    stringify({
      services: Object.fromEntries(
        texts.map((text, index) => [`web-${index}`, { image: 'web:1', environment: { DSN: text } }]),
      ),
    }),
};

const rosterPlaces = Object.entries<(texts: readonly string[]) => object>({
  'an address of a map': (texts) => ({
    ...Object.fromEntries(texts.map((_, index) => [`b${index}.internal`, '192.0.2.1'])),
    ...Object.fromEntries(texts.map((text, index) => [`a${index}.internal`, text])),
  }),
  'an address of a list': (texts) =>
    texts.flatMap((address, index) => [
      { name: `b${index}.internal`, address: '192.0.2.1' },
      { name: `a${index}.internal`, address },
    ]),
  'another key of a list': (texts) =>
    texts.map((note, index) => ({ name: `a${index}.internal`, address: '192.0.2.1', note })),
}).map(([place, document]): Place => ({ format: 'roster-json', place, input: (texts) => document(texts) }));

const hostsPlaces: readonly Place[] = [
  {
    format: 'hosts',
    place: 'a comment',
    input: (texts) => `192.0.2.1 a.internal\n${texts.map((text) => `# ${text.replaceAll('\n', '\n# ')}`).join('\n')}\n`,
  },
  {
    format: 'hosts',
    place: 'an address',
    input: (texts) =>
      `${texts.map((_, index) => `192.0.2.1 a${index}.internal`).join('\n')}\n${texts.map((text, index) => `${text.replace(/\s.*/s, '')} b${index}.internal`).join('\n')}\n`,
  },
];

const engineEvent = (index: number, attributes: object) =>
  JSON.stringify({
    Type: 'container',
    Action: 'start',
    Actor: { ID: 'x', Attributes: { name: `web-${index}`, ...attributes } },
    time: 1_790_000_000 + index,
  });

const observationPlaces: readonly Place[] = [
  {
    format: 'docker-events',
    place: 'an attribute',
    input: (texts) => texts.map((text, index) => engineEvent(index, { note: text })).join('\n'),
  },
  {
    format: 'docker-events',
    place: 'a line that is none',
    secretByItself: true,
    input: (texts) => [engineEvent(0, {}), ...texts.map((text) => text.replaceAll('\n', ' '))].join('\n'),
  },
  {
    format: 'host-log',
    place: 'another line',
    secretByItself: true,
    input: (texts) => ['2026-09-29T22:46:03Z updated web (mesh): replaced', ...texts].join('\n'),
  },
  {
    format: 'host-log',
    place: 'a line without a time',
    input: (texts) =>
      [
        '2026-09-29T22:46:03Z updated web (mesh): replaced',
        ...texts.map((text) => `updated web (mesh): replaced ${text.replaceAll('\n', ' ')}`),
      ].join('\n'),
  },
];

const unreadablePlaces: readonly Place[] = Object.entries<(text: string) => unknown>({
  'a text of no format': (text) => text,
  'half a document': (text) => `{"nodes": [{"node": "g14", "note": ${JSON.stringify(text).slice(0, -1)}`,
  'a document with a fault': (text) => `{"nodes": ${JSON.stringify(text)} "x"}`,
  'a document of no format': (text) => ({ [text]: 1 }),
  'a document of another shape': (text) => ({ nodes: text }),
}).map(
  ([place, content]): Place => ({
    format: 'none',
    place,
    secretByItself: true,
    single: true,
    input: ([text = '']) => content(text),
  }),
);

/** Every place that is tried. Another format adds its own. */
export const places: readonly Place[] = [
  ...meshPlaces,
  ...inspectPlaces('docker-inspect'),
  ...swarmPlaces,
  ...podPlaces,
  ...composePlaces,
  composeText,
  ...rosterPlaces,
  ...hostsPlaces,
  ...observationPlaces,
  ...unreadablePlaces,
];
