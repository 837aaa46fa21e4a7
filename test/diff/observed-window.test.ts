import { expect, test } from 'vitest';
import { explainWindow, observedAmong, observePasses, withObserved } from '../../src/diff/index.ts';
import type { Observation } from '../../src/roster/index.ts';
import { container, type PassParts, pass } from '../roster/builders.ts';

const start = Date.UTC(2026, 8, 29, 22, 46, 2);

function hubPass(number: number, address: string): ReturnType<typeof pass> {
  const hosts = [`a.example:${address}`];
  const containers = ['x/one', 'x/two'].map((id) => container({ id, hosts }));
  const parts: PassParts = { number, at: start + number * 300_000, state: { nodes: { hub: { containers } } } };
  return pass(parts);
}

const passes = [hubPass(1, '192.0.2.1'), hubPass(2, '192.0.2.2'), hubPass(3, '192.0.2.1')];
const [before, ...rest] = passes as [ReturnType<typeof pass>, ...ReturnType<typeof pass>[]];

function saw(place: string, number: number, seconds: number): Observation {
  return { node: 'hub', container: place, kind: 'replaced', at: start + number * 300_000 + seconds * 1000 };
}

test('a window counts what was observed of it, and so do its sets', () => {
  const window = explainWindow(rest, before);
  const observed = observePasses(window.passes, [saw('x/one', 2, 5), saw('x/one', 3, 5), saw('x/two', 3, 9)]);

  const told = withObserved(window, observed);

  expect(told.passes.map(({ difference }) => difference?.replacements.total)).toEqual([1, 2]);
  expect([window.groups[0]?.replacements, told.groups[0]?.replacements]).toEqual([4, 3]);
});

test('a filter lets through its part of what was observed', () => {
  const window = explainWindow(rest, before, { container: 'one' });
  const whole = explainWindow(rest, before);
  const observed = observePasses(whole.passes, [saw('x/one', 2, 5), saw('x/two', 2, 9), saw('x/one', 3, 5)]);

  const told = withObserved(window, observed);

  expect(told.passes.map(({ difference }) => difference?.replacements.containers.map((one) => one.container))).toEqual([
    ['x/one'],
    ['x/one'],
  ]);
});

test('passes of which nothing was observed stay as they are', () => {
  const window = explainWindow(passes, null);
  const observed = observePasses(explainWindow(rest, before).passes, [saw('x/one', 2, 5)]);

  expect(observedAmong(window.passes, { passes: [], tallies: [] }, {})).toBe(window.passes);
  expect(withObserved(window, observed).passes[0]).toBe(window.passes[0]);
});
