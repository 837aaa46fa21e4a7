/** One row of the table: what was measured, against what in the same run, and what it must reach. */
export interface Row {
  readonly work: string;
  readonly against: string;
  readonly unit: 'ms' | 'KB' | 'MB';
  readonly value: number;
  readonly baseline: number;
  /** The most that value / baseline may be. */
  readonly atMost: number;
}
