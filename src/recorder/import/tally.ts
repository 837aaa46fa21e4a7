import type { Appended } from '../../history/index.ts';

/** One input that could not be read, or a line of one. No secret is in it. */
export interface ImportFault {
  /** Where: `line 17`, or `nodes/g14.json in 3f2a1b0c9d8e`. */
  readonly place: string;
  readonly message: string;
  readonly hint: string | null;
}

/** What an import has done. */
export interface Imported {
  readonly recorded: number;
  /** Passes that the store held and that got more nodes. */
  readonly joined: number;
  readonly known: number;
  /** The numbers of the first and the last pass that was recorded. */
  readonly numbers: { readonly first: number; readonly last: number } | null;
  /** The earliest and the latest instant of all passes, the known ones included. */
  readonly span: { readonly from: number; readonly until: number } | null;
  readonly controllers: readonly string[];
  /** How many observations and gaps are new. */
  readonly observations: number;
  readonly gaps: number;
  readonly unreadable: number;
  /** The first of what could not be read; `unreadable` counts all. */
  readonly faults: readonly ImportFault[];
  readonly notes: readonly string[];
}

/** Counts what an import does. */
export interface Tally {
  pass(appended: Pick<Appended, 'kind' | 'number'>, pass: { readonly controller: string; readonly at: number }): void;
  observed(added: number): void;
  gap(): void;
  fault(fault: ImportFault): void;
  /** The same words are noted once. */
  note(words: string): void;
  result(): Imported;
}

/** So many faults are told; a file of junk has as many as it has lines. */
const toldFaults = 20;

/** Makes a tally of nothing. */
export function openTally(): Tally {
  const counts = { recorded: 0, joined: 0, known: 0 };
  const controllers = new Set<string>();
  const faults: ImportFault[] = [];
  const notes = new Set<string>();
  let numbers: Imported['numbers'] = null;
  let span: Imported['span'] = null;
  let [observations, gaps, unreadable] = [0, 0, 0];
  return {
    pass({ kind, number }, { controller, at }) {
      counts[kind] += 1;
      controllers.add(controller);
      if (kind === 'recorded') numbers = { first: numbers?.first ?? number, last: number };
      span =
        span === null ? { from: at, until: at } : { from: Math.min(span.from, at), until: Math.max(span.until, at) };
    },
    observed(added) {
      observations += added;
    },
    gap() {
      gaps += 1;
    },
    fault(fault) {
      unreadable += 1;
      if (faults.length < toldFaults) faults.push(fault);
    },
    note: (words) => void notes.add(words),
    result: () => ({
      ...counts,
      numbers,
      span,
      controllers: [...controllers].sort(),
      observations,
      gaps,
      unreadable,
      faults,
      notes: [...notes],
    }),
  };
}
