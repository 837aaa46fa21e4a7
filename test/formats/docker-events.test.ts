import { expect, test } from 'vitest';
import { readInput } from '../../src/formats/index.ts';

const podmanLine = (status: string, time: string) =>
  JSON.stringify({ ID: 'f00d', Name: 'web', Status: status, Time: time, Type: 'container', Attributes: {} });

test("podman's own shape of an event says the same as docker's", () => {
  const lines = [podmanLine('died', '2026-03-01T10:00:00.5+01:00'), podmanLine('remove', '2026-03-01T10:00:01+01:00')];

  const read = readInput(lines.join('\n'), { node: 'novox' });

  expect(read).toMatchObject({
    format: 'docker-events',
    observations: [
      { container: 'web', kind: 'died', at: Date.parse('2026-03-01T09:00:00.5Z') },
      { container: 'web', kind: 'destroyed', at: Date.parse('2026-03-01T09:00:01Z') },
    ],
  });
});
