import type { Database } from 'better-sqlite3';
import { affectedBy } from './affected.ts';
import { contentDigest } from './checked-contents.ts';
import type { ContentId, ContentKind, Contents } from './contents.ts';
import type { Findings } from './finding.ts';
import { rowsOrLost } from './lost-rows.ts';

/** In the index of digests the numbers of contents stand once more. */
const numbered = {
  table: 'contents',
  number: 'content',
  numbers: "SELECT content FROM contents INDEXED BY sqlite_autoindex_contents_1 WHERE digest >= x''",
};

/** Checks each content against its digest. Of a damaged one it is told what rests on it. */
export function verifyContents(database: Database, contents: Contents, findings: Findings): void {
  const before = findings.list.length;
  const damaged: ContentId[] = [];
  for (const found of rowsOrLost<{ content: ContentId; kind: ContentKind }>(database, numbered)) {
    if ('row' in found) {
      const { content, kind } = found.row;
      findings.check('content', `content ${content} (${kind})`, () => {
        const stored = contents.load(content);
        const digest = contentDigest(stored, contents.digestOf);
        return digest === stored.digest ? null : `digest ${digest} found, ${stored.digest} expected`;
      });
      if (findings.list.length > before + damaged.length) damaged.push(content);
    } else if (found.lost === null) {
      findings.lost('content', 'the table of contents', found.error);
      return;
    } else {
      findings.lost('content', `content ${found.lost}`, found.error);
      damaged.push(found.lost as ContentId);
    }
  }
  if (damaged.length === 0) return;
  const affected = affectedBy(database, contents, new Set(damaged));
  for (const [index, content] of damaged.entries()) {
    const finding = findings.list[before + index];
    const affects = affected.get(content);
    if (finding && affects) findings.list[before + index] = { ...finding, affects };
  }
}
