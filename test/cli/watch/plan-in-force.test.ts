import { describe, expect, test } from 'vitest';
import { openPlanInForce } from '../../../src/cli/watch/plan-in-force.ts';
import type { WatchPlan } from '../../../src/cli/watch/watch-plan.ts';

const first: WatchPlan = {
  controller: 'mesh',
  mappings: new Map(),
  show: [],
  notify: { exec: null, webhook: null },
  metrics: 'a:1',
  retention: { keepForMs: null, keepPasses: null, maxBytes: null },
  sources: [],
};

/** A plan in force, and what was done for it in order. */
function inForceAtWork() {
  const done: string[] = [];
  const faults = { sources: '' };
  const inForce = openPlanInForce(first, () => ({
    loop: { show: (patterns) => void done.push(`show ${patterns}`) },
    sources: {
      async follow(sources) {
        if (faults.sources !== '') throw new Error(faults.sources);
        done.push(`follow ${sources.length}`);
        return { unchanged: 0, started: [], stopped: [] };
      },
    },
    async serve(address) {
      if (address === 'taken:1') throw new Error('taken');
      done.push(`serve ${address}`);
      return { address: `http://${address}`, close: async () => void done.push(`close ${address}`) };
    },
  }));
  return { ...inForce, done, faults };
}

describe('the plan in force', () => {
  test('is served and followed at the start', async () => {
    const { follow, done, metricsAddress, close } = inForceAtWork();
    expect(metricsAddress()).toBeNull();

    await follow(first);

    expect(metricsAddress()).toBe('http://a:1');
    await close();
    expect(done).toEqual(['serve a:1', 'follow 0', 'close a:1']);
  });

  test('gives way to another one as a whole', async () => {
    const { follow, done, plan, metricsAddress } = inForceAtWork();
    await follow(first);
    const second = { ...first, metrics: 'b:2', show: ['TZ'], mappings: new Map([['a', '{}']]) };

    await follow(second);
    await follow({ ...second, metrics: null });

    expect(done.slice(2)).toEqual([
      'serve b:2',
      'show TZ',
      'follow 0',
      'close a:1',
      'show TZ',
      'follow 0',
      'close b:2',
    ]);
    expect(plan().mappings.get('a')).toBe('{}');
    expect(metricsAddress()).toBeNull();
  });

  test('stays as it was where anything of the other one cannot be done', async () => {
    const { follow, done, plan, metricsAddress, faults } = inForceAtWork();
    await follow(first);
    done.length = 0;

    await expect(follow({ ...first, metrics: 'taken:1' })).rejects.toThrow('taken');
    faults.sources = 'no folder';
    await expect(follow({ ...first, metrics: 'b:2', show: ['TZ'] })).rejects.toThrow('no folder');

    expect(done).toEqual(['serve b:2', 'show TZ', 'show ', 'close b:2']);
    expect(plan()).toBe(first);
    expect(metricsAddress()).toBe('http://a:1');
  });

  test('is of one controller from the start to the end', async () => {
    const { follow, done } = inForceAtWork();

    await expect(follow({ ...first, controller: null })).rejects.toMatchObject({
      message: 'the controller cannot change while it runs: it is "mesh", and would be left to the inputs',
      hint: 'restart it, or leave "controller" as it was',
    });
    expect(done).toEqual([]);
  });
});
