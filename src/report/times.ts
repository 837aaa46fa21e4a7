/** Writes instants (milliseconds since the epoch) in the user's zone. */
export interface TimeWriter {
  readonly zone: string;
  /** RFC 3339 with offset. */
  instant(at: number): string;
  /** `22:46:03`. */
  clock(at: number): string;
  /** `2026-09-29`. */
  day(at: number): string;
  /** `9 min`. */
  duration(ms: number): string;
}

/** The day and clock of an instant, with its offset from UTC: `2026-09-29 22:46:03 +02:00`. */
export function fullTime(times: TimeWriter, at: number): string {
  const offset = /(Z|[+-]\d\d:\d\d)$/.exec(times.instant(at))?.[0] ?? '';
  return `${times.day(at)} ${times.clock(at)} ${offset === 'Z' ? 'UTC' : offset}`;
}
