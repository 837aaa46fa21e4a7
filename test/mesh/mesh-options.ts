import { asOnTheEvening, type BuiltInPolicy } from './built-in-policy.ts';
import { meshNodes } from './world.ts';

/** One evening of a mesh. What is left out is as on the evening of the incident, only smaller. */
export interface MeshOptions {
  /** A seed gives the same evening always. With and without the fault, it gives the same benign events. */
  readonly seed: number;
  readonly passes: number;
  /** Whether the store stays away, once it was replaced, until the next pass has asked for it. */
  readonly fault: boolean;
  /** Whether the controller says that a plan failed, or keeps it to itself. */
  readonly reported: boolean;
  /** From 2 to 6; 4 where not given. */
  readonly nodes?: number;
  /** 3 where not given. The hub has the three of its control plane at least. */
  readonly containersPerNode?: number;
  /** 3 where not given. */
  readonly routedNamesPerNode?: number;
  /** From 30 up; 300 where not given. */
  readonly intervalSeconds?: number;
  /** `g14` where not given. */
  readonly failingNode?: string;
  /** The first pass, in milliseconds since the epoch; 2026-09-29T22:31:02+02:00 where not given. */
  readonly startAt?: number;
  /** The pass before which another node than the failing one adds a name for real; 3 where not given, null for never. */
  readonly kickAt?: number | null;
  /** How likely a benign event comes before any other pass but the first, from 0 to 1; 0.3 where not given. */
  readonly eventRate?: number;
  /** The node whose plan fails in each pass from 1 on; null, as where not given, leaves it to the store and the fault. */
  readonly failures?: readonly (string | null)[] | null;
  /** What makes a container's identity, and what becomes of the roster; where not given, as on the evening of the incident. */
  readonly policy?: BuiltInPolicy;
  /** Whether names move from node to node and go for real, often. They do not where not given. */
  readonly moving?: boolean;
  /** How likely the roster comes in another order than in the pass before, from 0 to 1; 0 where not given. */
  readonly restlessness?: number;
  /** Whether some containers have an entry of their own beside the roster. They do not where not given. */
  readonly ownEntries?: boolean;
}

const likeTheIncident = {
  nodes: 4,
  containersPerNode: 3,
  routedNamesPerNode: 3,
  intervalSeconds: 300,
  failingNode: 'g14',
  startAt: Date.UTC(2026, 8, 29, 20, 31, 2),
  kickAt: 3 as number | null,
  eventRate: 0.3,
  failures: null as readonly (string | null)[] | null,
  policy: asOnTheEvening,
  moving: false,
  restlessness: 0,
  ownEntries: false,
};

/** The options with what was left out. Throws RangeError for a mesh that cannot be. */
export function wholeOptions(given: MeshOptions): Required<MeshOptions> {
  const options = { ...likeTheIncident, ...given };
  const { nodes, intervalSeconds, failingNode } = options;
  const names = meshNodes.slice(0, nodes).map(({ node }) => node);
  if (nodes < 2 || nodes > meshNodes.length) throw new RangeError(`${nodes} nodes: expected 2 to ${meshNodes.length}`);
  if (intervalSeconds < 30) throw new RangeError(`a pass each ${intervalSeconds} s: expected 30 s or more`);
  if (!names.includes(failingNode)) throw new RangeError(`no node "${failingNode}": expected ${names.join(', ')}`);
  return options;
}
