import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePrunedStore } from '../support/pruned-program.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'roster-history-pruned-'));
const store = join(folder, 'history.db');
beforeAll(() => makePrunedStore(store));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ask = (args: readonly string[], width: number | null = null) => run(['--store', store, ...args], { width });

const words = 'passes before 2026-09-29 22:36:00 (pass 1–5) were pruned on 2026-09-29; the history begins at pass 6';
const gap = {
  kind: 'pruned',
  pass: 6,
  node: null,
  text: words,
  from: '2026-09-29T22:31:00+02:00',
  until: '2026-09-29T22:36:00+02:00',
};

describe('a history of which the oldest passes were pruned', () => {
  test.each([
    ['log'],
    ['log', '--since', '6'],
    ['log', '--since', '22:00', '--until', '22:40'],
    ['diff', '--since', '22:00'],
    ['name', 'step.internal'],
    ['flaps'],
    ['explain', '--since', '6'],
    ['report', '--since', '6', '--until', '9'],
    ['show', '6'],
  ])('says so in the data of %s %s %s, which reaches before it', async (...args) => {
    const { complete, gaps } = JSON.parse((await ask([...args, '--json'])).out);

    expect([complete, gaps]).toEqual([false, [gap]]);
  });

  test.each([
    ['log', '--limit', '24'],
    ['log', '--since', '7'],
    ['diff'],
    ['diff', '6', '9'],
    ['diff', '--since', '22:37'],
    ['flaps', '--since', '7'],
    ['show', '7'],
    ['log', '--since', '23:05'],
  ])('says nothing of it in that of %s %s %s, which does not', async (...args) => {
    expect(JSON.parse((await ask([...args, '--json'])).out)).toMatchObject({ complete: true, gaps: [] });
  });

  test('is told of in text, and its first pass is not the first one', async () => {
    const { out } = await ask(['log', '--until', '22:38'], 80);

    expect(out.split('\n')).toEqual([
      'until 22:38 (2026-09-29T22:38:00+02:00) · 3 passes · Europe/Berlin',
      '',
      '      PASS  TIME                 NODES  MOVED  REPLACED  TRIGGER  NOTES',
      '— passes before 2026-09-29 22:36:00 (pass 1–5) were pruned on 2026-09-29; the',
      '  history begins at pass 6 —',
      '6 (key:k6)  2026-09-29 22:36:00      1      –         –           first kept',
      '7 (key:k7)  2026-09-29 22:37:00      1      1         1',
      '8 (key:k8)  2026-09-29 22:38:00      1      1         1',
      '',
    ]);
  });

  test.each([
    [['diff', '--since', '6', '--until', '7'], 'passes 6–7 with what was before them pruned'],
    [['diff', '--since', '6', '--until', '6'], 'pass 6 with what was before it pruned'],
    [['diff', '--since', '6', '--until', '7'], `GAPS   pruned: ${words}`],
    [['diff', '--since', '6', '--until', '7'], `— ${words} —`],
    [['diff', '--since', '6', '--until', '7'], 'pass 6 (key:k6)  22:36:00  first kept'],
    [['show', '6'], 'the first pass that is kept, those before it were pruned: nothing to compare it with'],
    [['show', '6'], `gaps        pruned: ${words}`],
    [['name', 'step.internal'], `GAPS   pruned: ${words}`],
    [['flaps'], `pruned: ${words}`],
    [['explain', '--since', '6'], `— ${words} —`],
    [['report', '--since', '6'], 'with what was before pruned'],
    [['report', '--since', '6'], `| – |  |  | **${words}** |  |`],
    [['report', '--since', '6'], 'the first pass that is kept'],
    [
      ['report', '--since', '6'],
      `- what happened before pass 6, and what that pass changed: ${words}. Wanted: a backup of`,
    ],
    [['log', '--until', '22:33'], `— ${words} —`],
  ])('is told of by %s: %s', async (args, expected) => {
    expect((await ask(args)).out).toContain(expected);
  });

  test.each([
    [['show', '3'], 'pass 3 was pruned', 'roster-history show 6'],
    [['diff', '3'], 'pass 3 was pruned', 'roster-history diff 6 latest'],
    [['diff', '3', '2026-09-29 22:40'], 'pass 3 was pruned', 'roster-history diff 6 "2026-09-29 22:40"'],
    [['diff', '9', '3'], 'pass 3 was pruned', 'roster-history diff 9 6'],
    [['diff', '--since', '3'], 'pass 3 was pruned', '--since 6'],
    [['flaps', '--until', '3'], 'pass 3 was pruned', '--until 6'],
    [['show', 'key:k3'], 'no pass with the id "k3" of the controller "mesh" is kept', 'roster-history show 6'],
    [['show', 'latest~25'], 'no pass latest~25 of the controller "mesh" is kept', 'roster-history show 6'],
    [['show', '22:33'], 'no pass at or before 2026-09-29T22:33:00+02:00 is kept', 'roster-history show 6'],
  ])('has no pass for %s, and says where it begins', async (args, what, hint) => {
    expect(await ask(args)).toEqual({
      out: '',
      err: `roster-history: ${what}: the history begins at pass 6, 2026-09-29 22:36:00\nhint: ${hint}\n`,
      exitCode: 2,
    });
  });

  test('a pass that is not recorded yet is as unknown as ever', async () => {
    expect((await ask(['show', '31'])).err).toContain(
      'no pass 31 of the controller "mesh": the last pass recorded is 30',
    );
  });
});
