import type { Declaration } from './declaration.ts';

/** How one node can fare in one pass. `unreported` is never given: it is said of a known node that a pass did not name. */
export const outcomes = ['planned', 'partial', 'failed', 'skipped', 'unreadable', 'unreported'] as const;

/** How one node fared in one pass. */
export type Outcome = (typeof outcomes)[number];

/**
 * What a partial declaration or roster may lack: `containers`, those shown being complete; `names` within its lists too;
 * or only the `addresses` of names that it lists without one, which each of them may lack. What it may lack stands as it
 * was; the rest is as delivered.
 */
export type Missing = 'containers' | 'names' | 'addresses';

/** What one pass says of one node. Only a planned declaration removes anything. */
export type Report =
  | { readonly node: string; readonly outcome: 'planned'; readonly declaration: Declaration }
  | {
      readonly node: string;
      readonly outcome: 'partial';
      readonly declaration: Declaration;
      readonly missing: Missing;
      readonly error: string | null;
    }
  | {
      readonly node: string;
      readonly outcome: 'failed' | 'skipped' | 'unreadable';
      readonly error: string | null;
      readonly address: string | null;
    };
