import { describe, expect, test } from 'vitest';
import type { Loop } from '../../src/diff/index.ts';
import { loopBlocks } from '../../src/report/loop-blocks.ts';
import { plain } from './builders.ts';

const place = (name: string) => ({ node: 'novox', container: `mesh-store/${name}` });

function loop(parts: Partial<Loop> = {}): Loop {
  const [after, others] = [
    { failed: 3, of: 3 },
    { failed: 0, of: 2 },
  ];
  return {
    containers: [{ ...place('postgres.server'), after, others }],
    after,
    others,
    selfReinforcing: true,
    passes: [3, 5, 7],
    failures: [4, 6, 8],
    tested: [3, 4, 5, 6, 7],
    ...parts,
  };
}

function verdict(one: Loop | null, controlPlane: readonly string[] = ['*']): string {
  return plain(loopBlocks({ loop: one, controlPlane })).split('\n')[0] as string;
}

describe('loopBlocks', () => {
  test('claims a loop where it held each time, with the table that it rests on', () => {
    expect(plain(loopBlocks({ loop: loop(), controlPlane: ['postgres.server'] })).split('\n')).toEqual([
      'self-reinforcing: the loop closes through postgres.server (mesh-store); it held 3 of 3 times; no failure followed the 2 other passes',
      '',
      'PASSES THAT REPLACED                   THEN A FAILURE  THEN NONE  ALL',
      'postgres.server (mesh-store) on novox               3          0    3',
      'it not                                              0          2    2',
      '',
      'tested: whether a node failed or names were lost in the pass after one that replaced a container of the control plane (postgres.server); ' +
        'replaced in passes 3, 5, 7; failures in passes 4, 6, 8; what follows the last pass is not known',
      '',
    ]);
  });

  test('says how often it held where it did not each time', () => {
    expect(verdict(loop({ selfReinforcing: false, after: { failed: 2, of: 5 }, others: { failed: 1, of: 2 } }))).toBe(
      'no loop is claimed: it held 2 of 5 times; failures also followed 1 of 2 other passes',
    );
    expect(verdict(loop({ selfReinforcing: false, after: { failed: 1, of: 1 }, others: { failed: 0, of: 0 } }))).toBe(
      'no loop is claimed: it held 1 of 1 time; there was no other pass to compare with',
    );
  });

  test('names the containers that the table cannot tell apart', () => {
    const { after, others } = loop();
    const alike = ['postgres.server', 'distribution.store'].map((name) => ({ ...place(name), after, others }));
    const other = { ...place('edge'), after: { failed: 1, of: 1 }, others };

    expect(verdict(loop({ containers: [...alike, other] }))).toContain(
      'closes through postgres.server (mesh-store) or distribution.store (mesh-store);',
    );
  });

  test('counts the containers past the sixth, and tells that no failure followed', () => {
    const { after, others } = loop();
    const containers = Array.from({ length: 8 }, (_, index) => ({ ...place(`c${index}`), after, others }));
    const text = plain(loopBlocks({ loop: loop({ containers, failures: [] }), controlPlane: ['c*'] }));

    expect(text).toContain('none of these');
    expect(text).toContain('and 2 more containers; tested: ');
    expect(text).toContain('; no failure; what follows');
  });

  test('says why there is none', () => {
    expect(verdict(null, [])).toBe('not looked for: no container was named that the control plane runs on');
    expect(verdict(null, ['postgres*'])).toBe(
      'no loop: no pass that another one follows replaced a container of the control plane (postgres*)',
    );
  });
});
