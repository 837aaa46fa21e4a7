import { expect, test } from 'vitest';
import { openPruner } from '../../src/history/index.ts';
import { planned } from '../roster/builders.ts';
import { unlimited } from '../support/prune-store.ts';
import { now, temporaryStore } from '../support/temporary-store.ts';

/** A name that moves with every pass, in a list that is long enough to be kept as a difference to the one before. */
function hostsOf(step: number): string[] {
  const steady = Array.from({ length: 30 }, (_, index) => `n${index}.mesh.example:192.0.2.${index + 1}`);
  return [...steady, `step.mesh.example:198.51.100.${step}`];
}

test('what is left when pruning is interrupted can be read: no content goes before those that are differences to it', () => {
  const { append, history, file } = temporaryStore();
  const image = (step: number) => ({ image: `web:${step}`, command: 'serve --all --of --it '.repeat(4) });
  const appendOne = (step: number) => {
    const containers = ['web', 'store'].map((id) => ({ id: `mesh/${id}`, hosts: hostsOf(step), spec: image(step) }));
    append({ key: String(step), roster: hostsOf(step), reports: [planned('ace', { containers })] });
  };
  history.together(() => Array.from({ length: 60 }, (_, index) => appendOne(index + 1)));
  const pruner = openPruner(file);
  const found = [];
  let steps = 0;

  for (const step of pruner.prune({ limits: { ...unlimited, keepPasses: 5 }, now, least: 1 })) {
    expect(step).toBe('worked');
    steps += 1;
    found.push(...history.verify());
  }
  pruner.close();

  expect(found).toEqual([]);
  expect(steps).toBeGreaterThan(3);
});
