import fc from 'fast-check';
import { type MeshOptions, wholeOptions } from './mesh-options.ts';
import { meshNodes } from './world.ts';

/** An evening of any small mesh, with the fault or without, told or swallowed. Each part can be fixed. */
export function evenings(fixed: Partial<MeshOptions> = {}): fc.Arbitrary<Required<MeshOptions>> {
  return fc
    .record({
      seed: fc.nat(),
      passes: fc.integer({ min: 4, max: 16 }),
      fault: fc.boolean(),
      reported: fc.boolean(),
      nodes: fc.integer({ min: 2, max: meshNodes.length }),
      containersPerNode: fc.integer({ min: 1, max: 5 }),
      routedNamesPerNode: fc.integer({ min: 1, max: 6 }),
      intervalSeconds: fc.constantFrom(30, 60, 300, 3600),
      failing: fc.nat(),
      startAt: fc.integer({ min: Date.UTC(2026, 0, 1) / 1000, max: Date.UTC(2027, 0, 1) / 1000 }),
      kickAt: fc.option(fc.integer({ min: 2, max: 6 }), { freq: 6 }),
      eventRate: fc.constantFrom(0, 0.3, 1),
    })
    .map(({ failing, startAt, ...options }) =>
      wholeOptions({
        ...options,
        failingNode: (meshNodes[failing % options.nodes] as { node: string }).node,
        startAt: startAt * 1000,
        ...fixed,
      }),
    );
}
