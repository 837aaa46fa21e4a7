/** One row of the table: what was measured, against what in the same run, and what it must reach. */
export interface Row {
  readonly work: string;
  readonly against: string;
  readonly unit: Unit;
  readonly value: number;
  readonly baseline: number;
  /** The most that value / baseline may be; null where it is only told. */
  readonly atMost: number | null;
}

/** What a row counts: time, bytes, or how often within a minute. */
export type Unit = 'ms' | 'KB' | 'MB' | 'a minute';

/** What the ratio of a row is, and whether that is what it must reach; nothing where it is only told. */
export function verdictOf({ value, baseline, atMost }: Row): {
  readonly ratio: number;
  readonly verdict: 'met' | 'NOT MET' | '';
} {
  const ratio = value / baseline;
  if (atMost === null) return { ratio, verdict: '' };
  return { ratio, verdict: ratio <= atMost ? 'met' : 'NOT MET' };
}
