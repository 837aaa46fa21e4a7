import type { Database } from 'better-sqlite3';
import type { Binding, Digest } from '../roster/index.ts';
import type { Bindings } from './bindings.ts';
import type { ContentId, Contents } from './contents.ts';
import type { Damage } from './damage.ts';

/** What was found in the specs of an arrival, by their digests. */
export interface FoundBindings {
  /** Those of which more was found than whoever brings them has brought before. */
  readonly fresh: ReadonlyMap<Digest, Binding>;
  /** Any of them: a spec that was pruned and comes back has lost what was found in it. Null where nobody searched it. */
  find(digest: Digest): Binding | null;
}

/**
 * Makes the function that appends something and then, in the same transaction, what was found in its specs. Where nothing is
 * new it costs two look-ups. Where the disk did not keep the table, what is appended is recorded without.
 */
export function openBindingWriter(
  database: Database,
  contents: Contents,
  bindings: Bindings,
  damage: Damage,
): <T>(found: FoundBindings | undefined, append: () => T) => T {
  const lastContent = database.prepare<[], number | null>('SELECT max(content) FROM contents').pluck();
  const addedSpecs = database.prepare<[number], { content: ContentId; digest: Buffer }>(
    "SELECT content, digest FROM contents WHERE content > ? AND kind = 'spec'",
  );

  function write({ fresh, find }: FoundBindings, before: number): void {
    for (const [digest, binding] of fresh) {
      const spec = contents.find('spec', digest);
      if (spec !== null) bindings.add(spec, binding);
    }
    if ((lastContent.get() ?? 0) === before) return;
    for (const { content, digest } of addedSpecs.all(before)) {
      const key = digest.toString('hex') as Digest;
      const binding = fresh.has(key) ? null : find(key);
      if (binding !== null) bindings.add(content, binding);
    }
  }

  return (found, append) => {
    if (found === undefined) return append();
    const before = (lastContent.get() as number | null) ?? 0;
    const appended = append();
    damage.attempt(
      'what containers bind',
      () => write(found, before),
      () => {},
    );
    return appended;
  };
}
