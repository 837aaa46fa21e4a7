import type {
  Digest,
  EncodedEntries,
  EngineFacts,
  Json,
  JsonObject,
  Missing,
  Name,
  Observation,
  Outcome,
  PassDraft,
  Problem,
  RecordingGap,
  UntoldReason,
} from '../roster/index.ts';
import type { Horizon } from './horizon.ts';

/**
 * One part of a history that leaves its store. Horizons come first, and what refers to a content by its digest comes after
 * that content.
 */
export type TranscriptPart =
  | TranscriptHorizon
  | TranscriptContent
  | TranscriptPass
  | TranscriptObservation
  | TranscriptGap;

/** Where the history of a controller begins since its oldest passes were pruned. */
export interface TranscriptHorizon {
  readonly kind: 'horizon';
  readonly horizon: Omit<Horizon, 'firstAt'>;
}

/** A content that later parts refer to. */
export type TranscriptContent =
  | { readonly kind: 'hosts'; readonly digest: Digest; readonly entries: EncodedEntries }
  | {
      readonly kind: 'roster';
      readonly digest: Digest;
      readonly entries: EncodedEntries;
      readonly owners: readonly (readonly [name: Name, node: string])[];
    }
  | {
      readonly kind: 'spec';
      readonly digest: Digest;
      readonly value: JsonObject;
      /** Absent where nobody searched it. */
      readonly binds?: TranscriptBinding;
    }
  | {
      readonly kind: 'declaration';
      readonly digest: Digest;
      readonly address: string | null;
      readonly roster: Digest | null;
      readonly containers: readonly TranscriptContainer[] | null;
      readonly extra: JsonObject;
    };

/** The names that were found in a spec, sorted, and why there may be others, where there may. */
export interface TranscriptBinding {
  readonly names: readonly Name[];
  readonly why?: Exclude<UntoldReason, 'not-searched'>;
}

/** A container of a declaration, its spec and its hosts list by digest. */
export interface TranscriptContainer {
  readonly id: string;
  readonly spec: Digest;
  readonly hosts: Digest;
  readonly engine: EngineFacts | null;
}

/** How a node fared: what was delivered, and the declaration in force after it, both by digest. */
export interface TranscriptReport {
  readonly node: string;
  readonly outcome: Outcome;
  readonly error: string | null;
  readonly missing: Missing | null;
  readonly delivered: Digest | null;
  readonly inForce: Digest | null;
}

/** The mesh's roster as a pass gave it and as it was in force after the pass, by digest. */
export interface TranscriptRoster {
  readonly given: Digest | null;
  readonly inForce: Digest | null;
}

/** A pass with all that joined it. */
export interface TranscriptPass {
  readonly kind: 'pass';
  /** Given where it is before the first pass of another controller that is kept. */
  readonly number?: number;
  readonly controller: string;
  readonly key: string | null;
  readonly at: number;
  readonly recordedAt: number;
  readonly trigger: Json;
  readonly outcome: PassDraft['outcome'];
  readonly error: string | null;
  readonly lone: boolean;
  readonly source: string | null;
  /** Absent where it is as in the controller's pass before it; in the first one that means that there is none. */
  readonly roster?: TranscriptRoster;
  /** The reports that differ from the report that the transcript told of that node last. */
  readonly reports: readonly TranscriptReport[];
  /** The nodes that reported what they reported last. */
  readonly again: readonly string[];
  /** What stood of nodes that did not report: a window begins with it. */
  readonly standing: readonly TranscriptReport[];
  readonly problems: readonly Problem[];
  readonly extra: JsonObject;
}

/** What a host or an engine told of a container. */
export interface TranscriptObservation {
  readonly kind: 'observation';
  readonly observation: Observation;
  readonly recordedAt: number;
  readonly source: string | null;
}

/** A stretch of which a recorder knows that passes may be missing. */
export interface TranscriptGap {
  readonly kind: 'gap';
  readonly recorder: string;
  readonly gap: RecordingGap;
}

/** What a transcript is to hold: passes by number, and what happened and was missed between two instants in milliseconds. */
export interface TranscriptWindow {
  readonly ranges: readonly TranscriptRange[];
  readonly from: number;
  readonly until: number;
}

/** The passes of one controller that a transcript is to hold. It begins with the baseline, the pass before the first, and all that stood then. */
export interface TranscriptRange {
  readonly controller: string;
  readonly baseline: number | null;
  readonly first: number;
  readonly last: number;
}
