import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { type Digest, digestOf } from '../roster/index.ts';
import { StoreError } from './store-error.ts';

/** Where a content stands in the store. Shorter than its digest, and never in a digest. */
export type ContentId = number & { readonly brand: 'ContentId' };

/** What a content is. */
export type ContentKind = 'hosts' | 'spec' | 'roster' | 'declaration' | 'report' | 'nodes' | 'problems' | 'extra';

/** A content as stored. */
export interface StoredContent {
  readonly content: ContentId;
  readonly digest: Digest;
  readonly kind: ContentKind;
  readonly text: string;
}

/** The table of contents: each distinct one once, written once. */
export interface Contents {
  /** Adds a content unless it is there. `text` is only asked for where it is new. */
  add(kind: ContentKind, digest: Digest, text: () => string): ContentId;
  /** Throws {@link StoreError} where it is missing or cannot be decoded. */
  load(content: ContentId): StoredContent;
  digestOf(content: ContentId): Digest;
}

interface Row {
  content: ContentId;
  digest: Buffer;
  kind: ContentKind;
  encoding: 'plain' | 'deflate';
  bytes: Buffer;
}

/** Opens the table of contents of a database. */
export function openContents(database: Database, file: string): Contents {
  const insert = database.prepare('INSERT INTO contents (digest, kind, encoding, bytes) VALUES (?, ?, ?, ?)');
  const findId = database
    .prepare<[Buffer, ContentKind], ContentId>('SELECT content FROM contents WHERE digest = ? AND kind = ?')
    .pluck();
  const loadRow = database.prepare<[number], Row>('SELECT * FROM contents WHERE content = ?');
  const loadDigest = database.prepare<[number], Buffer>('SELECT digest FROM contents WHERE content = ?').pluck();

  function missing(content: ContentId): StoreError {
    return new StoreError(`"${file}": content ${content} is missing`, {
      damaged: true,
      hint: 'roster-history verify says what is affected',
    });
  }

  return {
    add(kind, digest, text) {
      const digestBytes = Buffer.from(digest, 'hex');
      const known = findId.get(digestBytes, kind) as ContentId | undefined;
      if (known !== undefined) return known;
      const { encoding, bytes } = encode(text());
      return insert.run(digestBytes, kind, encoding, bytes).lastInsertRowid as ContentId;
    },
    load(content) {
      const row = loadRow.get(content);
      if (!row) throw missing(content);
      try {
        return { content, digest: row.digest.toString('hex') as Digest, kind: row.kind, text: decode(row) };
      } catch (cause) {
        throw new StoreError(`"${file}": content ${content} (${row.kind}) cannot be decoded`, {
          damaged: true,
          hint: 'roster-history verify says what is affected',
          cause,
        });
      }
    },
    digestOf(content) {
      const digest = loadDigest.get(content) as Buffer | undefined;
      if (!digest) throw missing(content);
      return digest.toString('hex') as Digest;
    },
  };
}

/** Adds a content whose digest is that of its own text. */
export function addText(contents: Contents, kind: ContentKind, text: string): ContentId {
  return contents.add(kind, digestOf(text), () => text);
}

/** Below this many bytes, compressing costs more than it saves. */
const plainBelow = 256;

function encode(text: string): { encoding: 'plain' | 'deflate'; bytes: Buffer } {
  const plain = Buffer.from(text, 'utf8');
  if (plain.length < plainBelow) return { encoding: 'plain', bytes: plain };
  return { encoding: 'deflate', bytes: deflateRawSync(plain) };
}

function decode({ encoding, bytes }: Row): string {
  return (encoding === 'plain' ? bytes : inflateRawSync(bytes)).toString('utf8');
}
