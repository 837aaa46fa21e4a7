import fc from 'fast-check';
import { type HostsList, hostEntriesOf, hostsListOf, type Pass, type State } from '../../src/roster/index.ts';
import { container, nodeState, pass } from '../roster/builders.ts';

/** A name with its addresses, in the order in which they stand. */
export type Held = readonly [name: string, addresses: readonly string[]];

const name = fc.constantFrom(
  'g14.internal',
  'forge.g14.example',
  'books.g14.example',
  'git.novox.example',
  'db',
  'wiki',
);
const address = fc.constantFrom('192.0.2.2', '192.0.2.3', '192.0.2.81', '2001:db8::1', 'host-gateway');

/** Names, each once, with up to three distinct addresses; some have none. */
export const held: fc.Arbitrary<Held[]> = fc.uniqueArray(fc.tuple(name, fc.uniqueArray(address, { maxLength: 3 })), {
  selector: ([one]) => one,
  maxLength: 6,
});

/** A hosts list that holds these, each entry as it would be written plainly. */
export function listOf(names: readonly Held[]): HostsList {
  return hostsListOf(
    names.flatMap(([one, addresses]) =>
      (addresses.length === 0 ? [''] : addresses).flatMap((text) => hostEntriesOf(`${one}:${text}`, one, text).entries),
    ),
  );
}

/** A hosts list of any names. */
export const hostsList: fc.Arbitrary<HostsList> = held.map(listOf);

/** The same names and addresses as another list holds, in another order of names, written otherwise, some of them twice. */
export function rewritten(names: readonly Held[]): fc.Arbitrary<HostsList> {
  return fc
    .tuple(fc.shuffledSubarray([...names], { minLength: names.length }), fc.infiniteStream(fc.nat({ max: 5 })))
    .map(([shuffled, choices]) => {
      const choice = (): number => choices.next().value as number;
      const entries = shuffled.flatMap(([one, addresses]) =>
        (addresses.length === 0 ? [''] : addresses).flatMap((text) => {
          const written = [one, one.toUpperCase(), `${one}.`][choice() % 3] as string;
          const addressText = text.includes(':') && choice() % 2 === 0 ? `[${text.toUpperCase()}]` : text;
          const entry = hostEntriesOf(
            `${written}${choice() % 2 === 0 ? ':' : '='}${addressText}`,
            written,
            addressText,
          );
          return choice() === 0 ? [...entry.entries, ...entry.entries] : entry.entries;
        }),
      );
      return hostsListOf(entries);
    });
}

const containerIds = ['mesh-store/postgres.server', 'gitea/gitea.server', 'gitea/gitea.db'];
const spec = fc.constantFrom({ image: 'a' }, { image: 'b' }, { image: 'a', env: { LOG_LEVEL: 'info' } });
const engine = fc.constantFrom(undefined, { id: '1' }, { id: '2' });

const declaration = fc
  .record({
    address: fc.constantFrom('192.0.2.2', '192.0.2.3', null),
    roster: fc.option(hostsList, { freq: 2 }),
    containers: fc.uniqueArray(fc.record({ id: fc.constantFrom(...containerIds), hosts: hostsList, spec, engine }), {
      selector: ({ id }) => id,
    }),
  })
  .map(({ address: own, roster, containers }) => ({
    address: own,
    roster: roster && { list: roster, owners: new Map(), digest: roster.digest },
    containers: containers.map(({ engine: facts, ...parts }) => container(facts ? { ...parts, engine: facts } : parts)),
  }));

/** A mesh of up to three nodes, its roster given or not. */
export const state: fc.Arbitrary<State> = fc
  .record({
    roster: fc.option(hostsList),
    nodes: fc.dictionary(fc.constantFrom('ace', 'g14', 'novox'), declaration, { noNullPrototype: true }),
  })
  .map(({ roster, nodes }) => ({
    roster: roster && { list: roster, owners: new Map(), digest: roster.digest },
    nodes: new Map(Object.entries(nodes).map(([node, parts]) => [node, nodeState(node, parts)])),
  }));

/** Passes with any states and outcomes, numbered from 1. */
export const passes: fc.Arbitrary<Pass[]> = fc
  .array(
    fc.record({
      state,
      outcome: fc.constantFrom('planned' as const, 'failed' as const, 'partial' as const, 'unreported' as const),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) =>
    all.map((one, index) =>
      pass({
        number: index + 1,
        state: one.state,
        outcomes: [...one.state.nodes.keys()].map((node) => ({ node, outcome: one.outcome })),
      }),
    ),
  );
