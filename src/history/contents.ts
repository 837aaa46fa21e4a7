import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { type Digest, digestOf } from '../roster/index.ts';
import { weightedCache } from './content-cache.ts';
import { applyDelta, deltaOf } from './delta.ts';
import { StoreError } from './store-error.ts';

/** Where a content stands in the store. Shorter than its digest, and never in a digest. */
export type ContentId = number & { readonly brand: 'ContentId' };

/** What a content is. */
export type ContentKind = 'hosts' | 'spec' | 'roster' | 'declaration' | 'state' | 'pass' | 'join' | 'source';

/** A content as stored. */
export interface StoredContent {
  readonly content: ContentId;
  readonly digest: Digest;
  readonly kind: ContentKind;
  readonly text: string;
}

/** The table of contents: each distinct one once, written once. */
export interface Contents {
  /**
   * Adds a content unless it is there. `text` is only asked for where it is new; it is kept as a difference to `base`, a
   * content that it is much like, where that takes less than half.
   */
  add(kind: ContentKind, digest: Digest, text: () => string, base?: ContentId | null): ContentId;
  find(kind: ContentKind, digest: Digest): ContentId | null;
  /** Throws {@link StoreError} where it is missing or cannot be decoded. */
  load(content: ContentId): StoredContent;
  /** Where the content itself is lost, the index of digests may have it once more. */
  digestOf(content: ContentId): Digest;
  /** Reads all of them anew from here on: the same ids may be those of others. */
  forget(): void;
}

interface Row {
  content: ContentId;
  digest: Buffer;
  kind: ContentKind;
  encoding: 'plain' | 'deflate';
  bytes: Buffer;
  base: ContentId | null;
}

/** A difference may be to a content that is one itself, up to so many deep: that many are read for the last of them. */
const mostDeep = 16;

/** The bytes of contents that were read last are kept at hand, up to so many. */
const cachedBytes = 4 * 2 ** 20;

/** Opens the table of contents of a database. */
export function openContents(database: Database, file: string): Contents {
  const insert = database.prepare('INSERT INTO contents (digest, kind, encoding, bytes, base) VALUES (?, ?, ?, ?, ?)');
  const findId = database
    .prepare<[Buffer, ContentKind], ContentId>('SELECT content FROM contents WHERE digest = ? AND kind = ?')
    .pluck();
  const loadRow = database.prepare<[number], Row>('SELECT * FROM contents WHERE content = ?');
  const loadDigest = database.prepare<[number], Buffer>('SELECT digest FROM contents WHERE content = ?').pluck();
  const loadBase = database.prepare<[number], ContentId | null>('SELECT base FROM contents WHERE content = ?').pluck();
  const read = weightedCache<ContentId, Buffer>(cachedBytes);

  const find = (kind: ContentKind, digest: Digest) =>
    (findId.get(Buffer.from(digest, 'hex'), kind) as ContentId | undefined) ?? null;

  function missing(content: ContentId): StoreError {
    return new StoreError(`"${file}": content ${content} is missing`, {
      damaged: true,
      hint: 'roster-history verify says what is affected',
    });
  }

  function rowOf(content: ContentId): Row {
    const row = loadRow.get(content);
    if (!row) throw missing(content);
    return row;
  }

  /** The bytes of a content. Those of the ones that it is a difference to stay at hand for the next. */
  function bytesOf(row: Row): Buffer {
    const { base } = row;
    // a base is older: a row that the disk changed must not lead in a circle
    if (base === null || base >= row.content) return unpacked(row);
    const before = read.take(base, () => {
      const value = bytesOf(rowOf(base));
      return { value, weight: value.length };
    });
    return applyDelta(before, unpacked(row));
  }

  function depthOf(content: ContentId): number {
    let depth = 0;
    for (let at: ContentId | null = content; at !== null && depth < mostDeep; depth += 1)
      at = (loadBase.get(at) as ContentId | null | undefined) ?? null;
    return depth;
  }

  /** The difference of some bytes to a base; null where that is too deep, or the disk did not keep it. */
  function differenceTo(base: ContentId, bytes: Buffer): Pick<Row, 'encoding' | 'bytes'> | null {
    if (depthOf(base) >= mostDeep) return null;
    try {
      return packed(deltaOf(bytesOf(rowOf(base)), bytes));
    } catch {
      return null;
    }
  }

  /** What is stored of some bytes. */
  function stored(bytes: Buffer, base: ContentId | null): Pick<Row, 'encoding' | 'bytes' | 'base'> {
    const delta = base === null || bytes.length < differenceFrom ? null : differenceTo(base, bytes);
    // nothing is packed as small as that
    if (delta !== null && delta.bytes.length * sureShare < bytes.length) return { ...delta, base };
    const whole = packed(bytes);
    return delta !== null && delta.bytes.length * 2 < whole.bytes.length
      ? { ...delta, base }
      : { ...whole, base: null };
  }

  function add(kind: ContentKind, digest: Digest, text: () => string, base: ContentId | null = null): ContentId {
    const known = find(kind, digest);
    if (known !== null) return known;
    const row = stored(Buffer.from(text(), 'utf8'), base);
    return insert.run(Buffer.from(digest, 'hex'), kind, row.encoding, row.bytes, row.base).lastInsertRowid as ContentId;
  }

  /** Reads all of the index. */
  function indexedDigest(content: ContentId): Buffer | undefined {
    const sql = 'SELECT digest FROM contents INDEXED BY sqlite_autoindex_contents_1 WHERE +content = ?';
    try {
      return database.prepare<[number], Buffer>(sql).pluck().get(content) as Buffer | undefined;
    } catch {
      return undefined;
    }
  }

  function digestAt(content: ContentId): Digest {
    let fault: unknown = null;
    let digest: Buffer | undefined;
    try {
      digest = loadDigest.get(content) as Buffer | undefined;
    } catch (error) {
      fault = error;
    }
    digest ??= indexedDigest(content);
    if (digest === undefined) throw fault ?? missing(content);
    return digest.toString('hex') as Digest;
  }

  return {
    find,
    add,
    digestOf: digestAt,
    forget: read.clear,
    load(content) {
      const row = rowOf(content);
      try {
        const text = bytesOf(row).toString('utf8');
        return { content, digest: row.digest.toString('hex') as Digest, kind: row.kind, text };
      } catch (cause) {
        throw new StoreError(`"${file}": content ${content} (${row.kind}) cannot be decoded`, {
          damaged: true,
          hint: 'roster-history verify says what is affected',
          cause,
        });
      }
    },
  };
}

/** Adds a content whose digest is that of its own text. */
export function addText(contents: Contents, kind: ContentKind, text: string, base?: ContentId | null): ContentId {
  return contents.add(kind, digestOf(text), () => text, base);
}

/** Below this many bytes, compressing costs more than it saves. */
const plainBelow = 256;
/** Below this many, so does a difference. */
const differenceFrom = 64;
/** Where a difference is so many times shorter than the text, the text is not packed to see which is shorter. */
const sureShare = 40;

function packed(bytes: Buffer): Pick<Row, 'encoding' | 'bytes'> {
  if (bytes.length < plainBelow) return { encoding: 'plain', bytes };
  return { encoding: 'deflate', bytes: deflateRawSync(bytes) };
}

function unpacked({ encoding, bytes }: Row): Buffer {
  return encoding === 'plain' ? bytes : inflateRawSync(bytes);
}
