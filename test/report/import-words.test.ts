import { describe, expect, test } from 'vitest';
import { type ImportSummary, importJson, importLinesOf } from '../../src/report/index.ts';
import { utc } from './builders.ts';

const at = Date.UTC(2026, 2, 1, 10);

function summary(imported: Partial<ImportSummary['imported']>, rest: Partial<ImportSummary> = {}): ImportSummary {
  const nothing: ImportSummary['imported'] = {
    recorded: 0,
    joined: 0,
    known: 0,
    numbers: null,
    span: null,
    controllers: [],
    observations: 0,
    gaps: 0,
    unreadable: 0,
    faults: [],
    notes: [],
  };
  return {
    label: 'kept',
    store: null,
    elapsedMs: 1240,
    stopped: false,
    imported: { ...nothing, ...imported },
    ...rest,
  };
}

describe('what an import did', () => {
  test('is its passes, their time, and what to ask next', () => {
    const imported = {
      recorded: 412,
      numbers: { first: 1, last: 412 },
      span: { from: at, until: at + 60_000 },
      controllers: ['mesh'],
    };

    expect(importLinesOf(summary(imported), utc)).toEqual([
      'kept: 412 passes recorded, in 1.2 s',
      'passes 1 to 412',
      'from 2026-03-01 10:00:00 UTC to 2026-03-01 10:01:00 UTC',
      'next: roster-history flaps --since 1',
    ]);
  });

  test('tells of everything that is not plain', () => {
    const imported = {
      recorded: 1,
      joined: 2,
      known: 3,
      observations: 1,
      gaps: 2,
      unreadable: 4,
      numbers: { first: 9, last: 9 },
      span: { from: at, until: at },
      controllers: ['edge', 'mesh'],
      notes: ['the clone is shallow'],
    };

    expect(importLinesOf(summary(imported, { store: "/srv/it's/h.db", elapsedMs: 125_000 }), utc)).toEqual([
      'kept: 1 pass recorded, 2 got more nodes, 3 known already, 1 observation, 2 gaps, 4 could not be read, in 2 min 5 s',
      'pass 9 of edge and mesh',
      'from 2026-03-01 10:00:00 UTC to 2026-03-01 10:00:00 UTC',
      'note: the clone is shallow',
      `next: roster-history --store '/srv/it'\\''s/h.db' --controller edge flaps --since 9`,
    ]);
  });

  test('is nothing to ask about where nothing was recorded', () => {
    expect(importLinesOf(summary({ known: 2 }), utc)).toEqual(['kept: 0 passes recorded, 2 known already, in 1.2 s']);
    expect(importJson(summary({}), utc)).toMatchObject({ complete: true, since: null, until: null, next: null });
  });

  test('is incomplete as JSON where it was interrupted or something could not be read', () => {
    const fault = { place: 'line 2', message: 'not valid JSON', hint: 'x' };

    expect(importJson(summary({ unreadable: 1, faults: [fault] }), utc)).toMatchObject({
      complete: false,
      faults: [{ source: 'line 2', error: 'not valid JSON' }],
    });
    expect(importJson(summary({}, { stopped: true }), utc)).toMatchObject({ complete: false });
  });
});
