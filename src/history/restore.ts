import type { Database } from 'better-sqlite3';
import {
  canonicalJson,
  type Digest,
  decodeEntries,
  digestOf,
  encodeEntries,
  encodeRoster,
  type Json,
} from '../roster/index.ts';
import type { ContentKind, Contents } from './contents.ts';
import { openContentFinder } from './find-content.ts';
import { openGaps } from './gaps.ts';
import { openObservationAppender } from './observations.ts';
import type { StoreReader } from './read.ts';
import { openPassRestorer, type RestoredPass } from './restore-pass.ts';
import type { TranscriptContent, TranscriptGap, TranscriptObservation, TranscriptPass } from './transcript.ts';

/**
 * Takes a transcript back into a store, part by part in the order in which it was read; each into a transaction of the
 * caller's. What the store holds already is no news. Throws a TranscriptError.
 */
export interface Restorer {
  /** Adds a content, and gives the digest that it has: not the one it is said to have, where it was changed on its way. */
  content(part: TranscriptContent): Digest;
  pass(part: TranscriptPass): RestoredPass;
  /** Whether it is new. */
  observation(part: TranscriptObservation): boolean;
  /** Whether it, or its end, is new. */
  gap(part: TranscriptGap): boolean;
}

/** Opens a store for a transcript. */
export function openRestorer(database: Database, contents: Contents, reader: StoreReader): Restorer {
  const find = openContentFinder(database);

  function addText(kind: ContentKind, text: string): Digest {
    const digest = digestOf(text);
    contents.add(kind, digest, () => text);
    return digest;
  }

  function content(part: TranscriptContent): Digest {
    if (part.kind === 'hosts') return addText('hosts', encodeEntries(decodeEntries(part.entries)));
    if (part.kind === 'spec') return addText('spec', canonicalJson(part.value));
    if (part.kind === 'roster')
      return addText('roster', encodeRoster(decodeEntries(part.entries), new Map(part.owners)));
    const { address, extra, roster } = part;
    const containers = part.containers && [...part.containers].sort((a, b) => (a.id < b.id ? -1 : 1));
    const encoded = (at: (kind: ContentKind, digest: Digest) => string | number): string =>
      canonicalJson([
        address,
        extra,
        roster === null ? null : at('roster', roster),
        containers?.map(({ id, spec, hosts, engine }): Json => {
          return [id, at('spec', spec), at('hosts', hosts), engine?.id ?? null, engine?.configDigest ?? null];
        }) ?? null,
      ]);
    const digest = digestOf(encoded((_, named) => named));
    contents.add('declaration', digest, () => encoded(find));
    return digest;
  }

  const gaps = openGaps(database, reader.damage);
  const gapRow = database.prepare<unknown[], { gap: number; ended: number }>(
    `SELECT gap, EXISTS (SELECT 1 FROM gap_ends WHERE gap_ends.gap = gaps.gap) AS ended FROM gaps
     WHERE recorder = ? AND controller IS ? AND kind = ? AND from_at = ? AND source IS ?`,
  );
  const appendObservations = openObservationAppender(database);

  return {
    content,
    pass: openPassRestorer(database, contents, reader, find),
    observation: ({ observation, recordedAt, source }) =>
      appendObservations({ observations: [observation], recordedAt, source }) > 0,
    gap({ recorder, gap: { controller, kind, from, until, source, reason } }) {
      const known = gapRow.get(recorder, controller, kind, from, source);
      if (known && (until === null || known.ended === 1)) return false;
      const number = known?.gap ?? gaps.begin({ recorder, controller, kind, from, source, reason });
      if (until !== null) gaps.end(number, until);
      return true;
    },
  };
}
