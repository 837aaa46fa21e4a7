import * as z from 'zod/mini';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  lacksAddress,
  type PassDraft,
  type Problem,
  type Report,
} from '../roster/index.ts';
import { type Circumstances, type Format, failureOf } from './format.ts';
import { hostsReader } from './hosts-reader.ts';
import { readReport } from './mesh-declaration.ts';
import { parseInstant } from './parse-instant.ts';
import { expectShape } from './shape.ts';

const passKeys = z.looseObject({
  controller: z.optional(z.string()),
  pass: z.optional(z.union([z.string(), z.number()], { error: 'expected a text or a number' })),
  at: z.optional(z.unknown()),
  trigger: z.optional(z.unknown()),
  roster: z.optional(
    z.nullable(
      z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())], { error: 'expected a list or a map' }),
    ),
  ),
  nodes: z.optional(z.array(z.unknown(), { error: 'expected a list of declarations' })),
});

const knownPassKeys = ['controller', 'pass', 'at', 'trigger', 'roster', 'nodes'];

/** Our own JSON: a pass document, or a lone declaration of one node with the pass-level keys beside it. */
export const mesh: Format = {
  name: 'mesh',
  summary: 'our own JSON: a pass document with "nodes" and "roster", or one declaration',
  recognises: ({ json }) =>
    isJsonObject(json) &&
    ('nodes' in json || 'containers' in json || ('node' in json && 'outcome' in json) || isMeshRoster(json)),
  read({ json, circumstances }) {
    const document = expectShape(passKeys, json, 'the pass document') as JsonObject & z.infer<typeof passKeys>;
    const problems: Problem[] = [];
    const draft = passLevel(document, circumstances, problems);
    const failure = failureOf(circumstances);
    if (document.nodes === undefined && ('containers' in document || 'node' in document || 'outcome' in document)) {
      const report = readReport(document, circumstances.node ?? null, failure, problems, 'the declaration');
      // how a lone declaration fared is said of its node, and not of the pass that it gathers into
      const reports = report ? [report] : [];
      return { ...draft, outcome: 'planned', missing: null, error: null, reports, problems, extra: {}, lone: true };
    }
    const reports = (document.nodes ?? []).flatMap((node, index) => {
      const report = readReport(node, null, failure, problems, `nodes[${index}]`);
      return report ? [report] : [];
    });
    const roster = document.roster ? hostsReader(problems, null).readRoster(document.roster) : null;
    const blanks = roster && draft.outcome === 'planned' && lacksAddress(roster.list.entries);
    const extra = Object.fromEntries(Object.entries(document).filter(([key]) => !knownPassKeys.includes(key)));
    return {
      ...draft,
      ...(blanks
        ? { outcome: 'partial' as const, missing: 'addresses' as const, error: 'names without an address' }
        : {}),
      reports: lastOfEach(reports, problems),
      problems,
      roster,
      extra: extra as JsonObject,
    };
  },
};

function isMeshRoster(json: JsonObject): boolean {
  return 'roster' in json && (Array.isArray(json.roster) || isJsonObject(json.roster));
}

function passLevel(document: z.infer<typeof passKeys>, circumstances: Circumstances, problems: Problem[]): PassDraft {
  const failure = failureOf(circumstances);
  return {
    controller: document.controller ?? circumstances.controller ?? 'default',
    key: document.pass === undefined ? (circumstances.key ?? null) : String(document.pass),
    at: parseInstant(document.at, problems) ?? circumstances.at ?? null,
    trigger: (document.trigger as Json | undefined) ?? circumstances.trigger ?? null,
    roster: null,
    outcome: failure ? 'partial' : 'planned',
    missing: failure ? 'names' : null,
    error: failure,
    reports: [],
    problems,
    extra: {},
    lone: false,
  };
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
