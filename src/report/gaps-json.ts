import type { Gap } from '../diff/index.ts';
import type { TimeWriter } from './times.ts';

/** What every answer says of the gaps it rests on. `from` and `until` are null where a gap is not one of the clock, `until` while it goes on too. */
export function gapsJson(gaps: readonly Gap[], times: TimeWriter) {
  return {
    complete: gaps.length === 0,
    gaps: gaps.map((gap) => {
      const { kind, pass, node, text } = gap;
      const { from, until } = 'from' in gap ? gap : { from: null, until: null };
      return { kind, pass, node, text, from: instant(from, times), until: instant(until, times) };
    }),
  };
}

function instant(at: number | null, times: TimeWriter): string | null {
  return at === null ? null : times.instant(at);
}
