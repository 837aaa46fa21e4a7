import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openForReading, openForRecording } from '../../src/history/index.ts';
import type { RecordingGap } from '../../src/roster/index.ts';
import { asNobody } from '../support/as-nobody.ts';
import { olderStore } from '../support/older-store.ts';
import { now, temporaryFolder, temporaryStore } from '../support/temporary-store.ts';

const minuteMs = 60_000;
/** The end of what is looked at; every gap of these tests lies before it. */
const later = now + 24 * 60 * minuteMs;

/** An instant so many minutes after {@link now}. */
function at(minutes: number): number {
  return now + minutes * minuteMs;
}

function away(from: number, parts: Partial<RecordingGap> = {}) {
  const { until: _, ...start } = {
    controller: 'mesh',
    kind: 'away',
    source: 'https://mesh.example',
    ...parts,
  } as const;
  return { recorder: 'watch', reason: 'connection refused', from, ...start };
}

function gap(from: number, until: number | null, parts: Partial<RecordingGap> = {}): RecordingGap {
  const { recorder: _, ...start } = away(from, parts);
  return { ...start, until };
}

function notRunning(from: number, until: number | null, reason: string, controller: string | null = null) {
  return gap(from, until, { kind: 'not-running', controller, source: null, reason });
}

const killed = 'killed, or the machine was down';

describe('a gap', () => {
  test('goes on until it is ended, and stays as it ended', () => {
    const { history } = temporaryStore();

    const number = history.beginGap(away(at(1)));

    expect(history.gaps('mesh', now, later)).toEqual([gap(at(1), null)]);
    history.endGap(number, at(5));
    history.endGap(number, at(9));
    expect(history.gaps('mesh', now, later)).toEqual([gap(at(1), at(5))]);
  });

  test('that goes on survives the recorder that is killed, and others read it', () => {
    const { history, file } = temporaryStore();
    history.beginGap(away(at(1)));

    const reader = openForReading(file);
    onTestFinished(() => reader.close());

    expect(reader.gaps('mesh', now, later)).toEqual([gap(at(1), null)]);
  });

  test('is found where it lies between two instants in part, in the order of time', () => {
    const { history } = temporaryStore();
    history.endGap(history.beginGap(away(at(30), { source: null })), at(40));
    history.endGap(history.beginGap(away(at(10))), at(20));

    const found = (from: number, to: number) => history.gaps('mesh', at(from), at(to)).map(({ from: begin }) => begin);

    expect(found(0, 60)).toEqual([at(10), at(30)]);
    expect([found(12, 15), found(0, 11), found(19, 25), found(35, 60)]).toEqual([
      [at(10)],
      [at(10)],
      [at(10)],
      [at(30)],
    ]);
    expect([found(0, 10), found(20, 30), found(40, 60)]).toEqual([[], [], []]);
  });

  test('concerns one controller, or all', () => {
    const { history } = temporaryStore();
    history.beginGap(away(at(1)));
    history.beginGap(away(at(2), { controller: null }));

    expect(history.gaps('mesh', now, later)).toHaveLength(2);
    expect(history.gaps('lab', now, later)).toEqual([gap(at(2), null, { controller: null })]);
  });

  test('never ends before it began, though the clock goes back', () => {
    const { history } = temporaryStore();

    history.endGap(history.beginGap(away(at(5))), at(1));

    expect(history.gaps('mesh', now, later)).toEqual([gap(at(5), at(5))]);
  });

  test('keeps half a character of its reason as one that can be stored', () => {
    const { history } = temporaryStore();

    history.beginGap(away(at(1), { reason: 'a\ud800' }));

    expect(history.gaps('mesh', now, later)).toEqual([gap(at(1), null, { reason: 'a\ufffd' })]);
    expect(history.verify()).toEqual([]);
  });
});

