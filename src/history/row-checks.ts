import type { Digest } from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';
import { type JoinRow, joinChecksum, type PassRow, passChecksum } from './rows.ts';
import { StoreError } from './store-error.ts';

/** Checks rows against the sums that were recorded with them. Each check throws {@link StoreError} where it fails. */
export interface RowChecks {
  pass(row: PassRow): void;
  join(row: JoinRow): void;
  /** Looks up all digests anew from here on: the same ids may be those of others. */
  forget(): void;
}

/** So many digests are kept at hand: the same few contents are named by pass after pass. */
const keptDigests = 10_000;

/** Opens the checks of a store. */
export function openRowChecks(contents: Contents): RowChecks {
  const kept = new Map<ContentId, Digest>();

  function digestAt(content: ContentId): Digest {
    const known = kept.get(content);
    if (known !== undefined) return known;
    const digest = contents.digestOf(content);
    if (kept.size >= keptDigests) kept.clear();
    kept.set(content, digest);
    return digest;
  }

  function expectWhole(isWhole: boolean, what: string): void {
    if (isWhole) return;
    throw new StoreError(`${what} is not what was recorded`, {
      damaged: true,
      hint: 'roster-history verify says what is affected',
    });
  }

  return {
    pass: (row) => expectWhole(row.checksum === passChecksum(row, digestAt), `pass ${row.pass}`),
    join: (row) => expectWhole(row.checksum === joinChecksum(row, digestAt), `what joined pass ${row.pass}`),
    forget: () => kept.clear(),
  };
}
