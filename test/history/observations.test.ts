import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Observation } from '../../src/roster/index.ts';
import { now, temporaryStore } from '../support/temporary-store.ts';

function observation(at: number, more: Partial<Observation> = {}): Observation {
  return { node: 'novox', container: 'mesh-store/postgres.server', kind: 'replaced', at, ...more };
}

function arrival(...observations: Observation[]) {
  return { observations, recordedAt: now, source: 'host.log' };
}

describe('observations', () => {
  test('are read in the order of time, the ends of the span included', () => {
    const { history } = temporaryStore();
    const told = [observation(3000), observation(1000), observation(2000, { node: 'g14', kind: 'died' })];

    const added = history.appendObservations(arrival(...told));

    expect(added).toBe(3);
    expect(history.observations(1000, 2000)).toEqual([told[1], told[2]]);
    expect(history.observations(4000, 9000)).toEqual([]);
  });

  test('told twice are told once', () => {
    const { history } = temporaryStore();
    history.appendObservations(arrival(observation(1000)));

    const added = history.appendObservations(arrival(observation(1000), observation(1001)));

    expect(added).toBe(1);
    expect(history.observations(0, 5000)).toHaveLength(2);
  });

  test('of a name with half of a surrogate pair are read back, and verify clean', () => {
    const { history } = temporaryStore();

    history.appendObservations(arrival(observation(1000, { node: 'a\ud800', container: '\udc00b' })));

    expect(history.observations(0, 5000)).toEqual([observation(1000, { node: 'a\ufffd', container: '\ufffdb' })]);
    expect(history.verify()).toEqual([]);
  });

  test('are never changed and never removed', () => {
    const { history, file } = temporaryStore();
    history.appendObservations(arrival(observation(1000)));
    const database = new BetterSqlite3(file);
    onTestFinished(() => {
      database.close();
    });

    expect(() => database.exec('UPDATE observations SET at = 5')).toThrow('observations are never changed');
    expect(() => database.exec('DELETE FROM observations')).toThrow('observations are never removed');
  });

  test('one that was changed behind our back is found by verify', () => {
    const { history, damage } = temporaryStore();
    history.appendObservations(arrival(observation(1000)));
    expect(history.verify()).toEqual([]);

    damage((database) => database.exec('UPDATE observations SET at = 5000'));

    expect(history.verify()).toMatchObject([
      { check: 'observation', place: 'observation of mesh-store/postgres.server on novox at 1970-01-01T00:00:05.000Z' },
    ]);
  });
});