describe('a recorder', () => {
  test('that never ran has no heartbeat and no gap', () => {
    const { history, append } = temporaryStore();
    append({ key: '1', controller: 'mesh' });

    expect([history.findLastAlive('watch'), history.gaps('mesh', now, later)]).toEqual([null, []]);
    expect(history.noteStart('watch', null, at(0))).toBeNull();
    expect([history.findLastAlive('watch'), history.gaps('mesh', now, at(1))]).toEqual([at(0), []]);
  });

  test('is written down as alive at most every ten seconds', () => {
    const { history } = temporaryStore();
    history.noteStart('watch', null, now);

    const written = [5000, 9999, 10_000, 15_000, 20_500].map((ms) => {
      history.noteAlive('watch', now + ms);
      return (history.findLastAlive('watch') as number) - now;
    });

    expect(written).toEqual([0, 0, 10_000, 10_000, 20_500]);
  });

  test('that was killed was not running from its last heartbeat on, and what it left open is closed', () => {
    const { history, file } = temporaryStore();
    history.noteStart('watch', 'mesh', at(0));
    history.beginGap(away(at(1)));
    for (const minutes of [1, 2]) history.noteAlive('watch', at(minutes));

    const restarted = openForRecording(file);
    onTestFinished(() => restarted.close());
    const since = restarted.noteStart('watch', 'mesh', at(90));

    expect(since).toEqual(notRunning(at(2), at(90), killed, 'mesh'));
    expect(restarted.gaps('mesh', now, at(91))).toEqual([gap(at(1), at(2)), since]);
    expect(restarted.findLastAlive('watch')).toBe(at(90));
    expect(restarted.verify()).toEqual([]);
  });

  test('that was killed ran at least until the pass that it recorded after its last heartbeat', () => {
    const { history, append } = temporaryStore();
    history.noteStart('watch', null, at(0));
    append({ key: '1' }, { recordedAt: at(0) + 7000 });
    append({ key: '2' }, { recordedAt: at(30) });

    expect(history.noteStart('watch', null, at(60))).toEqual(notRunning(at(0) + 7000, at(60), killed));
  });

  test('that stops on its own is not running until it starts again', () => {
    const { history } = temporaryStore();
    history.noteStart('watch', null, at(0));
    history.beginGap(away(at(1)));

    history.noteStop('watch', at(3), 'stopped by SIGTERM');

    expect(history.gaps('mesh', now, later)).toEqual([
      gap(at(1), at(3)),
      notRunning(at(3), null, 'stopped by SIGTERM'),
    ]);
    expect(history.noteStart('watch', null, at(9))).toEqual(notRunning(at(3), at(9), 'stopped by SIGTERM'));
    expect(history.gaps('mesh', at(3), at(9))).toEqual([notRunning(at(3), at(9), 'stopped by SIGTERM')]);
  });

  test('that says nothing for a minute is taken for one that does not run', () => {
    const { history } = temporaryStore();
    history.noteStart('watch', 'mesh', at(0));

    expect(history.gaps('mesh', now, at(1))).toEqual([]);
    expect(history.gaps('mesh', now, at(1) + 1)).toEqual([notRunning(at(0), null, killed, 'mesh')]);
    expect(history.gaps('lab', now, later)).toEqual([]);
  });

  test('that was silent and runs on has a gap for as long', () => {
    const { history } = temporaryStore();
    history.noteStart('watch', null, at(0));

    history.noteAlive('watch', at(45));

    expect(history.gaps('mesh', now, at(45))).toEqual([
      notRunning(at(0), at(45), 'suspended, or the store could not be written'),
    ]);
  });

  test('does not close what another one left open', () => {
    const { history } = temporaryStore();
    history.noteStart('watch', null, at(0));
    history.beginGap(away(at(0)));

    history.noteStart('another', 'lab', at(1));

    expect(history.gaps('mesh', now, at(1))).toEqual([gap(at(0), null)]);
    expect(history.noteStart('another', 'lab', at(5))).toEqual(notRunning(at(1), at(5), killed, 'lab'));
  });

  test('whose clock went back while it was away was not running for what is lived through again', () => {
    const { history } = temporaryStore();
    history.noteStart('watch', null, at(10));

    expect(history.noteStart('watch', null, at(4))).toEqual(notRunning(at(4), at(10), killed));
  });
});

describe('the rows of gaps', () => {
  test.each([
    ['UPDATE gaps SET from_at = 0', 'gaps are never changed'],
    ['UPDATE gap_ends SET until_at = 0', 'gap_ends are never changed'],
    ['DELETE FROM gaps', 'gaps are never removed'],
    ['DELETE FROM gap_ends', 'gap_ends are never removed'],
  ])('stay: %s', (sql, message) => {
    const { history, file } = temporaryStore();
    history.endGap(history.beginGap(away(at(1))), at(2));
    const database = new BetterSqlite3(file);
    onTestFinished(() => {
      database.close();
    });

    expect(() => database.exec(sql)).toThrow(message);
  });

  test.each([
    ['UPDATE gaps SET reason = 1', ['gap 1', 'gap 2', 'gap 3']],
    ['UPDATE gaps SET from_at = 5 WHERE gap = 2', ['gap 2']],
    ['UPDATE gap_ends SET until_at = until_at + 1', ['the end of gap 1', 'the end of gap 2', 'the end of gap 3']],
    ['DELETE FROM gap_ends WHERE gap = 1; DELETE FROM gaps WHERE gap = 1', ['gap 1']],
    ['DELETE FROM gap_ends WHERE gap < 3; DELETE FROM gaps WHERE gap < 3', ['gaps 1 to 2']],
  ])('that were changed behind our back are found by verify: %s', (sql, places) => {
    const { history, damage } = temporaryStore();
    for (const minutes of [1, 3, 5]) history.endGap(history.beginGap(away(at(minutes))), at(minutes + 1));
    expect(history.verify()).toEqual([]);

    damage((database) => database.exec(sql));

    expect(history.verify().map(({ check, place }) => [check, place])).toEqual(places.map((place) => ['gap', place]));
  });
});

describe('a store that is older than gaps', () => {
  test.each([1, 2])('of schema %i has none, and takes them once it is open for recording', (schema) => {
    const file = join(temporaryFolder(), 'history.db');
    olderStore(file, schema);

    const history = openForRecording(file);
    onTestFinished(() => history.close());

    expect([history.gaps('default', 0, later), history.findLastAlive('watch')]).toEqual([[], null]);
    history.beginGap(away(at(1), { controller: null }));
    expect(history.gaps('default', 0, later)).toHaveLength(1);
  });

  test.each([1, 2])('of schema %i is read as it is where nothing may be written', (schema) => {
    const folder = temporaryFolder();
    const file = join(folder, 'history.db');
    olderStore(file, schema);
    chmodSync(file, 0o444);
    chmodSync(folder, 0o555);
    onTestFinished(() => chmodSync(folder, 0o755));

    asNobody(() => {
      const reader = openForReading(file);
      expect([...reader.passes('default', 1, 9)].map(({ key }) => key)).toEqual(['1']);
      expect([reader.gaps('default', 0, later), reader.findLastAlive('watch')]).toEqual([[], null]);
      expect(reader.observations(0, later)).toEqual([]);
      expect(reader.verify().map(({ check }) => check)).toEqual([]);
      reader.close();
    });
  });
});
