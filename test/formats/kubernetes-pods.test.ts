import { describe, expect, it } from 'vitest';
import { readPass } from '../../src/formats/index.ts';
import { type Container, type Json, type JsonObject, type PassDraft, writtenTexts } from '../../src/roster/index.ts';
import { declarationOf, draftOf, onlyOne } from './builders.ts';

/** A pod as kubectl prints it: by default one of the Deployment `web` in the namespace `mesh`, on the node `novox`. */
function pod(metadata: JsonObject = {}, spec: JsonObject = {}, others: JsonObject = {}): JsonObject {
  const name = typeof metadata.name === 'string' ? metadata.name : 'web-7d4b9c-x2x9p';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      namespace: 'mesh',
      name,
      uid: `uid-of-${name}`,
      creationTimestamp: '2026-03-01T09:00:00Z',
      labels: { app: 'web', 'pod-template-hash': '7d4b9c' },
      ownerReferences: [owner('ReplicaSet', 'web-7d4b9c')],
      ...metadata,
    },
    spec: { nodeName: 'novox', containers: [{ name: 'nginx', image: 'nginx:1' }], ...spec },
    status: { phase: 'Running', hostIP: '192.0.2.3' },
    ...others,
  };
}

const owner = (kind: string, name: string): JsonObject => ({ apiVersion: 'x', kind, name, controller: true });
const list = (items: readonly Json[], metadata: JsonObject = {}): JsonObject => ({
  kind: 'List',
  apiVersion: 'v1',
  metadata,
  items,
});
const containersOf = (draft: PassDraft, node = 'novox'): readonly Container[] =>
  declarationOf(draft.reports.find((report) => report.node === node)).containers ?? [];
const idsOf = (...pods: readonly JsonObject[]) => containersOf(draftOf(list(pods))).map(({ id }) => id);
const specOf = (...given: Parameters<typeof pod>) => onlyOne(containersOf(draftOf(list([pod(...given)])))).spec;

describe('a list of pods', () => {
  it('is a pass in which each node that runs one is reported, with its address', () => {
    const other = pod({ name: 'api-0', ownerReferences: [owner('StatefulSet', 'api')] }, { nodeName: 'g14' });
    const draft = draftOf(list([pod(), other]), { key: '412', controller: 'mesh' });

    expect(draft).toMatchObject({ controller: 'mesh', key: '412', lone: false, outcome: 'planned', error: null });
    expect(draft.reports.map((report) => [report.node, report.outcome, declarationOf(report).address])).toEqual([
      ['g14', 'planned', '192.0.2.3'],
      ['novox', 'planned', '192.0.2.3'],
    ]);
    expect(readPass(JSON.stringify(list([pod()]))).format).toBe('kubernetes-pods');
  });

  it('gives every container of a pod the host aliases of the pod, in their order', () => {
    const hostAliases = [
      { ip: '192.0.2.5', hostnames: ['db.mesh.example', 'db'] },
      { ip: '2001:DB8::7', hostnames: ['cache.mesh.example'] },
    ];
    const containers = [{ name: 'nginx' }, { name: 'logs' }];
    const initContainers = [{ name: 'setup' }, { name: 'proxy', restartPolicy: 'Always' }];

    const read = containersOf(draftOf(list([pod({}, { hostAliases, containers, initContainers })])));

    expect(read.map(({ id, engine }) => [id, engine?.id])).toEqual(
      ['nginx', 'logs', 'proxy'].map((name) => [`mesh/web/${name}`, `uid-of-web-7d4b9c-x2x9p/${name}`]),
    );
    for (const { hosts } of read) {
      expect(hosts.entries.map(({ name, address }) => `${name} ${address}`)).toEqual([
        'db.mesh.example 192.0.2.5',
        'db 192.0.2.5',
        'cache.mesh.example 2001:db8::7',
      ]);
      expect(writtenTexts(hosts.entries)).toEqual(['192.0.2.5 db.mesh.example db', '2001:DB8::7 cache.mesh.example']);
    }
  });

  it("gives them to a pod on its node's network too, as kubelets do since Kubernetes 1.8", () => {
    const spec = { hostNetwork: true, hostAliases: [{ ip: '192.0.2.5', hostnames: ['db'] }] };

    expect(onlyOne(containersOf(draftOf(list([pod({}, spec)])))).hosts.entries).toHaveLength(1);
  });

  it('tells odd aliases as problems of the container', () => {
    const hostAliases = [{ ip: '192.0.2.300', hostnames: ['a'] }, { ip: '192.0.2.1' }, 'x', { hostnames: ['b'] }];
    const draft = draftOf(list([pod({}, { hostAliases })]));

    expect(draft.problems).toEqual([
      { code: 'invalid-address', node: 'novox', container: 'mesh/web', name: 'a', text: '192.0.2.300' },
      { code: 'malformed-entry', node: 'novox', container: 'mesh/web', text: '{"ip":"192.0.2.1"}' },
      { code: 'malformed-entry', node: 'novox', container: 'mesh/web', text: 'x' },
      { code: 'no-address', node: 'novox', container: 'mesh/web', name: 'b', text: ' b' },
    ]);
    expect(draft.reports).toMatchObject([{ outcome: 'partial', missing: 'addresses' }]);
  });

  it('of several kinds, as kubectl get all prints it, is read for its pods', () => {
    const draft = draftOf(list([{ kind: 'Service', metadata: { name: 'web' } }, pod()]));

    expect(draft).toMatchObject({ outcome: 'planned', problems: [] });
    expect(containersOf(draft)).toHaveLength(1);
  });

  it('from the API, where the elements do not say what they are, is read too', () => {
    const { kind: _, ...element } = pod();

    expect(containersOf(draftOf({ kind: 'PodList', items: [element] }))).toHaveLength(1);
  });

  it('that is empty reports no node, and so takes nothing away', () => {
    expect(draftOf(list([]))).toMatchObject({ outcome: 'planned', reports: [], problems: [] });
  });

  it('of other kinds alone is none', () => {
    expect(() => readPass(JSON.stringify(list([{ kind: 'Service' }])))).toThrow('no known format');
    expect(() => readPass('{"kind":"Service"}', {}, 'kubernetes-pods')).toThrow('no pods in it');
  });
});

