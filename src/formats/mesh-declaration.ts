import * as z from 'zod/mini';
import {
  type Container,
  containerId,
  type Declaration,
  isJsonObject,
  type Json,
  type JsonObject,
  lacksAddress,
  type Outcome,
  outcomes,
  type Problem,
  type Report,
  specOf,
} from '../roster/index.ts';
import { type HostsReader, hostsReader } from './hosts-reader.ts';
import { findShapeFault } from './shape.ts';
import { UnreadableInput } from './unreadable-input.ts';

const nodeKeys = z.looseObject({
  node: z.optional(z.string()),
  address: z.optional(z.nullable(z.string())),
  containers: z.optional(z.nullable(z.array(z.unknown(), { error: 'expected a list of containers' }))),
  roster: z.optional(
    z.nullable(
      z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())], { error: 'expected a list or a map' }),
    ),
  ),
});

const containerKeys = z.looseObject({
  name: z.string(),
  module: z.optional(z.nullable(z.string())),
  hosts: z.optional(
    z.nullable(
      z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())], { error: 'expected a list or a map' }),
    ),
  ),
});

/** Keys that change on every pass, and so are no part of an identity. */
const passLevelKeys = ['controller', 'pass', 'at', 'trigger'];
const knownNodeKeys = ['node', 'address', 'outcome', 'error', 'containers', 'roster', ...passLevelKeys];
const knownContainerKeys = ['name', 'module', 'hosts', ...passLevelKeys];

/**
 * Reads one element of `nodes`. A value that cannot be read becomes the outcome `unreadable` of its node where it names
 * one, and else the problem `malformed-node`; only a lone declaration without any node throws. `failure` is that of the
 * command that printed it: what it planned is then known not to be everything.
 */
export function readReport(
  value: unknown,
  nodeGiven: string | null,
  failure: string | null,
  problems: Problem[],
  place: string,
): Report | null {
  const fault = findShapeFault(nodeKeys, value);
  const node = isJsonObject(value) && typeof value.node === 'string' && value.node !== '' ? value.node : nodeGiven;
  if (node === null) {
    if (place === 'the declaration') {
      throw new UnreadableInput('the declaration names no node: expected a key "node"', { hint: 'add --node NAME' });
    }
    problems.push({ code: 'malformed-node', text: `${place}: ${fault ?? 'names no node'}` });
    return null;
  }
  if (fault !== null) {
    problems.push({ code: 'malformed-node', node, text: `${place}: ${fault}` });
    return { node, outcome: 'unreadable', error: `${place}: ${fault}`, address: null };
  }
  return reportOf(node, value as JsonObject, failure, problems);
}

function reportOf(node: string, value: JsonObject, failure: string | null, problems: Problem[]): Report | null {
  const error = errorText(value.error);
  const address = typeof value.address === 'string' ? value.address : null;
  const outcome = outcomeOf(value, error, problems, node);
  if (outcome === 'unreported') return null;
  if (outcome === 'failed' || outcome === 'skipped' || outcome === 'unreadable')
    return { node, outcome, error, address };
  const { declaration, whole } = declarationOf(node, value, address, problems);
  if (failure !== null) return { node, outcome: 'partial', declaration, missing: 'names', error: failure };
  if (outcome === 'partial') return { node, outcome, declaration, missing: 'names', error };
  if (!whole)
    return { node, outcome: 'partial', declaration, missing: 'containers', error: 'a container could not be read' };
  if (namesWithoutAddress(declaration)) {
    return { node, outcome: 'partial', declaration, missing: 'addresses', error: 'names without an address' };
  }
  return { node, outcome: 'planned', declaration };
}

function namesWithoutAddress({ roster, containers }: Declaration): boolean {
  const lists = [...(roster ? [roster.list] : []), ...(containers ?? []).map(({ hosts }) => hosts)];
  return lists.some(({ entries }) => lacksAddress(entries));
}

function outcomeOf(value: JsonObject, error: string | null, problems: Problem[], node: string): Outcome {
  const given = value.outcome;
  if (given === undefined || given === null)
    return error !== null && value.containers === undefined ? 'failed' : 'planned';
  const known = outcomes.find((outcome) => outcome === given);
  if (!known) problems.push({ code: 'unknown-outcome', node, text: JSON.stringify(given) });
  return known ?? 'partial';
}

function errorText(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function declarationOf(
  node: string,
  value: JsonObject,
  address: string | null,
  problems: Problem[],
): { declaration: Declaration; whole: boolean } {
  const reader = hostsReader(problems, node);
  const extra = Object.fromEntries(Object.entries(value).filter(([key]) => !knownNodeKeys.includes(key)));
  const roster = value.roster ? reader.readRoster(value.roster) : null;
  if (!Array.isArray(value.containers))
    return { declaration: { address, containers: null, roster, extra }, whole: true };
  const containers = new Map<string, Container>();
  let whole = true;
  for (const [index, entry] of value.containers.entries()) {
    const fault = findShapeFault(containerKeys, entry);
    if (fault !== null) {
      problems.push({ code: 'malformed-container', node, text: `containers[${index}]: ${fault}` });
      whole = false;
      continue;
    }
    const container = containerOf(entry as JsonObject, reader);
    let id = container.id;
    for (let copy = 2; containers.has(id); copy += 1) id = `${container.id}#${copy}`;
    if (id !== container.id) problems.push({ code: 'repeated-container', node, container: container.id });
    containers.set(id, { ...container, id });
  }
  return { declaration: { address, containers: [...containers.values()], roster, extra }, whole };
}

function containerOf(entry: JsonObject, reader: HostsReader): Container {
  const spec = Object.fromEntries(Object.entries(entry).filter(([key]) => !knownContainerKeys.includes(key)));
  return {
    id: containerId((entry.module as string | undefined) ?? null, entry.name as string),
    hosts: reader.readHosts(entry.hosts),
    spec: specOf(spec),
    engine: null,
  };
}
