import * as z from 'zod/mini';
import {
  type Declaration,
  isJsonObject,
  type JsonObject,
  type Outcome,
  outcomes,
  type Problem,
  type Report,
} from '../roster/index.ts';
import { distinctContainers } from './distinct-containers.ts';
import { errorText, joinErrors } from './error-text.ts';
import { hostsReader } from './hosts-reader.ts';
import { readContainer } from './mesh-container.ts';
import { expectFewRows } from './most-parts.ts';
import { passLevelKeys } from './pass-level.ts';
import { findShapeFault, listOrMap, objectWith, text } from './shape.ts';
import { readableReport, type Shortfall } from './shortfall.ts';
import { UnreadableInput } from './unreadable-input.ts';

const nodeKeys = objectWith({
  node: z.nullish(text),
  address: z.nullish(text),
  containers: z.nullish(z.array(z.unknown(), { error: 'expected a list of containers' })),
  roster: listOrMap,
});

type NodeElement = JsonObject & z.infer<typeof nodeKeys>;

const knownKeys = ['node', 'address', 'outcome', 'containers', 'roster', ...passLevelKeys];
const errorKeys = ['error', 'errors'];

/** Where an element of `nodes` stands, and what is known of it besides its text. */
export interface NodePlace {
  /** The words for its place, for messages. */
  readonly place: string;
  /** The node that it goes under where it names none. */
  readonly node: string | null;
  /** The failure of the command that printed it: what it planned is then known not to be everything. */
  readonly failure: string | null;
}

/**
 * Reads a lone declaration. Throws {@link UnreadableInput} where no node is known; any other value that cannot be read
 * becomes the outcome `unreadable` of its node. Null where the node is said to be `unreported`.
 */
export function readLoneReport(value: unknown, at: Omit<NodePlace, 'place'>, problems: Problem[]): Report | null {
  const node = nodeOf(value, at.node);
  if (node === null) {
    const fault = findShapeFault(nodeKeys, value);
    throw new UnreadableInput(`the declaration names no node: ${fault ?? 'expected a key "node"'}`, {
      hint: 'add --node NAME',
    });
  }
  return readNamedReport(node, value, { place: 'the declaration', ...at }, problems);
}

/** Reads one element of `nodes`. One that names no node is the problem `malformed-node` and null. */
export function readReport(value: unknown, at: NodePlace, problems: Problem[]): Report | null {
  const node = nodeOf(value, at.node);
  if (node !== null) return readNamedReport(node, value, at, problems);
  const fault = findShapeFault(nodeKeys, value);
  problems.push({ code: 'malformed-node', text: `${at.place}: ${fault ?? 'names no node'}` });
  return null;
}

function nodeOf(value: unknown, given: string | null): string | null {
  return isJsonObject(value) && typeof value.node === 'string' && value.node !== '' ? value.node : given;
}

function readNamedReport(node: string, value: unknown, at: NodePlace, problems: Problem[]): Report | null {
  const fault = findShapeFault(nodeKeys, value);
  if (fault !== null) {
    const error = `${at.place}: ${fault}`;
    problems.push({ code: 'malformed-node', node, text: error });
    return { node, outcome: 'unreadable', error, address: null };
  }
  const element = value as NodeElement;
  const error = joinErrors([errorText(element.error), errorText(element.errors)]);
  const outcome = outcomeOf(element, error, problems, node);
  if (outcome === 'unreported') return null;
  if (outcome === 'failed' || outcome === 'skipped' || outcome === 'unreadable') {
    return { node, outcome, error: joinErrors([at.failure, error]), address: element.address ?? null };
  }
  const errorTold = error === null || outcome === 'partial';
  const { declaration, unread } = declarationOf(node, element, errorTold, problems);
  return readableReport(node, declaration, shortfallOf(outcome, joinErrors([at.failure, error]), at.failure, unread));
}

function shortfallOf(
  outcome: 'planned' | 'partial',
  error: string | null,
  failure: string | null,
  unread: number,
): Shortfall | null {
  if (failure !== null || outcome === 'partial') return { missing: 'names', error };
  return unread > 0 ? { missing: 'containers', error: 'a container could not be read' } : null;
}

/** Whether something that was planned is shown. */
function isShown({ containers, roster }: NodeElement): boolean {
  return (containers ?? roster ?? null) !== null;
}

/** The outcome given, but that what is shown was reported. Where none is given, an error beside nothing else is a failure, and beside something it is a partial plan. */
function outcomeOf(element: NodeElement, error: string | null, problems: Problem[], node: string): Outcome {
  const given = element.outcome ?? null;
  if (given === null) {
    if (error === null) return 'planned';
    return isShown(element) ? 'partial' : 'failed';
  }
  const known = outcomes.find((outcome) => outcome === given && !(outcome === 'unreported' && isShown(element)));
  if (!known) problems.push({ code: 'unknown-outcome', node, text: JSON.stringify(given) });
  return known ?? 'partial';
}

function declarationOf(
  node: string,
  element: NodeElement,
  errorTold: boolean,
  problems: Problem[],
): { declaration: Declaration; unread: number } {
  const reader = hostsReader(problems, node);
  // an error beside a complete plan has no other place
  const dropped = errorTold ? [...knownKeys, ...errorKeys] : knownKeys;
  const extra = Object.fromEntries(
    Object.entries<JsonObject[string]>(element).filter(([key]) => !dropped.includes(key)),
  );
  const roster = element.roster ? reader.readRoster(element.roster) : null;
  const address = element.address ?? null;
  if (!element.containers) return { declaration: { address, containers: null, roster, extra }, unread: 0 };
  expectFewRows(element.containers, 'containers');
  const read = element.containers.map((value) => readContainer(value, reader));
  for (const [index, one] of read.entries()) {
    if ('fault' in one)
      problems.push({ code: 'malformed-container', node, text: `containers[${index}]: ${one.fault}` });
  }
  const readable = read.flatMap((one) => ('container' in one ? [one.container] : []));
  const containers = distinctContainers(readable, node, problems);
  return { declaration: { address, containers, roster, extra }, unread: read.length - readable.length };
}
