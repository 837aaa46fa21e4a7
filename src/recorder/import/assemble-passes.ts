import { UnreadableInput } from '../../formats/index.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type PassDraft,
  type Problem,
  type Report,
} from '../../roster/index.ts';
import { faultText } from '../unreadable-pass.ts';
import type { FileVersion } from './file-version.ts';

/** Some files as they were at one time: what a pass is made of. */
export interface Snapshot {
  readonly key: string;
  readonly at: number | null;
  /** What started the pass, where more is known than the files say. */
  readonly trigger: JsonObject | null;
  /** In the order of their paths. `fresh` says that the snapshot before did not hold this version. */
  readonly files: readonly { readonly path: string; readonly version: FileVersion; readonly fresh: boolean }[];
  /** The paths that only the snapshot before held. */
  readonly gone: readonly string[];
}

/** What a file gave when it could be read. */
interface Giver {
  readonly controller: string;
  readonly nodes: readonly string[];
  readonly roster: boolean;
}

/** The files of the snapshots so far, and what each gave. */
export type Givers = Map<string, Giver>;

/** A pass that is being made. */
interface Part {
  draft: PassDraft;
  readonly problems: Problem[];
  /** The report of each node, and the path that it came from; null where what it came from could not be read. */
  readonly reports: Map<string, { readonly report: Report; readonly path: string | null }>;
}

/**
 * Makes the passes of a snapshot, one for each controller, mostly one. A file that cannot be read, or is gone, removes
 * nothing: the nodes that it gave before are unreadable, or unreported with a problem that says so.
 */
export function assemblePasses(snapshot: Snapshot, givers: Givers, controller: string | undefined): PassDraft[] {
  const parts = new Map<string, Part>();
  const fallback = controller ?? [...givers.values()][0]?.controller ?? 'default';

  function partOf(name: string): Part {
    const part = parts.get(name) ?? emptyPart(name, snapshot);
    parts.set(name, part);
    return part;
  }

  for (const { path, version } of snapshot.files) {
    if (version instanceof UnreadableInput || version.kind !== 'pass') continue;
    addDraft(partOf(version.draft.controller), version.draft, path);
    const { controller: own, reports, roster, outcome } = version.draft;
    givers.set(path, {
      controller: own,
      nodes: reports.map(({ node }) => node),
      roster: roster !== null || outcome !== 'planned',
    });
  }
  for (const { path, version, fresh } of snapshot.files) {
    if (!(version instanceof UnreadableInput)) continue;
    const giver = givers.get(path);
    addUnreadable(partOf(giver?.controller ?? fallback), giver, `"${path}": ${faultText(version)}`, fresh);
  }
  for (const path of snapshot.gone) {
    const giver = givers.get(path);
    givers.delete(path);
    if (giver) addGone(partOf(giver.controller), giver, `"${path}" is gone: what it declared last stands`);
  }
  if (parts.size === 0) partOf(fallback);
  return [...parts.values()].map(({ draft, problems, reports }) => ({
    ...draft,
    problems,
    reports: [...reports.values()].map(({ report }) => report),
  }));
}

function emptyPart(controller: string, { key, at, trigger }: Snapshot): Part {
  const draft: PassDraft = {
    controller,
    key,
    at,
    trigger,
    roster: null,
    outcome: 'planned',
    missing: null,
    error: null,
    reports: [],
    problems: [],
    extra: {},
    lone: false,
  };
  return { draft, problems: [], reports: new Map() };
}

function addDraft(part: Part, given: PassDraft, path: string): void {
  for (const report of given.reports) addReport(part, report, path);
  if (given.roster !== null || given.outcome !== 'planned') {
    if (part.draft.roster !== null) {
      const text = `"${path}" gives the mesh's roster once more; the last one counts`;
      part.problems.push({ code: 'unreadable-input', text });
    }
    const { roster, outcome, missing, error } = given;
    part.draft = { ...part.draft, roster, outcome, missing, error };
  }
  part.problems.push(...given.problems);
  part.draft = {
    ...part.draft,
    trigger: withOwnTrigger(part.draft.trigger, given.trigger),
    extra: { ...part.draft.extra, ...(given.key === null ? {} : { pass: given.key }), ...given.extra },
  };
}

function addReport({ reports, problems }: Part, report: Report, path: string): void {
  const { node } = report;
  const other = reports.get(node);
  if (other !== undefined) {
    const text = `declared by "${other.path}" and by "${path}"; the last one counts`;
    problems.push({ code: 'malformed-node', node, text });
  }
  reports.set(node, { report, path });
}

/** What a document says of its own start stands beside what the snapshot says. */
function withOwnTrigger(trigger: Json, own: Json): Json {
  if (own === null) return trigger;
  if (!isJsonObject(trigger)) return trigger ?? own;
  return 'trigger' in trigger ? trigger : { ...trigger, trigger: own };
}

function addUnreadable(part: Part, giver: Giver | undefined, error: string, fresh: boolean): void {
  for (const node of giver?.nodes ?? []) {
    if (part.reports.has(node)) continue;
    part.reports.set(node, { report: { node, outcome: 'unreadable', error, address: null }, path: null });
  }
  if (giver?.roster && part.draft.roster === null) part.draft = { ...part.draft, outcome: 'unreadable', error };
  // a file that never was a declaration is told of once, and not in every pass from then on
  if (fresh || giver) part.problems.push({ code: 'unreadable-input', text: error });
}

function addGone({ draft, problems, reports }: Part, { nodes, roster }: Giver, text: string): void {
  for (const node of nodes.filter((one) => !reports.has(one))) problems.push({ code: 'unreadable-input', node, text });
  if (roster && draft.roster === null) problems.push({ code: 'unreadable-input', text });
}
