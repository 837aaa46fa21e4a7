/**
 * Writes the evening of the incident as pass documents, one file a pass, told twice: in `swallowed/` the controller
 * keeps a node's failed plan to itself, in `reported/` it says so. The same bytes on every run.
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
