import {
  type Address,
  type Container,
  type Declaration,
  declarationInForce,
  digestOf,
  type HostsList,
  joinBindings,
  type Name,
  type NameMap,
  type NodeOutcome,
  type NodeState,
  namesOf,
  type Pass,
  type PassDraft,
  type Roster,
  rosterInForce,
  rosterOf,
  type State,
} from '../../roster/index.ts';
import { nameMoves } from '../name-moves.ts';
import { meshView } from '../views.ts';
import { listWith } from './adjusted-list.ts';
import { stands } from './replay-steps.ts';

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
 * for one that comes, that has at least half of the mesh's names: such a list is taken to be made of the roster. Nodes that
 * stand are handed nothing.
 */
export function withNames(
  state: State,
  changes: readonly NameChange[],
  standing: ReadonlySet<string> = new Set(),
): State {
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
    if (standing.has(node)) return [node, one];
    const containers = new Map(
      [...one.containers].map(([id, container]): [string, Container] => {
        const hosts = changed(container.hosts);
        return [id, hosts === container.hosts ? container : { ...container, hosts, engine: null }];
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
  return due.size === 0 ? list : listWith(list, due, list, () => true);
}

/**
 * The state after a pass that was read but not recorded. A node that it does not name, or whose plan failed, stands. No engine
 * has told of its containers yet.
 */
export function withDraft(state: State, { roster, missing, reports }: PassDraft): State {
  const nodes = new Map(state.nodes);
  for (const report of reports) {
    if (!('declaration' in report)) continue;
    const before = nodes.get(report.node);
    const last = before && declarationOf(before);
    const whole = declarationInForce(last ?? null, report.declaration, 'missing' in report ? report.missing : null);
    const containers = new Map(
      (whole.containers ?? []).map((container) => [container.id, nextContainer(container, before)]),
    );
    const { address, extra } = whole;
    nodes.set(report.node, nodeState({ node: report.node, address, containers, roster: whole.roster, extra }));
  }
  return { roster: rosterInForce(state.roster, roster, missing), nodes };
}

/** What was found in the same spec before is bound too. */
function nextContainer(container: Container, before: NodeState | undefined): Container {
  const last = before?.containers.get(container.id);
  const { spec } = container;
  if (last?.spec.digest !== spec.digest) return { ...container, engine: null };
  const { digest, value } = spec;
  return { ...container, engine: null, spec: { digest, value, binds: joinBindings(spec.binds, last.spec.binds) } };
}

/** The state after a roster that was read but not recorded: what it changes of names is taken to go into hosts lists. */
export function withRoster(state: State, { roster, missing }: PassDraft, standing: ReadonlySet<string>): State {
  const given = rosterInForce(state.roster, roster, missing) as Roster;
  const changes = nameMoves(meshNames(state), namesOf(given.list)).map(({ name, after }) => ({
    name,
    addresses: after,
  }));
  return { ...withNames(state, changes, standing), roster: given };
}

function declarationOf({ address, containers, roster, extra }: NodeState): Declaration {
  return { address, containers: [...containers.values()], roster, extra };
}

function nodeState(node: Omit<NodeState, 'digest'>): NodeState {
  const { address, containers, roster, extra } = node;
  const parts = [...containers.values()].map(({ id, hosts, spec, engine }) => [id, hosts.digest, spec.digest, engine]);
  return { ...node, digest: digestOf(JSON.stringify([address, extra, roster?.digest ?? null, parts])) };
}

/** The nodes that are handed nothing in a pass. */
export function standingNodes({ outcomes }: Pick<Pass, 'outcomes'>): ReadonlySet<string> {
  return new Set(outcomes.filter(({ outcome }) => stands(outcome)).map(({ node }) => node));
}

/**
 * The pass that would come next. Without a draft, a node that was handed nothing is handed nothing again, and the others plan
 * well; with one, each node fares as it says.
 */
export function nextPass(latest: Pass, state: State, at: number, draft: PassDraft | null = null): Pass {
  const standing = standingNodes(latest);
  const last = new Map(latest.outcomes.map((one) => [one.node, one]));
  const told = new Map(draft?.reports.map((report) => [report.node, report]));
  const outcomes = [...state.nodes.keys(), ...[...told.keys()].filter((node) => !state.nodes.has(node))].map(
    (node): NodeOutcome => {
      const report = told.get(node);
      if (report !== undefined) {
        return { node, outcome: report.outcome, error: 'error' in report ? report.error : null };
      }
      if (draft !== null) return { node, outcome: 'unreported', error: null };
      return standing.has(node) ? (last.get(node) as NodeOutcome) : { node, outcome: 'planned', error: null };
    },
  );
  return {
    number: latest.number + 1,
    controller: latest.controller,
    key: null,
    at,
    recordedAt: at,
    trigger: draft?.trigger ?? null,
    outcome: draft?.outcome ?? 'planned',
    error: draft?.error ?? null,
    source: null,
    problems: draft?.problems ?? [],
    extra: {},
    outcomes,
    state,
  };
}
