import { stringify } from 'yaml';

/** Where a person's secret may stand, format by format: an input whose one place holds several texts, each for itself. */

/** A place in an input. */
export interface Place {
  readonly format: string;
  readonly place: string;
  /** Whether everything that stands there is a secret, so that nothing has to tell it. */
  readonly secretByItself?: true;
  /** Whether an input has room for one text alone. */
  readonly single?: true;
  /** Whether another text there is a change of a spec. */
  readonly changesSpec?: true;
  /** The content of an input with each text in that place, JSON where it is no text. `pass` tells one from the other. */
  input(texts: readonly string[], pass: number): unknown;
  /** What its command, which failed, wrote to standard error. */
  standardError?(texts: readonly string[]): string;
}

type Spec = (text: string) => object;

/** The places of a container's declaration that are known by their keys. */
const secretSpecs: Readonly<Record<string, Spec>> = {
  'a map of env': (text) => ({ env: { DSN: text, OTHER: 'x' } }),
  'texts of env': (text) => ({ environment: [`DSN=${text}`] }),
  'pairs of env': (text) => ({ env: [{ name: 'DSN', value: text }] }),
  'env of something inside': (text) => ({ init: [{ container: { env: { A: text } } }] }),
  'a key that names it': (text) => ({ registry: { identitytoken: text, clientSecret: text } }),
  'a name that names it': (text) => ({ options: [{ name: 'ADMIN_PASSWORD', value: text }] }),
  'an argument behind its flag': (text) => ({ command: ['serve', '--admin-token', text, '--verbose'] }),
  'data of a Secret': (text) => ({ objects: [{ kind: 'Secret', data: { a: text }, stringData: { b: text } }] }),
};

/** Those where a text must tell by itself what it holds. */
const openSpecs: Readonly<Record<string, Spec>> = {
  'an argument': (text) => ({ command: ['serve', text] }),
  'a command of a shell': (text) => ({ command: ['sh', '-c', text] }),
  'a command in one text': (text) => ({ entrypoint: text }),
  'a label': (text) => ({ labels: { 'com.example.note': text } }),
  'a list of labels': (text) => ({ labels: [`com.example.note=${text}`] }),
  'a health check': (text) => ({ healthcheck: { test: ['CMD-SHELL', text], interval: '5s' } }),
  'an unknown key': (text) => ({ annotations: [{ deep: [text] }] }),
  'JSON in a text': (text) => ({ config: JSON.stringify({ inner: text }) }),
  'a key of a map': (text) => ({ map: { [text]: 1 } }),
};

function meshContainers(texts: readonly string[], spec: Spec) {
  return texts.map((text, index) => ({
    name: `web-${index}`,
    module: 'mesh',
    hosts: ['a.internal:192.0.2.1'],
    ...spec(text),
  }));
}

function specPlaces(format: string, wrap: (containers: object[], pass: number) => unknown): Place[] {
  const placed = (specs: Readonly<Record<string, Spec>>, rest: Partial<Place>) =>
    Object.entries(specs).map(
      ([place, spec]): Place => ({
        format,
        place,
        changesSpec: true,
        input: (texts, pass) => wrap(meshContainers(texts, spec), pass),
        ...rest,
      }),
    );
  return [...placed(secretSpecs, { secretByItself: true }), ...placed(openSpecs, {})];
}

const failedNodes = (texts: readonly string[], told: (text: string) => object) =>
  texts.map((text, index) => ({ node: `n${index}`, outcome: 'failed', ...told(text) }));

const meshPlaces: readonly Place[] = [
  ...specPlaces('mesh', (containers, pass) => ({ pass, nodes: [{ node: 'g14', containers }] })),
  ...specPlaces('lone declaration', (containers, pass) => ({ pass, node: 'g14', containers })),
  ...Object.entries<(texts: readonly string[]) => object>({
    'a trigger in words': (texts) => ({ trigger: texts.join(' \n\n '), nodes: [] }),
    'a trigger that is an object': (texts) => ({ trigger: { by: texts }, nodes: [] }),
    'an unknown key of the pass': (texts) => ({ nodes: [], context: { notes: texts } }),
    'an unknown key of a node': (texts) => ({ nodes: [{ node: 'g14', containers: [], agent: { notes: texts } }] }),
    'an error': (texts) => ({ nodes: failedNodes(texts, (error) => ({ error })) }),
    'an error among several': (texts) => ({
      nodes: failedNodes(texts, (text) => ({
        errors: [
          { source: 'registry', error: text },
          { message: text, code: 1 },
        ],
      })),
    }),
    'the rest of an error': (texts) => ({
      nodes: failedNodes(texts, (text) => ({ error: { message: 'x', detail: text } })),
    }),
    'an address of a node': (texts) => ({ nodes: failedNodes(texts, (text) => ({ address: text })) }),
    'an address of a node that planned': (texts) => ({
      nodes: texts.map((address, index) => ({ node: `n${index}`, address, containers: [] })),
    }),
    'an outcome that is none': (texts) => ({
      nodes: texts.map((outcome, index) => ({ node: `n${index}`, outcome, containers: [] })),
    }),
    'containers that are none': (texts) => ({
      nodes: texts.map((text, index) => ({ node: `n${index}`, containers: text })),
    }),
    'a container that is none': (texts) => ({ nodes: [{ node: 'g14', containers: texts }] }),
    'a hosts entry that is none': (texts) => ({ roster: texts.map((text) => ({ note: text })), nodes: [] }),
    'the address of a name': (texts) => ({
      roster: texts.map((text, index) => ({ name: `a${index}.internal`, address: text })),
      nodes: [],
    }),
    'the address of a hosts list': (texts) => ({
      nodes: [
        {
          node: 'g14',
          containers: [{ name: 'web', hosts: texts.map((text, index) => ({ name: `a${index}`, address: text })) }],
        },
      ],
    }),
  }).map(
    ([place, document]): Place => ({ format: 'mesh', place, input: (texts, pass) => ({ pass, ...document(texts) }) }),
  ),
  ...Object.entries<(texts: readonly string[]) => object>({
    'an environment at the level of the pass': (texts) => ({ nodes: [], context: { env: { ...texts } } }),
    'an environment in a trigger': (texts) => ({ nodes: [], trigger: { env: texts } }),
    'the address of a name that names it': (texts) => ({
      nodes: [],
      roster: Object.fromEntries(texts.map((text, index) => [`a${index}.token`, `x${text}`])),
    }),
    'a declaration that is none': (texts) => ({ nodes: texts }),
    'a text for a list': (texts) => ({
      nodes: texts.map((text, index) => ({ node: `n${index}`, containers: [{ name: 'web', hosts: text }] })),
    }),
  }).map(
    ([place, document]): Place => ({
      format: 'mesh',
      place,
      secretByItself: true,
      input: (texts, pass) => ({ pass, ...document(texts) }),
    }),
  ),
];

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
