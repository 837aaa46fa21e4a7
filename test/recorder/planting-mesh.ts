import type { Place } from './planting-place.ts';
import { openSpecs, type Spec, secretSpecs } from './planting-specs.ts';

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

/** The places of our own JSON. */
export const meshPlaces: readonly Place[] = [
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