describe('a container keeps its id when its pod is replaced', () => {
  it.each([
    ['mesh/web/nginx', {}],
    [
      'mesh/web/nginx',
      {
        name: 'web-5f6-zzzzz',
        ownerReferences: [owner('ReplicaSet', 'web-5f6')],
        labels: { 'pod-template-hash': '5f6' },
      },
    ],
    ['mesh/web-7d4b9c/nginx', { labels: {} }],
    ['mesh/proxy/nginx', { name: 'proxy-8xk2p', ownerReferences: [owner('DaemonSet', 'proxy')] }],
    ['mesh/db-0/nginx', { name: 'db-0', ownerReferences: [owner('StatefulSet', 'db')] }],
    ['mesh/backup/nginx', { name: 'backup-29012345-abcde', ownerReferences: [owner('Job', 'backup-29012345')] }],
    ['mesh/import/nginx', { name: 'import-abcde', ownerReferences: [owner('Job', 'import')] }],
    ['mesh/etcd-novox/nginx', { name: 'etcd-novox', ownerReferences: [owner('Node', 'novox')] }],
    ['mesh/bare/nginx', { name: 'bare', ownerReferences: null }],
    ['default/bare/nginx', { name: 'bare', namespace: null, ownerReferences: [] }],
  ])('%s', (id, metadata) => {
    expect(idsOf(pod(metadata as JsonObject))).toEqual([id]);
  });

  it('and the replacement is seen by the id of the pod', () => {
    const [before, after] = [pod(), pod({ name: 'web-7d4b9c-q5q5q' })].map((one) =>
      onlyOne(containersOf(draftOf(list([one])))),
    );

    expect(after?.spec.digest).toBe(before?.spec.digest);
    expect([before?.engine?.id, after?.engine?.id]).toEqual([
      'uid-of-web-7d4b9c-x2x9p/nginx',
      'uid-of-web-7d4b9c-q5q5q/nginx',
    ]);
  });

  it('of several pods of one workload on one node, the oldest is the first, and nothing about it is odd', () => {
    const younger = pod({ name: 'web-7d4b9c-aaaaa', creationTimestamp: '2026-03-01T10:00:00Z' });
    const draft = draftOf(list([younger, pod()]));

    expect(containersOf(draft).map(({ id, engine }) => [id, engine?.id])).toEqual([
      ['mesh/web/nginx', 'uid-of-web-7d4b9c-x2x9p/nginx'],
      ['mesh/web/nginx#2', 'uid-of-web-7d4b9c-aaaaa/nginx'],
    ]);
    expect(draft.problems).toEqual([]);
  });

  it('a pod that is about to end counts as long as no other one of its workload is there', () => {
    const ending = pod({ deletionTimestamp: '2026-03-01T11:00:00Z' });
    const next = pod({ name: 'web-7d4b9c-aaaaa', creationTimestamp: '2026-03-01T11:00:00Z' });

    expect(idsOf(ending)).toEqual(['mesh/web/nginx']);
    expect(containersOf(draftOf(list([ending, next]))).map(({ engine }) => engine?.id)).toEqual([
      'uid-of-web-7d4b9c-aaaaa/nginx',
    ]);
  });
});

