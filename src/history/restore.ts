import type { Database } from 'better-sqlite3';
import {
  bindingOf,
  canonicalJson,
  type Digest,
  decodeEntries,
  digestOf,
  encodeEntries,
  encodeRoster,
  type JsonObject,
} from '../roster/index.ts';
import type { ContentId, ContentKind, Contents } from './contents.ts';
import { addEncoded, type DeclarationRef, type EncodedContainer } from './declaration-content.ts';
import { missingContent, openContentFinder } from './find-content.ts';
import { openGaps } from './gaps.ts';
import { openObservationAppender } from './observations.ts';
import type { StoreReader } from './read.ts';
import { openPassRestorer, type RestoredPass } from './restore-pass.ts';
import type {
  TranscriptContainer,
  TranscriptContent,
  TranscriptGap,
  TranscriptHorizon,
  TranscriptObservation,
  TranscriptPass,
} from './transcript.ts';
import { transcriptDigest } from './transcript-contents.ts';
import { openHorizonRestorer, type RestoredHorizon } from './transcript-horizons.ts';

/**
 * Takes a transcript back into a store, part by part in the order in which it was read; each into a transaction of the
 * caller's. What the store holds already is no news. Throws a TranscriptError.
 */
export interface Restorer {
  /** Adds a content, and gives the digest that it has: not the one it is said to have, where it was changed on its way. */
  content(part: TranscriptContent): Digest;
  pass(part: TranscriptPass): RestoredPass;
  /** Takes where the history of a controller begins; it is written with the first pass. */
  horizon(part: TranscriptHorizon): RestoredHorizon;
  /** Whether it is new. */
  observation(part: TranscriptObservation): boolean;
  /** Whether it, or its end, is new. */
  gap(part: TranscriptGap): boolean;
  /** What it took may have been undone: whatever refers to that from here on cannot be taken. */
  forget(): void;
}

/** Opens a store for a transcript. */
export function openRestorer(database: Database, contents: Contents, reader: StoreReader): Restorer {
  const find = openContentFinder(contents);

  const declarations = new Map<Digest, DeclarationRef>();
  // what comes next is much like what came last
  let last: Partial<Record<ContentKind, ContentId>> = {};

  function addText(kind: ContentKind, text: string): Digest {
    const digest = digestOf(text);
    last[kind] = contents.add(kind, digest, () => text, last[kind]);
    return digest;
  }

  function addSpec({ value, binds }: TranscriptContent & { kind: 'spec' }): Digest {
    const digest = addText('spec', canonicalJson(value));
    if (binds !== undefined)
      reader.bindings.add(last.spec as ContentId, bindingOf(new Set(binds.names), binds.why ?? null));
    return digest;
  }

  function content(part: TranscriptContent): Digest {
    if (part.kind === 'hosts') return addText('hosts', encodeEntries(decodeEntries(part.entries)));
    if (part.kind === 'spec') return addSpec(part);
    if (part.kind === 'roster')
      return addText('roster', encodeRoster(decodeEntries(part.entries), new Map(part.owners)));
    const { address, extra, roster } = part;
    const containers = part.containers && [...part.containers].sort((a, b) => (a.id < b.id ? -1 : 1));
    const digest = transcriptDigest(address, extra, roster, containers);
    declarations.set(digest, addParts(address, extra, roster, containers));
    return digest;
  }

  /** A declaration whose parts came before it. */
  function addParts(
    address: string | null,
    extra: JsonObject,
    roster: Digest | null,
    containers: readonly TranscriptContainer[] | null,
  ): DeclarationRef {
    const lists: ContentId[] = [];
    const rows = containers?.map(({ id, spec, hosts, engine }): EncodedContainer => {
      const list = find('hosts', hosts);
      if (!lists.includes(list)) lists.push(list);
      return [id, find('spec', spec), lists.indexOf(list), engine?.id ?? null, engine?.configDigest ?? null];
    });
    const rosterId = roster === null ? null : find('roster', roster);
    const content = addEncoded(contents, [address, extra, rosterId, rows ?? null], last.declaration ?? null);
    last.declaration = content;
    return { content, lists };
  }

  const gaps = openGaps(database, reader.damage);
  const gapRow = database.prepare<unknown[], { gap: number; ended: number }>(
    `SELECT gap, EXISTS (SELECT 1 FROM gap_ends WHERE gap_ends.gap = gaps.gap) AS ended FROM gaps
     WHERE recorder = ? AND controller IS ? AND kind = ? AND from_at = ? AND source IS ?`,
  );
  const appendObservations = openObservationAppender(database);

  const horizons = openHorizonRestorer(database);
  const restorePass = openPassRestorer(database, contents, reader, {
    roster: (digest) => find('roster', digest),
    declaration(digest) {
      const ref = declarations.get(digest);
      if (ref === undefined) throw missingContent('declaration', digest);
      return ref;
    },
  });

  return {
    content,
    horizon: horizons.take,
    pass(part) {
      horizons.write();
      return restorePass(part);
    },
    observation: ({ observation, recordedAt, source }) =>
      appendObservations({ observations: [observation], recordedAt, source }) > 0,
    gap({ recorder, gap: { controller, kind, from, until, source, reason } }) {
      const known = gapRow.get(recorder, controller, kind, from, source);
      if (known && (until === null || known.ended === 1)) return false;
      const number = known?.gap ?? gaps.begin({ recorder, controller, kind, from, source, reason });
      if (until !== null) gaps.end(number, until);
      return true;
    },
    forget() {
      declarations.clear();
      last = {};
    },
  };
}
