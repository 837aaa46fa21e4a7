import type { Sequence, Transition } from './bouts.ts';

/** A transition that was seen to happen, with the value before it and the number of its stretch. */
export interface Seen extends Transition {
  readonly before: number;
  readonly stretch: number;
}

/** Places without a break between them, and the transitions that were seen there. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
  readonly seen: readonly Seen[];
}

/** Cuts a sequence at its breaks. What was held behind a break is not known, so a change at its far side is none that was seen. */
export function stretchesOf({ transitions, last, breaks }: Sequence): Stretch[] {
  const starts = [0, ...breaks.filter((place) => place > 0 && place <= last)];
  let value = 0;
  let next = 0;
  return starts.map((first, stretch) => {
    const end = (starts[stretch + 1] ?? last + 1) - 1;
    const seen: Seen[] = [];
    for (; next < transitions.length; next += 1) {
      const transition = transitions[next] as Transition;
      if (transition.place > end) break;
      if (transition.place > first) seen.push({ ...transition, before: value, stretch });
      value = transition.value;
    }
    return { first, last: end, seen };
  });
}
