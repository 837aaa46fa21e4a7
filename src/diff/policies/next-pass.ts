import {
  type Address,
  type Container,
  type Declaration,
  declarationInForce,
  digestOf,
  type HostEntry,
  type HostsList,
  hostsListOf,
  type Name,
  type NameMap,
  type NodeState,
  namesOf,
  type Pass,
  type PassDraft,
  type Roster,
  rosterInForce,
  rosterOf,
  type State,
} from '../../roster/index.ts';
import { isFailedPlan } from '../reasons.ts';
import { meshView } from '../views.ts';

/** A change of one name that may come: without addresses it goes. */
export interface NameChange {
  readonly name: Name;
  readonly addresses: readonly Address[];
}

/** The names of the mesh in a state: those of its roster, else those on which its nodes agree. */
export function meshNames(state: State): NameMap {
  return meshView(state).names;
}

/**
 * The state after changes of names: in the roster, in the rosters of nodes, and in each hosts list that has the name, or,
 * for one that comes, that has at least half of the mesh's names: such a list is taken to be made of the roster.
 */
export function withNames(state: State, changes: readonly NameChange[]): State {
  const names = meshNames(state);
  const wanted = new Map(changes.map(({ name, addresses }) => [name, addresses]));
  const lists = new Map<string, HostsList>();

  function changed(list: HostsList): HostsList {
    const made = lists.get(list.digest) ?? changedList(list, wanted, carriesRoster(list, names));
    lists.set(list.digest, made);
    return made;
  }

  function changedRoster(roster: Roster | null): Roster | null {
    if (roster === null) return null;
    const made = changedList(roster.list, wanted, true);
    return made === roster.list ? roster : rosterOf(made.entries, roster.owners);
  }

  const nodes = [...state.nodes].map(([node, one]): [string, NodeState] => {
    const containers = new Map(
      [...one.containers].map(([id, container]): [string, Container] => {
        const hosts = changed(container.hosts);
        return [id, hosts === container.hosts ? container : { ...container, hosts }];
      }),
    );
    return [node, nodeState({ ...one, containers, roster: changedRoster(one.roster) })];
  });
  return { roster: changedRoster(state.roster), nodes: new Map(nodes) };
}

function carriesRoster(list: HostsList, names: NameMap): boolean {
  const own = namesOf(list);
  const shared = [...names.keys()].filter((name) => own.has(name)).length;
  return names.size > 0 && shared * 2 >= names.size;
}

/** Names that come stand at the end, or in their place where the list is sorted by name. */
function changedList(list: HostsList, wanted: ReadonlyMap<Name, readonly Address[]>, takesNew: boolean): HostsList {
  const own = namesOf(list);
  const due = new Map([...wanted].filter(([name, addresses]) => own.has(name) || (takesNew && addresses.length > 0)));
  if (due.size === 0) return list;
  const given = new Set<Name>();
  const entriesOf = (name: Name): HostEntry[] => {
    if (given.has(name)) return [];
    given.add(name);
    return (due.get(name) ?? []).map((address) => ({ text: `${name}:${address}`, name, address }));
  };
  const sorted = list.entries.every(({ name }, at) => at === 0 || (list.entries[at - 1] as HostEntry).name <= name);
  const changed = list.entries.flatMap((entry) => (due.has(entry.name) ? entriesOf(entry.name) : [entry]));
  const added = [...due.keys()].flatMap(entriesOf);
  const entries = [...changed, ...added];
  return hostsListOf(sorted ? entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) : entries);
}

/** The state after a pass that was read but not recorded. A node that it does not name, or whose plan failed, stands. */
export function withDraft(state: State, { roster, missing, reports }: PassDraft): State {
  const nodes = new Map(state.nodes);
  for (const report of reports) {
    if (!('declaration' in report)) continue;
    const before = nodes.get(report.node);
    const last = before && declarationOf(before);
    const whole = declarationInForce(last ?? null, report.declaration, 'missing' in report ? report.missing : null);
    const containers = new Map((whole.containers ?? []).map((container) => [container.id, container]));
    const { address, extra } = whole;
    nodes.set(report.node, nodeState({ node: report.node, address, containers, roster: whole.roster, extra }));
  }
  return { roster: rosterInForce(state.roster, roster, missing), nodes };
}

function declarationOf({ address, containers, roster, extra }: NodeState): Declaration {
  return { address, containers: [...containers.values()], roster, extra };
}

function nodeState(node: Omit<NodeState, 'digest'>): NodeState {
  const { address, containers, roster, extra } = node;
  const parts = [...containers.values()].map(({ id, hosts, spec, engine }) => [id, hosts.digest, spec.digest, engine]);
  return { ...node, digest: digestOf(JSON.stringify([address, extra, roster?.digest ?? null, parts])) };
}

/** The pass that would come next: every node plans well but those of which the draft says otherwise. */
export function nextPass(latest: Pass, state: State, at: number, draft: PassDraft | null = null): Pass {
  const told = new Map(draft?.reports.map(({ node, outcome }) => [node, outcome]));
  const outcomes = [...state.nodes.keys()].map((node) => ({
    node,
    outcome: told.get(node) ?? 'planned',
    error: null,
  }));
  return {
    number: latest.number + 1,
    controller: latest.controller,
    key: null,
    at,
    recordedAt: at,
    trigger: draft?.trigger ?? null,
    outcome: draft !== null && isFailedPlan(draft.outcome) ? draft.outcome : 'planned',
    error: null,
    source: null,
    problems: draft?.problems ?? [],
    extra: {},
    outcomes,
    state,
  };
}
