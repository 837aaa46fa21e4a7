import type { Container, HostsList, Pass, Roster, State } from '../../src/roster/index.ts';

/** A state as plain values that a test can write down: each node with its containers, each container with its host entries. */
export interface PlainState {
  readonly roster: readonly string[] | null;
  readonly nodes: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** The texts of the host entries in force. */
export function plainState({ roster, nodes }: State): PlainState {
  return {
    roster: roster && texts(roster.list),
    nodes: Object.fromEntries(
      [...nodes].map(([node, { containers }]) => [
        node,
        Object.fromEntries([...containers].map(([id, { hosts }]) => [id, texts(hosts)])),
      ]),
    ),
  };
}

/** The outcome of each node of a pass. */
export function plainOutcomes({ outcomes }: Pass): Record<string, string> {
  return Object.fromEntries(outcomes.map(({ node, outcome }) => [node, outcome]));
}

/** Every fact of a state as plain values, for comparing what was recorded with what is read. */
export function wholeState({ roster, nodes }: State): unknown {
  return {
    roster: roster && wholeRoster(roster),
    nodes: [...nodes]
      .map(([node, { address, containers, roster: own, extra }]) => ({
        node,
        address,
        containers: [...containers.values()].map(wholeContainer).sort((a, b) => (a.id < b.id ? -1 : 1)),
        roster: own && wholeRoster(own),
        extra,
      }))
      .sort((a, b) => (a.node < b.node ? -1 : 1)),
  };
}

function wholeContainer({ id, hosts, spec, engine }: Container) {
  return { id, hosts: hosts.entries, hostsDigest: hosts.digest, spec: spec.value, specDigest: spec.digest, engine };
}

function wholeRoster({ list, owners, digest }: Roster) {
  return { entries: list.entries, owners: [...owners].sort(), digest };
}

function texts({ entries }: HostsList): string[] {
  return entries.map(({ text }) => text);
}
