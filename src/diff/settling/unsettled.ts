import type { Name, Outcome } from '../../roster/index.ts';
import type { FlapBout, PassFacts } from '../flaps/flap-bout.ts';
import type { PassGap, StretchGap } from '../gaps.ts';
import type { Evidence } from '../reasons.ts';

/** Why a mesh is not to be taken for settled. */
export type Unsettled =
  | StillFlapping
  | NotQuiet
  | TooFewPasses
  | NotRecorded
  | Overdue
  | NotPlanned
  | StillLost
  | PassNotPlanned;

/** When a reason ends where nothing happens: after so many more quiet passes, or at an instant in milliseconds. */
export type Ends = { readonly passes: number } | { readonly at: number };

/** The codes of the reasons that waiting alone may not end. */
export type Endless = (StillLost | NotPlanned | NotRecorded | Overdue)['code'];

/** A co-moving set flaps still. */
export interface StillFlapping {
  readonly code: 'flapping';
  readonly names: readonly Name[];
  readonly owner: string | null;
  /** The bout that goes on; of several views the one that lacks most quiet passes. */
  readonly bout: FlapBout;
  readonly replacements: number;
  readonly ends: { readonly passes: number };
}

/** A pass of the stretch that must be quiet moved names, or replaced containers otherwise than by a deploy. */
export interface NotQuiet {
  readonly code: 'not-quiet';
  /** The last one that did. */
  readonly pass: PassFacts;
  readonly names: readonly Name[];
  /** Containers that it replaced otherwise than by their spec alone. */
  readonly replaced: number;
  readonly ends: Ends;
}

/** Nothing moved, but what was looked at does not reach far enough back. */
export interface TooFewPasses {
  readonly code: 'too-few-passes';
  /** The first pass that was looked at; null where there is none. */
  readonly first: PassFacts | null;
  /** Whether passes before it are recorded, which the window leaves out. */
  readonly isCut: boolean;
  readonly ends: Ends;
}

/** Something is not recorded of the stretch that must be quiet. */
export interface NotRecorded {
  readonly code: 'gap';
  readonly gap: StretchGap | PassGap;
  /** The last pass before which it lies; null where it lies behind all of them. */
  readonly before: PassFacts | null;
  /** Null where waiting alone does not end it. */
  readonly ends: Ends | null;
}

/** No pass was recorded for longer than is usual. */
export interface Overdue {
  readonly code: 'overdue';
  readonly last: PassFacts;
  /** When that was recorded or ran, whichever is earlier. */
  readonly since: number;
  readonly ends: null;
}

/** A node's plan failed, or could not be read whole, in the stretch that must be quiet, or when the node reported last. */
export interface NotPlanned {
  readonly code: 'not-planned';
  readonly nodes: readonly string[];
  readonly outcome: Outcome;
  readonly error: string | null;
  /** The last pass in which they fared so. */
  readonly pass: PassFacts;
  /** How many passes of the stretch they fared so in. */
  readonly times: number;
  /** Whether they were planned since. */
  readonly isOver: boolean;
  /** Null where waiting alone does not end it. */
  readonly ends: Ends | null;
}

/** A whole pass of the stretch that must be quiet failed or could not be read whole. */
export interface PassNotPlanned {
  readonly code: 'pass-not-planned';
  readonly pass: PassFacts;
  readonly times: number;
  readonly ends: Ends;
}

/** Names that were lost and have not come back. */
export interface StillLost {
  readonly code: 'lost';
  readonly names: readonly Name[];
  readonly owner: string | null;
  readonly evidence: Evidence | null;
  readonly pass: PassFacts;
  /** The pass after it, from which on a window does not show that they went; null where there is none yet. */
  readonly next: PassFacts | null;
  readonly ends: null;
}
