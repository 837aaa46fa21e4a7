import { describe, expect, test } from 'vitest';
import { diagnose } from '../../src/diff/index.ts';
import { explainView } from '../../src/report/explain-view.ts';
import { mesh, recordingGap } from '../diff/builders.ts';
import { diagnosisOf, passesOf, plain, utc } from './builders.ts';
import { incident, told } from './incident-passes.ts';

describe('explainView', () => {
  test('tells why, whether it feeds itself, what it was not, and each pass', () => {
    const diagnosis = diagnosisOf(incident('++-+-'), { controlPlane: ['postgres*'] });

    expect(plain(explainView(diagnosis, 'since 10:00', utc)).split('\n')).toEqual([
      'since 10:00 · 4 passes · UTC',
      '',
      'Why',
      '',
      "1. likely  g14's plan failed, and 2 of its names went",
      '    gone in passes 3, 5; back in pass 4; 9 replacements',
      '    inferred: they went together, as names do when a plan fails, and came back; no outcome reports a failure',
      '    names: books.g14.example chat.g14.example',
      '',
      'Does it feed itself',
      '',
      'no loop is claimed: it held 1 of 2 times; failures also followed 1 of 1 other pass',
      '',
      'PASSES THAT REPLACED                   THEN A FAILURE  THEN NONE  ALL',
      'postgres.server (mesh-store) on novox               1          1    2',
      'it not                                              1          0    1',
      '',
      'tested: whether a node failed or names were lost in the pass after one that replaced a container of the control plane (postgres*); ' +
        'replaced in passes 3, 4; failures in passes 3, 5; what follows the last pass is not known',
      '',
      'Not it',
      '',
      '- gitea: named by the trigger "assign gitea" in passes 2, 4; its name was in no hosts list; ' +
        'no name of gitea moved, and none of its containers came, went or changed its spec',
      '',
      'Each pass',
      '',
      '2026-03-01',
      'pass 2  10:02:00  assign gitea  quiet',
      'pass 3  10:03:00  timer  2 names moved, 3 replaced  finding 1 (gone)',
      'pass 4  10:04:00  assign gitea  2 names moved, 3 replaced  finding 1 (back)',
      'pass 5  10:05:00  timer  2 names moved, 3 replaced  finding 1 (gone)',
      '',
    ]);
  });

  test('shows what was observed in each pass', () => {
    const diagnosis = diagnosisOf(incident('+-'), { observations: [told(2, 5)] });

    expect(plain(explainView(diagnosis, 'all passes', utc))).toContain(
      'pass 2  10:02:00  assign gitea  2 names moved, 2 replaced · predicted 2, observed 1, unexplained 0, missing 1  finding 1 (gone)\n',
    );
  });

  test('folds passes in which nothing happened, and says so', () => {
    const answer = plain(explainView(diagnosisOf(incident('++++++')), 'all passes', utc));

    expect(answer).toContain('Why\n\nnothing moved and nothing was replaced\n');
    expect(answer).toContain('passes 2–6  10:02:00 to 10:06:00  5 quiet passes\n');
    expect(answer).not.toContain('Does it feed itself');
  });

  test('tells the gaps', () => {
    const [first, second] = passesOf(mesh([]), mesh([]));
    const passes = [first, { ...second, outcome: 'unreadable', error: 'no such file' }] as never;

    expect(plain(explainView(diagnosisOf(passes), 'all passes', utc))).toContain(
      'Gaps\n\n- unreadable pass 2: no such file\n',
    );
  });

  test('tells what is not recorded among the gaps and between the passes', () => {
    const [baseline, ...rest] = incident('+++');
    const recordingGaps = [recordingGap(2.2, 2.8)];
    const options = { observations: [], controlPlane: [] };
    const diagnosis = diagnose({ baseline: baseline ?? null, recordingGaps, passes: () => rest }, options);
    const none = diagnose({ baseline: null, recordingGaps, passes: () => [] }, options);

    const words = (where: string) =>
      `Gaps\n\n- not recorded 2026-03-01 10:02:12–10:02:48, 0.6 min${where}: the recorder was not running\n`;
    expect(plain(explainView(diagnosis, 'x', utc))).toContain(words(', before pass 3'));
    expect(
      plain(explainView(diagnosis, 'x', utc))
        .split('\n')
        .slice(-4),
    ).toEqual([
      'pass 2  10:02:00  assign gitea  quiet',
      '— not recorded 10:02:12–10:02:48, 0.6 min: the recorder was not running —',
      'pass 3  10:03:00  timer  quiet',
      '',
    ]);
    expect(plain(explainView(none, 'x', utc))).toBe(`x · 0 passes · UTC\n\n${words('')}`);
  });

  test('a window without passes has a title alone', () => {
    const none = diagnose({ baseline: null, passes: () => [] }, { observations: [], controlPlane: [] });

    expect(plain(explainView(none, 'all passes', utc))).toBe('all passes · 0 passes · UTC\n');
  });

  test('counts the findings past the twentieth', () => {
    const nodes = Array.from({ length: 23 }, (_, index) => `n${index}`);
    const names = nodes.map((node, index) => `${node}.internal:192.0.2.${index + 1}`);
    const addresses = Object.fromEntries(
      nodes.map((node, index) => [node, { address: `192.0.2.${index + 1}`, containers: [{ hosts: names }] }]),
    );
    const after = names.map((name) => name.replace('192.0.2.', '198.51.100.'));
    const moved = Object.fromEntries(
      nodes.map((node, index) => [node, { address: `198.51.100.${index + 1}`, containers: [{ hosts: after }] }]),
    );

    expect(plain(explainView(diagnosisOf(passesOf({ nodes: addresses }, { nodes: moved })), 'x', utc))).toContain(
      'and 3 more findings\n',
    );
  });
});
