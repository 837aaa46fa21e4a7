import { canonicalJson, type Json } from '../roster/index.ts';
import { addText, type ContentId, type Contents } from './contents.ts';
import {
  decodedReport,
  type EncodedReport,
  encodedReport,
  isSameDeclaration,
  type StoredReport,
} from './stored-report.ts';

/** A node's latest report at a pass, and whether it reported in that pass. */
export interface NodeReport {
  readonly report: StoredReport;
  readonly reported: boolean;
}

/** What stands of a mesh after a pass: its roster, the roster that the pass gave, the latest report of each node. */
export interface MeshState {
  readonly roster: ContentId | null;
  readonly rosterGiven: ContentId | null;
  readonly nodes: ReadonlyMap<string, NodeReport>;
}

/** A node that planned, as most do: its declaration in force is the one that it delivered. */
type PlannedNode = readonly [node: string, reported: 0 | 1, content: ContentId, lists: readonly number[]];
type OtherNode = readonly [node: string, reported: 0 | 1, report: EncodedReport];
type EncodedState = readonly [
  roster: ContentId | null,
  rosterGiven: ContentId | null,
  lists: readonly ContentId[],
  nodes: readonly (PlannedNode | OtherNode)[],
];

/**
 * The text of a state, by node, contents by their ids. The hosts lists stand in it once, at the beginning, and elsewhere by their place there: most
 * containers of a mesh have one list, so that a name that moves changes one number.
 */
function encodeState({ roster, rosterGiven, nodes }: MeshState): string {
  const places = new Map<ContentId, number>();
  const placeOf = (list: ContentId): number => {
    const place = places.get(list) ?? places.size;
    places.set(list, place);
    return place;
  };
  const rows = [...nodes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([node, { report, reported }]): Json => {
      const { outcome, error, missing, delivered, inForce } = report;
      const isPlain = outcome === 'planned' && error === null && missing === null;
      if (!isPlain || delivered === null || !isSameDeclaration(delivered, inForce))
        return [node, reported ? 1 : 0, encodedReport(report, placeOf)];
      return [node, reported ? 1 : 0, delivered.content, delivered.lists.map(placeOf)];
    });
  return canonicalJson([roster, rosterGiven, [...places.keys()], rows]);
}

/** Reads back the text of a state. */
export function decodeState(text: string): MeshState {
  const [roster, rosterGiven, lists, rows] = JSON.parse(text) as EncodedState;
  const list = (place: number) => lists[place] as ContentId;
  const nodes = rows.map((row): [string, NodeReport] => {
    const [node, reported] = row;
    if (row.length === 3) return [node, { report: decodedReport(row[2], list), reported: reported === 1 }];
    const declaration = { content: row[2], lists: row[3].map(list) };
    const report = { outcome: 'planned', error: null, missing: null, delivered: declaration, inForce: declaration };
    return [node, { report: report as StoredReport, reported: reported === 1 }];
  });
  return { roster, rosterGiven, nodes: new Map(nodes) };
}

/** Adds a state whose contents are there already. `base` is one that it is much like. */
export function addState(contents: Contents, state: MeshState, base: ContentId | null): ContentId {
  return addText(contents, 'state', encodeState(state), base);
}

/** The contents that a state names, each once. */
export function namedInState({ roster, rosterGiven, nodes }: MeshState): ContentId[] {
  const rosters = [roster, rosterGiven].filter((content) => content !== null);
  return [...new Set([...rosters, ...[...nodes.values()].flatMap(({ report }) => namedInReport(report))])];
}

/** The contents that a report names, each once. */
export function namedInReport({ delivered, inForce }: StoredReport): ContentId[] {
  const named = [delivered, inForce].flatMap((one) => (one === null ? [] : [one.content, ...one.lists]));
  return [...new Set(named)];
}

/** The nodes that reported in a pass. */
export function namedIn({ nodes }: MeshState): string[] {
  return [...nodes].filter(([, { reported }]) => reported).map(([node]) => node);
}

/** The same state, in which nobody reported and no roster was given. */
export function standingFrom({ roster, nodes }: MeshState): MeshState & { readonly nodes: Map<string, NodeReport> } {
  const standing = [...nodes].map(([node, { report }]) => [node, { report, reported: false }] as const);
  return { roster, rosterGiven: null, nodes: new Map(standing) };
}

/** What stands before the first pass. */
export const emptyState: MeshState = { roster: null, rosterGiven: null, nodes: new Map() };
