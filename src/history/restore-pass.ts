import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, type Json, type Problem } from '../roster/index.ts';
import { clockProblems, parameters, passColumns } from './append.ts';
import { addText, type ContentId, type Contents } from './contents.ts';
import { type FindContent, TranscriptError } from './find-content.ts';
import type { StoreReader } from './read.ts';
import { addReport } from './report-content.ts';
import { openReportRows } from './report-rows.ts';
import { type PassRow, passRowDigest, rosterGivenIn } from './rows.ts';
import type { TranscriptPass, TranscriptReport, TranscriptRoster } from './transcript.ts';
import { wellFormedText } from './well-formed.ts';

/** What became of a pass of a transcript. */
export interface RestoredPass {
  readonly kind: 'recorded' | 'known';
  readonly number: number;
}

/** What a transcript has told of a controller so far. */
interface Told {
  readonly reports: Map<string, TranscriptReport>;
  roster: TranscriptRoster;
}

/**
 * Makes the function that takes the passes of one transcript into a store. A pass is known where the store holds one that
 * was recorded at the same instant with the same facts; two of a transcript that are alike are two in the store too.
 */
export function openPassRestorer(
  database: Database,
  contents: Contents,
  reader: StoreReader,
  find: FindContent,
): (part: TranscriptPass) => RestoredPass {
  const told = new Map<string, Told>();
  const taken = new Set<number>();
  const rows = openReportRows(database, contents, reader);
  const insertPass = database.prepare(`INSERT INTO passes (${passColumns}) VALUES (${parameters(passColumns)})`);
  const nextNumber = database.prepare('SELECT coalesce(max(pass), 0) + 1 FROM passes').pluck();
  const alike = database.prepare<unknown[], PassRow>(
    `SELECT * FROM passes WHERE controller = :controller AND at = :at AND recorded_at = :recordedAt AND key IS :key
     AND outcome = :outcome AND error IS :error AND lone = :lone AND source IS :source ORDER BY pass`,
  );

  function findKnown(part: TranscriptPass, reports: readonly TranscriptReport[], given: Digest | null): number | null {
    const { controller, at, recordedAt, key, outcome, error, source } = part;
    const facts = { controller, at, recordedAt, key, outcome, error, source, lone: part.lone ? 1 : 0 };
    const found = alike.all(facts).find((row) => !taken.has(row.pass) && isSame(row, part, reports, given));
    return found?.pass ?? null;
  }

  function isSame(
    row: PassRow,
    { controller, trigger }: TranscriptPass,
    reports: readonly TranscriptReport[],
    given: Digest | null,
  ): boolean {
    const joins = reader.joinsOf(row.pass);
    const rosterGiven = rosterGivenIn(row, joins);
    if ((rosterGiven === null ? null : contents.digestOf(rosterGiven)) !== given) return false;
    if (canonicalJson(reader.findPass(row.pass)?.trigger ?? null) !== canonicalJson(trigger)) return false;
    const named = reader.namedIn(row, joins);
    return named.size === reports.length && reports.every((report) => named.has(report.node) && delivered(report));

    function delivered({ node, outcome, error, missing, delivered: digest }: TranscriptReport): boolean {
      const known = reader.findReport(controller, node, row.pass)?.report;
      if (!known || known.outcome !== outcome || known.error !== error || known.missing !== missing) return false;
      return (known.delivered === null ? null : contents.digestOf(known.delivered)) === digest;
    }
  }

  function write(part: TranscriptPass, reports: readonly TranscriptReport[], roster: TranscriptRoster): number {
    const { controller, at } = part;
    const number = nextNumber.get() as number;
    const before = reader.findBefore(controller, number, 1);
    const problems = withClock(part, before === null ? null : reader.findPassRow(before));
    const place = ({ node, outcome, error, missing, delivered, inForce }: TranscriptReport) => ({
      node,
      content: addReport(contents, {
        outcome,
        error,
        missing,
        delivered: idOrNull('declaration', delivered),
        inForce: idOrNull('declaration', inForce),
      }),
      before: reader.findReport(controller, node, number - 1),
    });
    const placed = reports.map(place);
    const named = new Set(reports.map(({ node }) => node));
    const standing = part.standing.filter(({ node }) => !named.has(node)).map(place);
    const nodes = [...named];
    const row: Omit<PassRow, 'digest'> = {
      pass: number,
      controller,
      key: part.key,
      at,
      recorded_at: part.recordedAt,
      trigger: part.trigger === null ? null : JSON.stringify(part.trigger),
      outcome: part.outcome,
      error: part.error,
      lone: part.lone ? 1 : 0,
      source: part.source,
      nodes: addText(contents, 'nodes', canonicalJson(nodes)),
      roster: idOrNull('roster', roster.inForce),
      roster_given: idOrNull('roster', roster.given),
      problems:
        problems.length === 0 ? null : addText(contents, 'problems', canonicalJson(problems as unknown as Json)),
      extra: Object.keys(part.extra).length === 0 ? null : addText(contents, 'extra', canonicalJson(part.extra)),
    };
    const digests = placed.map(({ content }) => contents.digestOf(content));
    insertPass.run({ ...row, digest: Buffer.from(passRowDigest(row, digests, contents.digestOf), 'hex') });
    for (const one of [...placed, ...standing]) rows.insert(controller, number, one, true);
    return number;
  }

  function idOrNull(kind: 'roster' | 'declaration', digest: Digest | null): ContentId | null {
    return digest === null ? null : find(kind, digest);
  }

  return (given) => {
    const part = wellFormedPass(given);
    const before = told.get(part.controller) ?? { reports: new Map(), roster: { given: null, inForce: null } };
    told.set(part.controller, before);
    const roster = part.roster ?? before.roster;
    before.roster = roster;
    for (const report of [...part.reports, ...part.standing]) before.reports.set(report.node, report);
    const nodes = new Set([...part.reports.map(({ node }) => node), ...part.again]);
    const reports = [...nodes].sort().map((node) => {
      const report = before.reports.get(node);
      if (report === undefined) throw new TranscriptError(`no report of node "${node}" stands before it`);
      return report;
    });
    const known = findKnown(part, reports, roster.given);
    const number = known ?? write(part, reports, roster);
    taken.add(number);
    return { kind: known === null ? 'recorded' : 'known', number };
  };
}

/** The problems of a pass; that the clock went back is added where it did so only in the store that it comes into. */
function withClock({ at, problems }: TranscriptPass, before: PassRow | null): readonly Problem[] {
  if (problems.some(({ code }) => code === 'clock-went-back')) return problems;
  return [...problems, ...clockProblems(at, before)];
}

/** What a text column stores is well-formed, and digests are over what is stored. */
function wellFormedPass(part: TranscriptPass): TranscriptPass {
  const optional = (text: string | null) => (text === null ? null : wellFormedText(text));
  const named = (report: TranscriptReport) => ({ ...report, node: wellFormedText(report.node) });
  return {
    ...part,
    controller: wellFormedText(part.controller),
    key: optional(part.key),
    error: optional(part.error),
    source: optional(part.source),
    reports: part.reports.map(named),
    again: part.again.map(wellFormedText),
    standing: part.standing.map(named),
  };
}
