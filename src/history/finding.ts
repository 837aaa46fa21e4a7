/** What can be damaged in a store. */
export type FindingCheck =
  | 'sqlite'
  | 'header'
  | 'schema'
  | 'content'
  | 'binding'
  | 'pass'
  | 'join'
  | 'observation'
  | 'gap'
  | 'horizon'
  | 'recorder'
  | 'setting'
  | 'sequence'
  | 'reference';

/** What rests on something that is damaged, as far as it can be told. */
export interface Affected {
  /** The first and the last pass of each stretch in which it was in force. */
  readonly passes: readonly (readonly [first: number, last: number])[];
  readonly nodes: readonly string[];
  /** The ids of containers. */
  readonly containers: readonly string[];
  readonly names: readonly string[];
}

/** One thing that is damaged: what was checked, where, what is wrong with it, and, of a content, what rests on it. */
export interface Finding {
  readonly check: FindingCheck;
  readonly place: string;
  readonly fault: string;
  readonly affects?: Affected;
}

/** Gathers findings. */
export interface Findings {
  readonly list: Finding[];
  add(check: FindingCheck, place: string, fault: string): void;
  /** Does a check that gives a fault, null where there is none; what it throws is a fault too. */
  check(check: FindingCheck, place: string, work: () => string | null): void;
  /** Checks a row against the digest that was recorded with it. */
  row(check: FindingCheck, place: string, row: { readonly digest: Buffer }, digest: () => string): void;
  /** Checks a row against the sum that was recorded with it. */
  sum(check: FindingCheck, place: string, row: { readonly checksum: number }, checksum: () => number): void;
  /** What cannot be read. */
  lost(check: FindingCheck, place: string, error: unknown): void;
}

/** Begins with none. Faults do not name the file again. */
export function openFindings(file: string): Findings {
  const list: Finding[] = [];
  const wordsOf = (error: unknown) => (error as Error).message.replace(`"${file}": `, '');

  function add(check: FindingCheck, place: string, fault: string): void {
    list.push({ check, place, fault });
  }

  function check(kind: FindingCheck, place: string, work: () => string | null): void {
    try {
      const fault = work();
      if (fault !== null) add(kind, place, fault);
    } catch (error) {
      add(kind, place, wordsOf(error));
    }
  }

  const changed = 'its facts are not those that were recorded';

  return {
    list,
    add,
    check,
    row: (kind, place, row, digest) =>
      check(kind, place, () => (row.digest?.toString('hex') === digest() ? null : changed)),
    sum: (kind, place, row, checksum) => check(kind, place, () => (row.checksum === checksum() ? null : changed)),
    lost: (kind, place, error) => add(kind, place, `cannot be read: ${wordsOf(error)}`),
  };
}
