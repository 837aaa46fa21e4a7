import { describe, expect, test } from 'vitest';
import { flapEvents, flappingNames } from '../../../src/diff/flaps/flap-events.ts';
import { openFlapFinder } from '../../../src/diff/flaps/flap-finder.ts';
import { incident } from '../../report/incident-passes.ts';

describe('what happens to flaps as passes come', () => {
  test('a set starts once, when it is flagged, and settles once, when it was quiet for long enough', () => {
    expect(eventsOf('+-+-+-++++++++')).toEqual([
      '4 started books.g14.example chat.g14.example',
      '12 settled books.g14.example chat.g14.example',
    ]);
  });

  test('a single excursion is no event', () => {
    expect(eventsOf('+++-++++++++')).toEqual([]);
  });

  test('a set that flaps again starts again', () => {
    const kinds = eventsOf('+-+-+++++++-+-+').map((event) => event.split(' ').slice(0, 2).join(' '));

    expect(kinds).toEqual(['4 started', '10 settled', '14 started']);
  });

  test('the event tells since when, and what it cost so far', () => {
    const finder = openFlapFinder();
    const before = finder.find();
    for (const pass of incident('+-+-')) finder.take(pass);

    const [event] = flapEvents(before, finder.find());

    expect(event).toMatchObject({ kind: 'started', owner: 'g14', replacements: 9 });
    expect(event?.bout.started.number).toBe(2);
    expect(flappingNames(finder.find()).size).toBe(2);
  });
});

/** The events of an incident, each with the number of the pass that brought it. */
function eventsOf(told: string): string[] {
  const finder = openFlapFinder();
  let before = finder.find();
  return incident(told).flatMap((pass) => {
    finder.take(pass);
    const after = finder.find();
    const events = flapEvents(before, after).map(({ kind, names }) => `${pass.number} ${kind} ${names.join(' ')}`);
    before = after;
    return events;
  });
}
