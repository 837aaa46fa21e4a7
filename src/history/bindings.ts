import type { Database, Statement } from 'better-sqlite3';
import {
  type Binding,
  bindingOf,
  type Digest,
  isSameBinding,
  joinBindings,
  type Name,
  notSearched,
  type UntoldReason,
  untoldReasonOf,
} from '../roster/index.ts';
import { checksumOf } from './checksum.ts';
import type { ContentId, Contents } from './contents.ts';
import type { Damage } from './damage.ts';
import { StoreError } from './store-error.ts';

/** A row of the table of bindings. */
export interface BindingRow {
  readonly spec: ContentId;
  readonly names: string;
  readonly untold: Exclude<UntoldReason, 'not-searched'> | null;
  readonly checksum: number;
}

/** The table of bindings: what was found in each spec. */
export interface Bindings {
  /** The same content gives the same object until it is written. Where the disk did not keep it, that nobody searched, and the place is noted. */
  of(spec: ContentId): Binding;
  /** Adds what was found to what is known. Nothing is written where it says nothing new. */
  add(spec: ContentId, binding: Binding): void;
  /** Reads all of them anew from here on. */
  forget(): void;
}

/** The specs of all rows, as the index has them once more. */
export const specsInIndex = 'SELECT spec FROM bindings INDEXED BY bindings_by_checksum WHERE checksum >= 0';

/** So many bindings are kept at hand. */
const keptBindings = 50_000;

/** The checksum of what was found in a spec. */
export function bindingChecksum({ spec, names, untold }: Omit<BindingRow, 'checksum'>, digest: DigestAt): number {
  return checksumOf([digest(spec), names, untold]);
}

type DigestAt = (content: ContentId) => Digest;

/** Opens the table of bindings. It is not looked at before somebody asks. */
export function openBindings(database: Database, contents: Contents, damage: Damage): Bindings {
  const known = new Map<ContentId, Binding>();
  let indexed: ReadonlySet<ContentId> | undefined;
  let select: Statement<[number], BindingRow> | undefined;
  let write: Statement<[number, string, string | null, number]> | undefined;

  /** Throws {@link StoreError} where the disk did not keep it, the table as a whole included. */
  function load(spec: ContentId): Binding {
    const row = rowOf(spec);
    if (row === undefined) {
      if (inIndex().has(spec)) throw lost(spec);
      return notSearched;
    }
    if (row.checksum !== bindingChecksum(row, contents.digestOf)) throw lost(spec);
    return bindingOf(new Set(JSON.parse(row.names) as Name[]), row.untold);
  }

  /** The specs that the index has. It is read once: what is written later is in the table. */
  function inIndex(): ReadonlySet<ContentId> {
    indexed ??= damage.attempt(
      null,
      () => new Set(database.prepare(specsInIndex).pluck().all() as ContentId[]),
      () => new Set<ContentId>(),
    );
    return indexed;
  }

  function rowOf(spec: ContentId): BindingRow | undefined {
    try {
      select ??= database.prepare('SELECT * FROM bindings WHERE spec = ?');
      return select.get(spec);
    } catch (cause) {
      throw lost(spec, cause);
    }
  }

  /** Throws {@link StoreError} where the disk did not keep the table. */
  function writeRow({ spec, names, untold, checksum }: BindingRow): void {
    try {
      write ??= database.prepare(
        `INSERT INTO bindings (spec, names, untold, checksum) VALUES (?, ?, ?, ?) ON CONFLICT (spec) DO UPDATE
         SET names = excluded.names, untold = excluded.untold, checksum = excluded.checksum`,
      );
      write.run(spec, names, untold, checksum);
    } catch (cause) {
      throw (cause as { code?: unknown }).code === 'SQLITE_ERROR' ? lost(spec, cause) : cause;
    }
  }

  function of(spec: ContentId): Binding {
    const found = known.get(spec);
    if (found !== undefined) return found;
    const binding = damage.attempt<Binding>(
      `what the container of content ${spec} binds`,
      () => load(spec),
      () => notSearched,
    );
    if (known.size >= keptBindings) known.clear();
    known.set(spec, binding);
    return binding;
  }

  return {
    of,
    forget() {
      known.clear();
      indexed = undefined;
    },
    add(spec, binding) {
      if (untoldReasonOf(binding) === 'not-searched') return;
      const before = of(spec);
      const joined = joinBindings(before, binding);
      if (isSameBinding(joined, before)) return;
      const names = JSON.stringify([...joined.names].sort());
      const untold = untoldReasonOf(joined) as BindingRow['untold'];
      writeRow({ spec, names, untold, checksum: bindingChecksum({ spec, names, untold }, contents.digestOf) });
      known.delete(spec);
    },
  };
}

function lost(spec: ContentId, cause?: unknown): StoreError {
  return new StoreError(`what the container of content ${spec} binds is not what was recorded`, {
    damaged: true,
    hint: 'roster-history verify says what is affected',
    cause,
  });
}
