import { expect, test } from 'vitest';
import { parseEngineEvent } from '../../../../src/recorder/watch/engine/engine-event.ts';

const at = Date.UTC(2026, 2, 1, 10);

/** An event as engines write it. */
const line = (parts: Readonly<Record<string, unknown>>) =>
  JSON.stringify({
    Type: 'container',
    Action: 'create',
    Actor: { ID: 'abc', Attributes: { name: 'edge' } },
    time: at / 1000,
    timeNano: at * 1e6,
    ...parts,
  });

test('an event of a container has an action, a name and an instant', () => {
  expect(parseEngineEvent(line({}))).toEqual({ action: 'create', name: 'edge', at, line: line({}) });
});

test('what podman calls otherwise is known', () => {
  expect(parseEngineEvent(line({ Action: 'remove' }))).toMatchObject({ action: 'remove' });
  expect(parseEngineEvent(line({ Action: undefined, status: 'died' }))).toMatchObject({ action: 'died' });
});

test('an engine that gives whole seconds is read', () => {
  expect(parseEngineEvent(line({ timeNano: undefined }))).toMatchObject({ at });
});

test('a container under a temporary name, or none, is told by what it has', () => {
  const named = (name?: string) => line({ Actor: { ID: 'abc', Attributes: { name } } });

  expect(parseEngineEvent(named('3f2a9c1b7d04_mesh-api-1'))).toMatchObject({ name: 'mesh-api-1' });
  expect(parseEngineEvent(named())).toMatchObject({ name: 'abc' });
});

test.each(['exec_start: sh', 'health_status: healthy', 'top', 'attach', 'kill', 'cleanup'])(
  '%s is of no interest',
  (Action) => {
    expect(parseEngineEvent(line({ Action }))).toBe('other');
  },
);

test('what happens to images is of no interest', () => {
  expect(parseEngineEvent(line({ Type: 'image' }))).toBe('other');
});

test('what is no event is null', () => {
  expect(['torn{', '"create"', '[]', line({ time: 'now', timeNano: null })].map(parseEngineEvent)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
