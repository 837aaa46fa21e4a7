import { isJsonObject, type JsonObject, type PassDraft, type Problem, type Report } from '../roster/index.ts';
import { type Format, failureOf, type Input } from './format.ts';
import { hostsReader } from './hosts-reader.ts';
import { readLoneReport, readReport } from './mesh-declaration.ts';
import { expectFewRows } from './most-parts.ts';
import { type PassDocument, passDocument, passLevelDraft, passLevelKeys } from './pass-level.ts';
import { expectShape, findShapeFault, listOrMap, objectWith } from './shape.ts';
import { blanksOf } from './shortfall.ts';

const rosterKeys = objectWith({ roster: listOrMap });
const knownKeys = ['roster', 'nodes', ...passLevelKeys];
const loneKeys = ['node', 'containers', 'outcome'];

/** Our own JSON or YAML: a pass document, or a lone declaration of one node with the pass-level keys beside it. */
export const mesh: Format = {
  name: 'mesh',
  summary: 'our own JSON or YAML: a pass document with "nodes" and "roster", or one declaration',
  recognises: ({ value }) =>
    isJsonObject(value) &&
    ('nodes' in value ||
      'containers' in value ||
      ('node' in value && ('outcome' in value || 'error' in value || 'errors' in value)) ||
      Array.isArray(value.roster) ||
      isJsonObject(value.roster)),
  read(input) {
    const document = expectShape(passDocument, input.value, 'the pass document');
    const isLone = (document.nodes ?? null) === null && loneKeys.some((key) => key in document);
    return isLone ? readLone(document, input) : readDocument(document, input);
  },
};

function readLone(document: PassDocument, input: Input): PassDraft {
  const problems: Problem[] = [];
  const draft = passLevelDraft(document, input, problems);
  const node = input.circumstances.node ?? null;
  const report = readLoneReport(document, { node, failure: failureOf(input.circumstances) }, problems);
  return { ...draft, outcome: 'planned', missing: null, error: null, reports: report ? [report] : [], lone: true };
}

function readDocument(document: PassDocument, input: Input): PassDraft {
  const problems: Problem[] = [];
  const draft = passLevelDraft(document, input, problems);
  const failure = failureOf(input.circumstances);
  expectFewRows(document.nodes ?? [], 'nodes');
  const reports = (document.nodes ?? []).flatMap((node, index) => {
    return readReport(node, { place: `nodes[${index}]`, node: null, failure }, problems) ?? [];
  });
  return {
    ...draft,
    ...readRoster(document, draft, problems),
    reports: lastOfEach(reports, problems),
    // what came out of JSON.parse is JSON
    extra: Object.fromEntries(Object.entries(document).filter(([key]) => !knownKeys.includes(key))) as JsonObject,
  };
}

/** The roster of the mesh, and how it was read. One that is none leaves the nodes as they are. */
function readRoster(document: PassDocument, draft: PassDraft, problems: Problem[]): Partial<PassDraft> {
  const fault = findShapeFault(rosterKeys, document);
  if (fault !== null) {
    const words = `the pass document: ${fault}`;
    const error = draft.error === null ? words : `${draft.error}; ${words}`;
    problems.push({ code: 'unreadable-input', text: error });
    return { outcome: 'unreadable', missing: null, error };
  }
  if (!document.roster) return {};
  const roster = hostsReader(problems, null).readRoster(document.roster);
  const blanks = draft.outcome === 'planned' ? blanksOf(roster.list) : null;
  return blanks ? { outcome: 'partial', ...blanks, roster } : { roster };
}

/** A node named twice in one document goes by its last entry, and the document says so. */
function lastOfEach(reports: readonly Report[], problems: Problem[]): Report[] {
  const byNode = new Map<string, Report>();
  for (const report of reports) {
    if (byNode.has(report.node))
      problems.push({ code: 'malformed-node', node: report.node, text: 'named twice; the last entry counts' });
    byNode.set(report.node, report);
  }
  return [...byNode.values()];
}