describe('the spec of a container of a pod', () => {
  it('holds what it and its pod ask for', () => {
    const spec = {
      serviceAccountName: 'web',
      containers: [
        {
          name: 'nginx',
          image: 'nginx:1',
          env: [
            { name: 'LOG_LEVEL', value: 'info' },
            { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'db', key: 'p' } } },
            { name: 'EMPTY' },
          ],
        },
      ],
      initContainers: [{ name: 'setup', image: 'setup:1', env: [{ name: 'TOKEN', value: 'x' }] }],
    };
    const annotations = { 'kubectl.kubernetes.io/restartedAt': '2026-03-01', 'checksum/config': 'ab', other: 'note' };

    expect(specOf({ annotations }, spec).value).toEqual({
      image: 'nginx:1',
      env: { LOG_LEVEL: 'info', PASSWORD: { secretKeyRef: { name: 'db', key: 'p' } }, EMPTY: '' },
      pod: {
        serviceAccountName: 'web',
        initContainers: [{ name: 'setup', image: 'setup:1', env: { TOKEN: 'x' } }],
        labels: { app: 'web' },
        annotations: { 'kubectl.kubernetes.io/restartedAt': '2026-03-01', 'checksum/config': 'ab' },
      },
    });
  });

  it('does not hold what is new with each pod', () => {
    const made = (suffix: string) =>
      specOf(
        { name: `web-7d4b9c-${suffix}`, labels: { app: 'web', 'pod-template-hash': suffix } },
        {
          hostAliases: [{ ip: '192.0.2.5', hostnames: [suffix] }],
          containers: [{ name: 'nginx', volumeMounts: [{ name: `kube-api-access-${suffix}`, mountPath: '/t' }] }],
          volumes: [{ name: `kube-api-access-${suffix}`, projected: {} }],
        },
      ).digest;

    expect(made('bbbbb')).toBe(made('aaaaa'));
  });
});

describe('pods that are not all', () => {
  it.each([
    ['the list goes on: "metadata.continue" is not empty', { continue: 'eyJ2' }],
    ['the list goes on: 12 pods more', { continue: 'eyJ2', remainingItemCount: 12 }],
  ])('%s', (error, metadata) => {
    const draft = draftOf(list([pod()], metadata));

    expect(draft).toMatchObject({ outcome: 'partial', missing: 'containers', error });
    expect(draft.reports).toMatchObject([{ outcome: 'partial', missing: 'containers', error }]);
  });

  it('one pod is not all that its node runs', () => {
    expect(draftOf(pod()).reports).toMatchObject([
      { outcome: 'partial', missing: 'containers', error: 'one pod, which is not all that its node runs' },
    ]);
  });

  it('a command that failed may lack anything', () => {
    expect(draftOf(list([pod()]), { exitStatus: 1, standardError: 'timeout' }).reports).toMatchObject([
      { outcome: 'partial', missing: 'names', error: 'exit status 1: timeout' },
    ]);
  });

  it('a pod whose node is no text is not taken for one that waits for a node', () => {
    const draft = draftOf(list([pod(), pod({ name: 'x' }, { nodeName: 0 })]));

    expect(draft.problems).toMatchObject([{ code: 'malformed-container' }]);
    expect(draft.extra).toEqual({});
  });

  it('what is no pod among them, and a container without a name, are told', () => {
    const draft = draftOf(list([pod(), { kind: 'Pod' }, pod({ name: 'x' }, { containers: [{}] })]));

    expect(draft.problems).toEqual([
      { code: 'malformed-container', text: 'items[1]: expected a pod with "metadata" and "spec"' },
      { code: 'malformed-container', node: 'novox', container: 'mesh/web', text: 'a container of the pod has no name' },
    ]);
    expect(draft.reports).toMatchObject([{ outcome: 'partial', error: '1 of 3 pods could not be read' }]);
  });
});

describe('pods that run nowhere', () => {
  it('that have ended are left out', () => {
    const ended = ['Succeeded', 'Failed'].map((phase) => pod({ name: phase }, {}, { status: { phase } }));

    expect(draftOf(list(ended)).reports).toEqual([]);
  });

  it('that wait for a node are named beside the pass', () => {
    const waiting = pod({}, { nodeName: null }, { status: { phase: 'Pending' } });

    expect(draftOf(list([waiting]))).toMatchObject({
      reports: [],
      problems: [],
      extra: { unscheduled: ['mesh/web-7d4b9c-x2x9p'] },
    });
  });
});

it('pods in YAML are the same', () => {
  const text = `apiVersion: v1
kind: List
items:
- kind: Pod
  metadata:
    name: web-7d4b9c-x2x9p
    namespace: mesh
    creationTimestamp: 2026-03-01T09:00:00Z
    labels: {app: web, pod-template-hash: 7d4b9c}
    ownerReferences: [{kind: ReplicaSet, name: web-7d4b9c, controller: true}]
    uid: uid-of-web-7d4b9c-x2x9p
  spec:
    nodeName: novox
    hostAliases:
    - ip: 192.0.2.5
      hostnames: [db]
    containers:
    - {name: nginx, image: "nginx:1"}
  status: {phase: Running, hostIP: 192.0.2.3}
`;
  const hostAliases = [{ ip: '192.0.2.5', hostnames: ['db'] }];

  expect(JSON.stringify(readPass(text).draft.reports)).toBe(
    JSON.stringify(draftOf(list([pod({}, { hostAliases })])).reports),
  );
});
