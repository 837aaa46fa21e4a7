import { expect, test } from 'vitest';
import type { EngineApi } from '../../../../src/recorder/watch/engine/engine-api.ts';
import { openBurst } from '../../../../src/recorder/watch/engine/engine-burst.ts';
import { openEngineLook } from '../../../../src/recorder/watch/engine/engine-look.ts';
import { openTestFeed } from '../test-feed.ts';

const limits = { timeLimitMs: 1000, sizeLimitBytes: 1000 };
const somethingHappened = { since: 0, lines: [] };
const nothingHappened = { since: null, lines: [] };

/** A look at an engine that lists so many containers, and the instants at which it wants to look again. */
function openLook(containers: { count: number }) {
  const api: EngineApi = {
    subscribe: () => Promise.reject(new Error('not asked for')),
    list: async () => Array.from({ length: containers.count }, (_, index) => ({ id: `${index}`, name: `c${index}` })),
    inspect: async (id) => JSON.stringify({ Id: id, Name: `/c${id}`, HostConfig: {} }),
    close: async () => {},
  };
  const burst = openBurst({ settleMs: 100, longestMs: 1000 }, () => {});
  const { feed, deliveries } = openTestFeed();
  const telling = { engine: 'docker' as const, socket: '/d.sock', node: 'vm1', ...limits };
  const look = openEngineLook(api, telling, { burst, feed, now: () => 0 });
  return { look, burst, deliveries };
}

test('an empty list after the engine was away is doubted for half a minute, said once, and then believed', async () => {
  const containers = { count: 2 };
  const { look, burst, deliveries } = openLook(containers);
  await look.look(somethingHappened, 1000);
  containers.count = 0;
  look.wasAway();

  const waits: (number | null)[] = [];
  for (let count = 0; count < 6; count += 1) {
    await look.look(count === 0 ? somethingHappened : nothingHappened, 1000);
    waits.push(burst.dueAt());
    burst.take();
  }

  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, null]);
  expect(deliveries.map(({ text, circumstances }) => [text === '[]', circumstances?.standardError])).toEqual([
    [false, undefined],
    [true, 'docker was away and lists no container, where it listed 2 before'],
    [true, undefined],
  ]);
});

test('an empty list of an engine that was there all the time is believed', async () => {
  const containers = { count: 2 };
  const { look, burst, deliveries } = openLook(containers);
  await look.look(somethingHappened, 1000);
  containers.count = 0;

  await look.look(somethingHappened, 1000);

  expect(deliveries.at(-1)).toMatchObject({ text: '[]', circumstances: { node: 'vm1' } });
  expect(burst.dueAt()).toBeNull();
});

test('fewer containers after the engine was away are fewer', async () => {
  const containers = { count: 2 };
  const { look, deliveries } = openLook(containers);
  await look.look(somethingHappened, 1000);
  containers.count = 1;
  look.wasAway();

  await look.look(somethingHappened, 1000);

  expect(deliveries.at(-1)?.circumstances).toEqual({ node: 'vm1' });
});
