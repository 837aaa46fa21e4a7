import {
  millisecondsInDay,
  millisecondsInHour,
  millisecondsInMinute,
  millisecondsInSecond,
  millisecondsInWeek,
} from 'date-fns/constants';

/** A day, a week and a year are spans of 24, 168 and 365 × 24 hours, whatever clocks and calendars did meanwhile. */
const units: readonly { readonly words: RegExp; readonly size: number }[] = [
  { words: /^(?:ms|milliseconds?)$/i, size: 1 },
  { words: /^(?:s|secs?|seconds?)$/i, size: millisecondsInSecond },
  { words: /^(?:m|mins?|minutes?)$/i, size: millisecondsInMinute },
  { words: /^(?:h|hours?)$/i, size: millisecondsInHour },
  { words: /^(?:d|days?)$/i, size: millisecondsInDay },
  { words: /^(?:w|weeks?)$/i, size: millisecondsInWeek },
  { words: /^(?:y|years?)$/i, size: 365 * millisecondsInDay },
];

const whole = /^(?:\d+(?:\.\d+)?\s*[a-z]+(?:\s*(?=\d))?)+$/i;

/** A length of time as people write it, `90s`, `1h 30m` or `2 days`: its milliseconds, or what is wrong with it. */
export type LengthOfTime = { readonly ms: number } | { readonly fault: 'not-a-length' | { readonly unit: string } };

/** Reads a length of time. */
export function parseLengthOfTime(text: string): LengthOfTime {
  if (!whole.test(text.trim())) return { fault: 'not-a-length' };
  let ms = 0;
  for (const [, count, word = ''] of text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)) {
    const unit = units.find(({ words }) => words.test(word));
    if (unit === undefined) return { fault: { unit: word } };
    ms += Number(count) * unit.size;
  }
  return { ms: Math.round(ms) };
}
