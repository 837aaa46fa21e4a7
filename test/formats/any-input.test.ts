import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapText, readInput, UnreadableInput } from '../../src/formats/index.ts';
import type { Json, JsonObject } from '../../src/roster/index.ts';
import { composeLabels, engineId, inspected } from './builders.ts';

const service: JsonObject = {
  ID: 'a',
  Spec: {
    Name: 'mesh_api',
    Labels: { 'com.docker.stack.namespace': 'mesh' },
    TaskTemplate: {
      ContainerSpec: { Image: 'api:1', Env: ['A=b'], Hosts: ['192.0.2.1 a b'], Mounts: [{ Target: '/data' }] },
      ForceUpdate: 1,
    },
  },
};
const pod: JsonObject = {
  kind: 'Pod',
  metadata: {
    name: 'web-1-x',
    labels: { 'pod-template-hash': '1' },
    ownerReferences: [{ kind: 'ReplicaSet', name: 'web-1', controller: true }],
  },
  spec: {
    nodeName: 'novox',
    hostAliases: [{ ip: '192.0.2.1', hostnames: ['a'] }],
    containers: [{ name: 'web', env: [{ name: 'A', value: 'b' }], volumeMounts: [{ name: 'kube-api-access-abcde' }] }],
    initContainers: [{ name: 'setup' }],
  },
  status: { phase: 'Running', hostIP: '192.0.2.3' },
};
const member = inspected({
  Pod: engineId('5'),
  Config: { Labels: composeLabels('web'), Env: ['A=b'] },
  HostConfig: { NetworkMode: `container:${engineId('4')}`, ExtraHosts: ['a:192.0.2.1'] },
});
const enginePod = {
  Id: engineId('5'),
  Name: 'mesh',
  InfraContainerID: engineId('4'),
  InfraConfig: { HostAdd: ['a:b'] },
};
const infra = inspected({
  Id: engineId('4'),
  Name: `${engineId('5').slice(0, 12)}-infra`,
  Pod: engineId('5'),
  IsInfra: true,
});

const samples: Readonly<Record<string, Json>> = {
  'docker-inspect': [member, infra, enginePod],
  'swarm-service': [service],
  'kubernetes-pods': { kind: 'List', metadata: { continue: '' }, items: [pod, pod] },
};

/** The sample with any value in the place of some of its own. */
function distorted(value: Json): fc.Arbitrary<unknown> {
  const whole = Array.isArray(value)
    ? fc.tuple(...value.map(distorted))
    : typeof value === 'object' && value !== null
      ? fc.record(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, distorted(member)])), {
          requiredKeys: [],
        })
      : fc.constant(value);
  return fc.oneof({ weight: 12, arbitrary: whole }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
}

function faultsOf(read: () => unknown): unknown {
  try {
    read();
    return null;
  } catch (error) {
    return error instanceof UnreadableInput ? null : error;
  }
}

describe('no input makes a reader throw anything but that it cannot be read', () => {
  it.each(Object.entries(samples))('%s', (format, sample) => {
    fc.assert(
      fc.property(distorted(sample), fc.constantFrom(format, undefined), (value, named) => {
        expect(faultsOf(() => readInput(JSON.stringify(value), {}, named))).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('mapped', async () => {
    const expression =
      '{"nodes": [items.{"node": spec.nodeName, "containers": spec.containers.{"name": name, "hosts": $$.items.spec.hostAliases}}]}';

    await fc.assert(
      fc.asyncProperty(distorted(samples['kubernetes-pods'] as Json), async (value) => {
        const text = await mapText(JSON.stringify(value), expression).catch((error: unknown) => error);

        if (typeof text === 'string') expect(faultsOf(() => readInput(text, {}, 'mesh'))).toBeNull();
        else expect(text).toBeInstanceOf(UnreadableInput);
      }),
      { numRuns: 200 },
    );
  });

  it('mapped, whatever the expression', async () => {
    const word = fc.constantFrom(
      ...'items nodes $ $$ . [ ] { } ( ) "a" : , ; := ~> ? & + * ** ^ | 1 0 $map $string function'.split(' '),
    );
    const text = JSON.stringify(samples['kubernetes-pods']);

    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 12 }), async (words) => {
        const mapped = await mapText(text, words.join(' ')).catch((error: unknown) => error);

        expect(typeof mapped === 'string' || mapped instanceof UnreadableInput).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
