import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openForRecording } from '../../src/history/index.ts';
import { passDraft } from '../roster/builders.ts';
import { filledProgram, lastAt, prunedProgram } from '../support/pruned-program.ts';

describe('stats', () => {
  test('says what is there, how large it is, and what prune would free, at 80 columns', async () => {
    const { print, folder, store } = filledProgram(90, { width: 80, now: () => lastAt });
    const config = join(folder, 'config.yaml');
    writeFileSync(config, 'retention: { keepPasses: 25 }\n');

    const lines = (await print('stats', '--config', config)).split('\n');

    expect(lines.map((line) => line.replaceAll(/[\d.]+ (KiB|B)/g, 'SIZE').trimEnd())).toEqual([
      `${store} · Europe/Berlin`,
      '',
      'PASSES  90 passes, 1 to 90',
      '        from 2026-09-29 21:31:00 +02:00 to 2026-09-29 23:00:00 +02:00',
      '        1 node, 2 names, 1 container',
      'SIZE    SIZE: a file of SIZE, a log of SIZE',
      expect.stringMatching(
        /^GROWTH {2}about SIZE|^GROWTH {2}about [\d.]+ MiB a day over the last 1 hour, in 90 passes/,
      ),
      expect.stringMatching(/^ {8}at that rate 1 GiB are reached in/),
      'PRUNE   kept for 365 days, the last 25 passes of each controller, up to 1 GiB:',
      expect.stringMatching(/^ {8}65 passes would go, about SIZE of SIZE$/),
      '',
      expect.stringMatching(/^CONTENTS +NUMBER +STORED +EACH USED$/),
      ...[90, 90, 90, 1, 1, 1, 1].map((count) =>
        expect.stringMatching(new RegExp(`^[a-z]+ +${count} +SIZE +[\\d.]+ times$`)),
      ),
      '',
      expect.stringMatching(/^TABLE +ROWS +IN THE FILE$/),
      ...['contents', 'passes', '', '', '', ''].map((table) =>
        expect.stringMatching(new RegExp(`^${table}[a-z]* +\\d+ +SIZE$`)),
      ),
      '',
    ]);
  });

  test('gives it as data', async () => {
    const { print, store } = prunedProgram({ now: () => lastAt });

    const json = JSON.parse(await print('stats', '--json'));

    expect(json).toMatchObject({
      format: 'roster-history/stats@1',
      complete: true,
      gaps: [],
      store,
      controllers: [
        {
          controller: 'mesh',
          passes: 25,
          first: { pass: 6, at: '2026-09-29T22:36:00+02:00' },
          last: { pass: 30, at: '2026-09-29T23:00:00+02:00' },
          passesPerDay: null,
          nodes: 1,
          names: 2,
          containers: 1,
          pruned: { passes: 5, until: 5, at: '2026-09-29T23:00:00+02:00' },
        },
      ],
      growth: null,
      limits: { keepForMs: 31_536_000_000, keepPasses: null, maxBytes: 1_073_741_824, reachedInDays: null },
      prune: { passes: 0, bytes: 0 },
    });
    expect(json.contents.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'declaration',
      'hosts',
      'pass',
      'roster',
      'source',
      'spec',
      'state',
    ]);
  });

  test('says where a history begins that was pruned', async () => {
    const { print } = prunedProgram();

    expect(await print('stats')).toContain('(pass 1–5) were pruned on 2026-09-29; the history begins at pass 6');
  });

  test('names the controllers where there are several', async () => {
    const { print, store } = filledProgram(3);
    const history = openForRecording(store);
    history.append({ draft: passDraft({ controller: 'lab' }), recordedAt: lastAt, source: null, quietGapMs: 0 });
    history.close();

    const text = await print('stats');

    expect(text).toContain('lab: 1 pass, 4 to 4\n');
    expect(text).toContain('mesh: 3 passes, 1 to 3\n');
    expect(await print('stats', '--controller', 'lab')).not.toContain('mesh');
  });
});
