import type { Name } from '../../roster/index.ts';
import type { ContainerPlace } from '../replacements.ts';

/** How sure a finding is. `certain`: recorded facts say so. `likely`: the shape of what happened says so, each time. `possible`: only a trigger or the time does, or not each time. */
export const confidences = ['certain', 'likely', 'possible'] as const;

/** How sure a finding is. */
export type Confidence = (typeof confidences)[number];

/** What every finding has: how sure it is, in which passes it shows, and how many replacements it accounts for. */
interface Grounded {
  readonly confidence: Confidence;
  readonly passes: readonly number[];
  readonly replacements: number;
}

/** The names whose moves of one pass a finding tells of. */
export interface ToldMoves {
  readonly pass: number;
  readonly names: readonly Name[];
}

/** What a finding about names has besides: each move of a window is told by exactly one of them. */
interface OfNames extends Grounded {
  readonly names: readonly Name[];
  readonly told: readonly ToldMoves[];
}

/** Why names moved or containers were replaced in a window. */
export type Finding =
  | (OfNames & {
      readonly kind: 'plan-failed';
      readonly owner: string;
      /** The passes in which names came back. */
      readonly returned: readonly number[];
      /** What the outcomes say, where they say it. */
      readonly errors: readonly string[];
    })
  | (OfNames & { readonly kind: 'withdrawn'; readonly owner: string })
  | (OfNames & {
      readonly kind: 'address-changed';
      readonly node: string;
      readonly before: string;
      readonly after: string;
    })
  | (OfNames & {
      readonly kind: 'module-assigned' | 'module-unassigned';
      readonly module: string;
      /** Those that came or went; none where only the trigger says so. */
      readonly containers: readonly ContainerPlace[];
      readonly triggers: readonly string[];
    })
  | (OfNames & { readonly kind: 'names-moved'; readonly owner: string | null })
  | (Grounded & { readonly kind: 'order' | 'spelling' | 'unexplained'; readonly containers: readonly ContainerPlace[] })
  | (Grounded & {
      readonly kind: 'spec';
      readonly paths: readonly string[];
      readonly containers: readonly ContainerPlace[];
    });
