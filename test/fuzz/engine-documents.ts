import fc from 'fast-check';
import { allOf, anyAddress, anyName, entryText, environment, membersOf, someOf } from './entry-values.ts';
import { hostileText } from './hostile-values.ts';
import type { Members, Written } from './written.ts';

const engineId = fc.constantFrom(...'123456'.split('')).map((digit) => digit.repeat(64));
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('/web', '/db', '/0123456789ab_web', '/mesh-web-1', 'mesh_api') },
  { weight: 1, arbitrary: hostileText },
);

const labels = someOf({
  'com.docker.compose.project': fc.constantFrom('mesh'),
  'com.docker.compose.service': fc.constantFrom('web', 'db'),
  'com.docker.compose.container-number': fc.constantFrom('1', '2'),
  'com.docker.compose.config-hash': fc.constantFrom('cafe', 'f00d'),
  'com.docker.compose.oneoff': fc.constantFrom('True', 'False'),
  'com.docker.swarm.service.name': fc.constantFrom('mesh_api'),
  'com.docker.swarm.task.name': fc.constantFrom('mesh_api.1.x'),
  'com.docker.stack.namespace': fc.constantFrom('mesh'),
});

const mount = someOf({
  Type: fc.constantFrom('volume', 'bind'),
  Name: engineId,
  Source: hostileText,
  Destination: fc.constantFrom('/data', '/etc/x'),
  RW: fc.boolean(),
});

const inspected = allOf({
  Id: engineId,
  Name: name,
  State: fc.constant(membersOf([['Status', 'running']])),
  Config: someOf({ Image: hostileText, Env: environment, Labels: labels, Hostname: hostileText }),
  HostConfig: allOf({
    NetworkMode: fc.oneof(
      fc.constantFrom('bridge'),
      engineId.map((id) => `container:${id}`),
    ),
    ExtraHosts: fc.oneof<fc.Arbitrary<Written>[]>(fc.array(entryText, { maxLength: 4 }), fc.constant(null)),
    Binds: fc.array(hostileText, { maxLength: 2 }),
  }),
  Mounts: fc.array(mount, { maxLength: 2 }),
  Image: engineId,
});

const inPod = fc
  .tuple(inspected, someOf({ Pod: engineId, IsInfra: fc.boolean() }))
  .map(([container, pod]) => membersOf([...(container as Members).entries, ...(pod as Members).entries]));

const pod = allOf({ Id: engineId, InfraContainerID: engineId, InfraConfig: allOf({ HostAdd: fc.array(entryText) }) });

/** What an engine's inspect prints. */
export const inspectDocument: fc.Arbitrary<Written> = fc.array(
  fc.oneof({ weight: 4, arbitrary: inspected }, { weight: 1, arbitrary: inPod }, { weight: 1, arbitrary: pod }),
  { maxLength: 4 },
);

const hostsLine = fc
  .tuple(anyAddress, fc.array(anyName, { maxLength: 3 }))
  .map(([address, names]) => [address, ...names].join(' '));

const service = allOf({
  ID: engineId,
  Spec: allOf({
    Name: fc.constantFrom('mesh_api', 'mesh_web', 'api'),
    Labels: someOf({ 'com.docker.stack.namespace': fc.constantFrom('mesh') }),
    TaskTemplate: allOf({
      ContainerSpec: allOf({
        Image: hostileText,
        Env: environment,
        Hosts: fc.array(hostsLine, { maxLength: 4 }),
        Mounts: fc.array(someOf({ Target: fc.constantFrom('/data'), Source: hostileText }), { maxLength: 2 }),
      }),
      ForceUpdate: fc.nat({ max: 3 }),
    }),
    EndpointSpec: someOf({ Mode: fc.constantFrom('vip') }),
  }),
});

/** What `docker service inspect` prints. */
export const serviceDocument: fc.Arbitrary<Written> = fc.array(service, { maxLength: 4 });
