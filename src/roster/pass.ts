import { type Json, type JsonObject, jsonText } from './json.ts';
import type { Missing, Outcome, Report } from './outcome.ts';
import type { Problem } from './problem.ts';
import type { Roster } from './roster.ts';
import type { State } from './state.ts';

/** A pass as it was read, before it is recorded. */
export interface PassDraft {
  readonly controller: string;
  /** The controller's own id of the pass. */
  readonly key: string | null;
  /** When the pass ran, in milliseconds since the epoch; null means the time of recording. */
  readonly at: number | null;
  readonly trigger: Json;
  /** The mesh's roster as delivered in this pass; null where the pass gives none. */
  readonly roster: Roster | null;
  /** How the pass as a whole was read: a roster that is known not to show everything is `partial`. */
  readonly outcome: 'planned' | 'partial' | 'unreadable' | 'failed';
  /** What a partial pass-level roster may lack; null for every other outcome. */
  readonly missing: Missing | null;
  readonly error: string | null;
  readonly reports: readonly Report[];
  readonly problems: readonly Problem[];
  /** Keys of the pass that we do not know, kept as given. */
  readonly extra: JsonObject;
  /** Whether this is a lone declaration, which gathers with others into a pass. */
  readonly lone: boolean;
}

/** How one node fared in one recorded pass. */
export interface NodeOutcome {
  readonly node: string;
  readonly outcome: Outcome;
  readonly error: string | null;
}

/** A pass as the history keeps it, without its state. */
export interface PassRecord {
  /** Its place in the order of recording, from 1. */
  readonly number: number;
  readonly controller: string;
  readonly key: string | null;
  readonly at: number;
  readonly recordedAt: number;
  readonly trigger: Json;
  readonly outcome: PassDraft['outcome'];
  readonly error: string | null;
  readonly source: string | null;
  readonly problems: readonly Problem[];
  readonly extra: JsonObject;
  /** There where this is the first pass that is kept: what was recorded before it was pruned. */
  readonly firstKept?: true;
}

/** A recorded pass with how each known node fared in it and the state in force after it. */
export interface Pass extends PassRecord {
  readonly outcomes: readonly NodeOutcome[];
  readonly state: State;
}

/** A trigger as one line of text. */
export function triggerText(trigger: Json): string {
  return trigger === null ? '' : jsonText(trigger);
}
