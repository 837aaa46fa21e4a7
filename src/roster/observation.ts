/** What a host log or an engine's events can tell of a container. */
export const observationKinds = ['replaced', 'created', 'started', 'died', 'destroyed'] as const;

/** One thing that happened to a container, as a host or an engine told it. */
export type ObservationKind = (typeof observationKinds)[number];

/** Something that really happened to a container on a node. */
export interface Observation {
  readonly node: string;
  /** The id of the container, as in a declaration. */
  readonly container: string;
  readonly kind: ObservationKind;
  /** Milliseconds since the epoch. */
  readonly at: number;
}
