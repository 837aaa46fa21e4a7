import type { Coincidence } from '../diff/index.ts';
import { type Line, line, span } from './view.ts';
import { abridged, count, listed, passRanges } from './words.ts';

const shownRows = 8;
const shownTriggers = 3;
const shownMentions = 4;
const shownTrigger = 120;

/** What triggers named in the window and what had no part in it, with the reason, a line for each part of the mesh. */
export function ruledOutLines(coincidences: readonly Coincidence[]): Line[] {
  const folded = new Map<string, Coincidence[]>();
  for (const one of coincidences) {
    const key = JSON.stringify([one.mentions, one.absent]);
    folded.set(key, [...(folded.get(key) ?? []), one]);
  }
  const rows = [...folded.values()];
  const shown = rows.length <= shownRows + 1 ? rows : rows.slice(0, shownRows);
  const more = rows.length - shown.length;
  return [
    ...shown.map(rowLine),
    ...(more === 0 ? [] : [line(span(`and ${count(more, 'more set')} of triggers of which nothing moved`, 'muted'))]),
  ];
}

function rowLine(same: readonly Coincidence[]): Line {
  const [first] = same as readonly [Coincidence];
  const subject = first.absent.length === 0 ? first.mentions : first.absent;
  const shown = same.length <= shownTriggers + 1 ? same : same.slice(0, shownTriggers);
  const more = same.length > shown.length ? ` and ${same.length - shown.length} more` : '';
  return line(
    span(listed(subject, shownMentions), 'strong'),
    ': named by the trigger ',
    ...shown.flatMap(({ trigger, passes }, index) => [
      index === 0 ? '' : index === shown.length - 1 && more === '' ? ' and ' : ', ',
      span(`"${abridged(trigger, shownTrigger)}"`, 'literal'),
      ` in ${passRanges(passes)}`,
    ]),
    `${more}; ${ruledOutWords(first)}`,
  );
}

/** Why what a trigger named had no part in what happened. */
export function ruledOutWords({ mentions, absent }: Coincidence): string {
  const held =
    absent.length === 0 ? '' : `${absent.length === 1 ? 'its name was' : 'their names were'} in no hosts list; `;
  const whose = mentions.length === 1 ? 'its' : 'their';
  return `${held}no name of ${listed(mentions, shownMentions, 'or')} moved, and none of ${whose} containers came, went or changed its spec`;
}
