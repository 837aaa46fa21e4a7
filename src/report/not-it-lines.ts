import type { Coincidence } from '../diff/index.ts';
import { type Line, line, span } from './view.ts';
import { count, listed, oneLine, passRanges } from './words.ts';

const shownRows = 4;
const shownTriggers = 3;
const shownMentions = 4;

/** The triggers that merely coincide, those that name the same parts of the mesh on one row. At most four rows. */
export function notItLines(coincidences: readonly Coincidence[]): Line[] {
  const folded = new Map<string, Coincidence[]>();
  for (const one of coincidences) {
    const key = JSON.stringify([one.mentions, one.absent]);
    folded.set(key, [...(folded.get(key) ?? []), one]);
  }
  const rows = [...folded.values()];
  const shown = rows.length <= shownRows ? rows : rows.slice(0, shownRows - 1);
  const more = rows.slice(shown.length).reduce((sum, row) => sum + row.length, 0);
  const lines = shown.map(rowLine);
  return more === 0 ? lines : [...lines, line(span(`nor ${count(more, 'other trigger')}`, 'muted'))];
}

function rowLine(same: readonly Coincidence[]): Line {
  const [{ mentions, absent }] = same as readonly [Coincidence];
  const shown = same.length === shownTriggers + 1 ? same : same.slice(0, shownTriggers);
  const triggers = shown.flatMap(({ trigger, passes }, index) => [
    index === 0 ? '' : ', ',
    span(`"${oneLine(trigger)}"`, 'strong'),
    ` (${passRanges(passes)})`,
  ]);
  const more = same.length > shown.length ? ` and ${same.length - shown.length} more` : '';
  const nowhere = absent.length === 0 ? '' : `; no roster holds a name of ${listed(absent, shownMentions, 'or')}`;
  return line(...triggers, `${more}: nothing that moved is of ${listed(mentions, shownMentions, 'or')}${nowhere}`);
}
