import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { type ContentId, openContents } from '../../src/history/contents.ts';
import { type DeclarationRef, decodeDeclaration } from '../../src/history/declaration-content.ts';
import { namedIn } from '../../src/history/mesh-state.ts';
import { openReader } from '../../src/history/read.ts';
import { readWithLog } from '../../src/history/read-log.ts';
import { canonicalJson, digestOf, type Json } from '../../src/roster/index.ts';

/** Digests of rows are not looked at where a store is brought up to date. */
const anyDigest = Buffer.from([0]);

/** Copies what a store holds of passes into a new one of schema 1, as the first version would have made it. */
export function copyToOlder(store: string, older: string): void {
  const database = new BetterSqlite3(older);
  database.pragma('journal_mode = WAL');
  const [first] = readdirSync('migrations').sort() as [string];
  database.exec(readFileSync(join('migrations', first), 'utf8'));
  const newer = new BetterSqlite3(store, { readonly: true });
  database.transaction(() => copyPasses(newer, store, database))();
  newer.close();
  database.exec(`PRAGMA application_id = ${0x52485354}; PRAGMA user_version = 1`);
  database.close();
}

function copyPasses(newer: Database, store: string, older: Database): void {
  const contents = openContents(newer, store);
  const insertContent = older.prepare("INSERT INTO contents VALUES (?, ?, ?, 'plain', ?)");
  const insertNext = older.prepare("INSERT OR IGNORE INTO contents VALUES (NULL, ?, ?, 'plain', ?)");
  const findContent = older.prepare('SELECT content FROM contents WHERE digest = ? AND kind = ?').pluck();
  const asTheyAre = "SELECT content FROM contents WHERE kind IN ('hosts', 'spec', 'roster')";
  for (const id of newer.prepare(asTheyAre).pluck().all() as ContentId[]) {
    const { digest, kind, text } = contents.load(id);
    insertContent.run(id, Buffer.from(digest, 'hex'), kind, Buffer.from(text));
  }

  function contentOf(kind: string, value: Json): number {
    const text = canonicalJson(value);
    const digest = Buffer.from(digestOf(text), 'hex');
    insertNext.run(digest, kind, Buffer.from(text));
    return findContent.get(digest, kind) as number;
  }

  /** A declaration had the id of its hosts list with each container. */
  function declarationOf(ref: DeclarationRef | null): number | null {
    if (ref === null) return null;
    const [address, extra, roster, rows] = decodeDeclaration(contents.load(ref.content).text);
    const containers = rows?.map(([id, spec, list, ...engine]) => [id, spec, ref.lists[list] as number, ...engine]);
    return contentOf('declaration', [address, extra, roster, containers ?? null]);
  }

  const reader = openReader(newer, contents);
  const insertPass = older.prepare(`INSERT INTO passes VALUES (${'?, '.repeat(15)}?)`);
  const insertReport = older.prepare('INSERT INTO reports VALUES (?, ?, ?, ?, ?)');
  const latest = new Map<string, number>();
  for (const row of reader.rows(null, 1, Number.MAX_SAFE_INTEGER)) {
    const recorded = reader.records.find(row);
    if (recorded === null) throw new Error(`pass ${row.pass} cannot be read`);
    const { outcome, error, lone, problems, extra } = recorded.facts;
    const { pass, controller, key, at, lag, trigger, source } = recorded.row;
    const { state } = recorded;
    const nodes = contentOf('nodes', namedIn(state).sort());
    const odd = problems.length === 0 ? null : contentOf('problems', problems as unknown as Json);
    const unknown = Object.keys(extra).length === 0 ? null : contentOf('extra', extra);
    const label = source === null ? null : contents.load(source).text;
    const facts = [pass, controller, key, at, at + lag, trigger, outcome, error, lone ? 1 : 0, label];
    insertPass.run(...facts, nodes, state.roster, state.rosterGiven, odd, unknown, anyDigest);
    for (const [node, { report }] of state.nodes) {
      const [delivered, inForce] = [declarationOf(report.delivered), declarationOf(report.inForce)];
      const content = contentOf('report', [report.outcome, report.error, report.missing, delivered, inForce]);
      if (latest.get(`${controller} ${node}`) === content) continue;
      latest.set(`${controller} ${node}`, content);
      insertReport.run(controller, node, pass, content, anyDigest);
    }
  }
}

/** The schema that a store has, found without writing anything. */
export function schemaOf(store: string): number {
  return readWithLog(store).readUInt32BE(60);
}
