import fc from 'fast-check';
import { allOf, anyAddress, anyName, entryText, environment, hostsValue, membersOf, someOf } from './entry-values.ts';
import { hostileText, hostileValue } from './hostile-values.ts';
import type { Members, Written } from './written.ts';

const variable = someOf({ name: fc.constantFrom('A', 'DB_PASSWORD'), value: hostileText, valueFrom: hostileValue });

const podContainer = allOf({
  name: fc.constantFrom('web', 'sidecar'),
  image: hostileText,
  env: fc.array(variable, { maxLength: 2 }),
  args: fc.array(hostileText, { maxLength: 2 }),
});

const alias = allOf({ ip: anyAddress, hostnames: fc.array(anyName, { maxLength: 3 }) });

const pod = allOf({
  kind: fc.constant('Pod'),
  metadata: fc
    .tuple(
      allOf({ name: fc.constantFrom('web-1-x', 'web-1-y', 'db-0') }),
      someOf({
        namespace: fc.constantFrom('default', 'mesh'),
        uid: hostileText,
        labels: someOf({ 'pod-template-hash': fc.constantFrom('1') }),
        ownerReferences: fc.constant([
          membersOf([
            ['kind', 'ReplicaSet'],
            ['name', 'web-1'],
            ['controller', true],
          ]),
        ]),
        deletionTimestamp: fc.constantFrom('2026-09-29T22:46:03Z'),
        creationTimestamp: hostileText,
        annotations: someOf({ 'checksum/config': hostileText }),
      }),
    )
    .map(([named, more]) => membersOf([...(named as Members).entries, ...(more as Members).entries])),
  spec: allOf({
    nodeName: fc.constantFrom('novox', 'g14'),
    hostAliases: fc.array(alias, { maxLength: 3 }),
    containers: fc.array(podContainer, { maxLength: 2 }),
    initContainers: fc.array(podContainer, { maxLength: 1 }),
  }),
  status: someOf({ phase: fc.constantFrom('Running', 'Failed', 'Succeeded'), hostIP: anyAddress }),
});

/** What `kubectl get pods` prints. */
export const podsDocument: fc.Arbitrary<Written> = fc.oneof(
  { weight: 1, arbitrary: pod },
  {
    weight: 5,
    arbitrary: allOf({
      kind: fc.constantFrom('List', 'PodList'),
      metadata: someOf({ continue: fc.constantFrom('', 'more'), remainingItemCount: fc.constantFrom(0, 3) }),
      items: fc.array(pod, { maxLength: 4 }),
    }),
  },
);

const service = someOf({
  image: hostileText,
  extra_hosts: fc.oneof(hostsValue, fc.array(entryText, { maxLength: 4 })),
  environment: fc.oneof<fc.Arbitrary<Written>[]>(
    environment,
    someOf({ DB_PASSWORD: hostileText, LOG_LEVEL: hostileText }),
  ),
  build: hostileValue,
  deploy: someOf({ replicas: fc.nat({ max: 3 }), resources: hostileValue }),
  networks: hostileValue,
  extends: hostileValue,
  profiles: hostileValue,
});

/** A compose file. */
export const composeDocument: fc.Arbitrary<Written> = fc
  .tuple(
    allOf({
      services: fc
        .dictionary(fc.constantFrom('web', 'db', 'cache', '__proto__'), service, { maxKeys: 4 })
        .map((map) => membersOf(Object.entries(map))),
    }),
    someOf({
      name: fc.constantFrom('mesh', '$' + '{PROJECT}'),
      include: hostileValue,
      volumes: hostileValue,
      'x-hosts': hostsValue,
    }),
  )
  .map(([services, more]) => membersOf([...(services as Members).entries, ...(more as Members).entries]));

/** Documents of somebody's own shape, which a mapping reads. */
export const foreignDocument: fc.Arbitrary<Written> = allOf({
  machines: fc.array(
    allOf({
      host: fc.oneof(fc.constantFrom('novox', 'g14'), hostileText),
      services: fc.array(
        allOf({ title: fc.oneof(fc.constantFrom('web', 'db'), hostileText), image: hostileText, env: environment }),
        {
          maxLength: 3,
        },
      ),
    }),
    { maxLength: 3 },
  ),
  catalogue: fc.array(allOf({ name: anyName, ip: anyAddress }), { maxLength: 4 }),
});
