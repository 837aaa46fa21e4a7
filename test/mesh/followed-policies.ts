import fc from 'fast-check';
import { type Policy, policyOf } from '../../src/diff/index.ts';
import { evenings } from './arbitraries.ts';
import type { BuiltInPolicy, KeepingRule } from './built-in-policy.ts';
import type { MeshOptions } from './mesh-options.ts';
import type { MeshRun } from './miniature-mesh.ts';
import { meshNodes } from './world.ts';

const knownGood: KeepingRule = { kind: 'last-known-good' };
const holdDown = (passes: number): KeepingRule => ({ kind: 'hold-down', passes });
const damped: KeepingRule = { kind: 'damped', above: 2000, ceiling: 12_000 };
const damped7196: KeepingRule = { kind: 'damped', above: 6000, ceiling: 50_000 };

/** Each policy with what a mesh does that really follows it. */
export const policies: readonly (readonly [Policy, BuiltInPolicy])[] = [
  [policyOf(['as-recorded']), { keeping: [], bakes: 'all', orderCounts: true }],
  [policyOf(['sorted']), { keeping: [], bakes: 'all', orderCounts: false }],
  [policyOf(['scoped']), { keeping: [], bakes: 'bound', orderCounts: true }],
  [policyOf(['scoped', 'sorted']), { keeping: [], bakes: 'bound', orderCounts: false }],
  [policyOf(['resolver']), { keeping: [], bakes: 'none', orderCounts: false }],
  [policyOf(['last-known-good']), { keeping: [knownGood], bakes: 'all', orderCounts: true }],
  [policyOf(['hold-down'], 1), { keeping: [holdDown(1)], bakes: 'all', orderCounts: true }],
  [policyOf(['hold-down'], 3), { keeping: [holdDown(3)], bakes: 'all', orderCounts: true }],
  [policyOf(['damped']), { keeping: [damped], bakes: 'all', orderCounts: true }],
  [policyOf(['damped-7196']), { keeping: [damped7196], bakes: 'all', orderCounts: true }],
  [
    policyOf(['last-known-good', 'hold-down', 'damped', 'scoped', 'sorted'], 2),
    { keeping: [knownGood, holdDown(2), damped], bakes: 'bound', orderCounts: false },
  ],
];

/** An evening with the failures that came in another one. */
export function withFailuresOf({ truth }: Pick<MeshRun, 'truth'>, options: MeshOptions): MeshOptions {
  return { ...options, failures: truth.map(({ failed }) => failed) };
}

/** Evenings in which plans of any node fail in any pass, or those of one node again and again for a while. */
export function failingEvenings(fixed: Partial<MeshOptions>): fc.Arbitrary<Required<MeshOptions>> {
  const anyhow = fc.array(fc.option(fc.nat(), { freq: 3 }), { minLength: 24, maxLength: 24 });
  const again = fc
    .tuple(fc.nat(), fc.integer({ min: 4, max: 18 }), fc.integer({ min: 1, max: 3 }))
    .map(([node, until, every]) =>
      Array.from({ length: 24 }, (_, at) => (at < until && at % (every + 1) === 1 ? node : null)),
    );
  return fc
    .tuple(evenings({ passes: 24, ...fixed }), fc.oneof(anyhow, again), fc.constantFrom(30, 60, 300, 300))
    .map(([options, drawn, intervalSeconds]) => {
      const failures = drawn.map((one, index) =>
        one === null || index === 0 ? null : (meshNodes[one % options.nodes]?.node ?? null),
      );
      return { ...options, failures, intervalSeconds };
    });
}
