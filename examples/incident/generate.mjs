/**
 * Writes the evening of the incident as pass documents, one file a pass, told twice: in `swallowed/` the controller
 * keeps a node's failed plan to itself, in `reported/` it says so; and `host.log`, what the hub's host agent did. The same
 * bytes on every run.
 *
 *     node examples/incident/generate.mjs [DIR]    # DIR defaults to this folder
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodes } from './mesh.mjs';

/** The passes of the evening. `g14Fails` marks those in which the plan of g14 cannot reach the mesh's store. */
const evening = [
  { time: '22:31', trigger: 'timer' },
  { time: '22:36', trigger: 'domain add ace ace.example' },
  { time: '22:41', trigger: 'assign ace searxng' },
  { time: '22:46', trigger: 'timer', g14Fails: true },
  { time: '22:51', trigger: 'unassign ace searxng' },
  { time: '22:56', trigger: 'timer', g14Fails: true },
  { time: '23:01', trigger: 'assign ace searxng' },
  { time: '23:06', trigger: 'timer', g14Fails: true },
  { time: '23:11', trigger: 'timer' },
];

const planError = 'plan: store unreachable: dial tcp 192.0.2.3:5432: connect: connection refused';

/** The mesh's names, sorted. A node whose plan failed keeps its own name and loses those it routes. */
function rosterOf(failedNode) {
  return nodes
    .flatMap(({ node, address, routes }) => {
      const routed = node === failedNode ? [] : routes.map((route) => `${route}.${node}.example`);
      return [`${node}.internal`, ...routed].map((name) => ({ name, address, node }));
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function passDocument({ time, trigger, g14Fails }, index, failureIsReported) {
  const failedNode = g14Fails ? 'g14' : undefined;
  const roster = rosterOf(failedNode);
  const hosts = roster.map(({ name, address }) => `${name}:${address}`);

  return {
    controller: 'mesh',
    pass: String(index + 1),
    at: `2026-09-29T${time}:02+02:00`,
    trigger,
    roster,
    nodes: nodes.map(({ node, address, containers }) =>
      node === failedNode && failureIsReported
        ? { node, address, outcome: 'failed', error: planError }
        : {
            node,
            address,
            outcome: 'planned',
            containers: containers.map(({ name, module, ...spec }) => ({ name, module, hosts, ...spec })),
          },
    ),
  };
}

/** JSON indented by two, with a hosts list or a roster entry kept on one line: a line of a diff is then one fact. */
function stringify(value, indent = '', path = '') {
  if (typeof value !== 'object') return JSON.stringify(value);

  const isList = Array.isArray(value);
  const oneLine = path.endsWith('/hosts') || path.endsWith('/roster/*');
  const deeper = `${indent}  `;
  const members = isList
    ? value.map((item) => stringify(item, deeper, `${path}/*`))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}: ${stringify(item, deeper, `${path}/${key}`)}`,
      );

  if (oneLine) return isList ? `[${members.join(', ')}]` : `{ ${members.join(', ')} }`;
  const body = members.map((member) => `\n${deeper}${member}`).join(',');
  return isList ? `[${body}\n${indent}]` : `{${body}\n${indent}}`;
}

/**
 * What the host agent of the hub wrote while it followed the passes of 22:46 and 22:51: its forty containers, twice. The
 * seconds in which each was replaced, by minute. The second round begins before the pass of 22:51 has written its time.
 */
const replacedAt = {
  '22:46': [6, 10, 14, 18, 22, 27, 31, 36, 41, 46, 51, 57],
  '22:47': [3, 10, 18, 25, 33, 40, 48, 55],
  '22:48': [1, 5, 10, 14, 19, 23, 28, 33, 37, 42, 46, 51, 56],
  '22:49': [4, 16, 28, 40, 52],
  '22:50': [9, 31, 56, 57, 58, 59],
  '22:51': [5, 12, 19, 27, 34, 41, 49, 56],
  '22:52': [4, 11, 19, 26, 34, 41, 49, 56],
  '22:53': [3, 11, 18, 26, 33, 41, 48, 56],
  '22:54': [3, 10, 18, 25, 33, 40, 48, 55],
  '22:55': [8, 21, 35, 49],
};

function hostLog() {
  const hub = nodes.find(({ node }) => node === 'novox');
  const instants = Object.entries(replacedAt).flatMap(([minute, seconds]) =>
    seconds.map((second) => `2026-09-29T${minute}:${String(second).padStart(2, '0')}+02:00`),
  );
  return instants.map((instant, index) => {
    const { name, module } = hub.containers[index % hub.containers.length];
    return `${instant} novox mesh-agent[734]: updated ${name} (${module}): replaced; a container's configuration is fixed when it is created\n`;
  });
}

const target = process.argv[2] ?? fileURLToPath(new URL('.', import.meta.url));

for (const telling of ['swallowed', 'reported']) {
  const folder = join(target, telling);
  mkdirSync(folder, { recursive: true });
  evening.forEach((pass, index) => {
    const document = passDocument(pass, index, telling === 'reported');
    const file = `${document.pass}-${pass.time.replace(':', '')}.json`;
    writeFileSync(join(folder, file), `${stringify(document)}\n`);
  });
}
writeFileSync(join(target, 'host.log'), hostLog().join(''));
