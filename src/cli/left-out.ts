import { type History, StoreError } from '../history/index.ts';

/** So many places are named. */
const mostNamed = 5;

/** Throws {@link StoreError} where an answer, which was given, leaves out what the disk did not keep. */
export function expectNothingLeftOut({ file, damaged }: History): void {
  const places = damaged();
  if (places.length === 0) return;
  const named = places.slice(0, mostNamed).join(', ');
  const more = places.length > mostNamed ? ` and ${places.length - mostNamed} more` : '';
  throw new StoreError(`"${file}": the store is damaged, and this was left out: ${named}${more}`, {
    damaged: true,
    hint: 'roster-history verify says what is affected',
  });
}
